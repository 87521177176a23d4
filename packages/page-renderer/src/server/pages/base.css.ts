/** Tokens and the parts that every page shares: colour, space, type, header, card, badge, notice. */
export const BASE_CSS = `
:root {
  color-scheme: light dark;
  --bg: #ffffff; --surface: #f6f6f4; --text: #1c1d1f; --muted: #5b5f66; --border: #d8dade; --field: #8a8f98;
  --accent: #1f5fd6; --on-accent: #ffffff; --danger: #b3261e; --success: #17703f; --warning: #7a5200;
  --tint: 8%;
  --shadow: 0 1px 2px rgb(18 20 23 / 6%), 0 4px 16px rgb(18 20 23 / 5%);
  --font: system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'Helvetica Neue', Arial, sans-serif;
  --mono: ui-monospace, 'SF Mono', Menlo, Consolas, 'DejaVu Sans Mono', monospace;
  --size-1: 0.8125rem; --size-2: 0.9375rem; --size-3: 1.0625rem; --size-4: 1.375rem; --size-5: 1.875rem;
}
@media (prefers-color-scheme: dark) {
  :root {
    --bg: #121417; --surface: #1b1e23; --text: #e9eaec; --muted: #a6abb3; --border: #353a43; --field: #767d89;
    --accent: #82adff; --on-accent: #0b1530; --danger: #ff8a80; --success: #6fd39b; --warning: #f0c060;
    --tint: 14%; --shadow: 0 1px 2px rgb(0 0 0 / 40%);
  }
}
*, *::before, *::after { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
body {
  margin: 0; min-block-size: 100vh; display: flex; flex-direction: column;
  background: var(--bg); color: var(--text); font: 400 var(--size-2) / 1.55 var(--font); overflow-wrap: anywhere;
}
a { color: var(--accent); text-underline-offset: 0.18em; text-decoration-thickness: 1px; }
a:hover { text-decoration-thickness: 2px; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 4px; }
h1, h2, h3, p { margin: 0; }
h1, h2, h3 { line-height: 1.25; letter-spacing: -0.012em; text-wrap: balance; }
h1 { font-size: var(--size-5); font-weight: 680; letter-spacing: -0.022em; }
h2 { font-size: var(--size-4); font-weight: 640; }
h3 { font-size: var(--size-3); font-weight: 640; }
code, pre { font-family: var(--mono); font-size: 0.92em; }
svg { flex: none; }
[hidden] { display: none !important; }
.skip {
  position: absolute; inset-inline-start: 16px; inset-block-start: -100px; z-index: 10; padding: 8px 16px;
  background: var(--accent); color: var(--on-accent); border-radius: 0 0 8px 8px;
}
.skip:focus { inset-block-start: 0; }
.top { border-block-end: 1px solid var(--border); background: var(--surface); }
.top-row {
  max-inline-size: 1120px; margin-inline: auto; padding-inline: 24px; min-block-size: 56px;
  display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; column-gap: 24px;
}
.brand {
  display: inline-flex; align-items: center; gap: 8px; min-block-size: 44px; color: inherit; font-weight: 660;
  text-decoration: none;
}
.brand svg { color: var(--accent); }
main {
  flex: 1; inline-size: 100%; max-inline-size: 1120px; margin-inline: auto; padding: 32px 24px 48px;
  display: grid; grid-template-columns: minmax(0, 1fr); align-content: start; gap: 32px;
}
main:focus { outline: none; }
.card {
  border: 1px solid var(--border); border-radius: 12px; background: var(--bg); box-shadow: var(--shadow); padding: 24px;
}
.muted { color: var(--muted); }
.small { font-size: var(--size-1); }
.lead { color: var(--muted); font-size: var(--size-3); max-inline-size: 68ch; text-wrap: pretty; }
.stack { display: grid; grid-template-columns: minmax(0, 1fr); gap: 8px; align-content: start; }
.visually-hidden {
  position: absolute; inline-size: 1px; block-size: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap;
}
.button {
  display: inline-flex; align-items: center; justify-content: center; gap: 8px; min-block-size: 44px; padding: 8px 20px;
  border: 1px solid var(--field); border-radius: 8px; background: var(--bg); color: var(--text);
  font: 560 var(--size-2) / 1.3 var(--font); text-decoration: none; white-space: nowrap; flex: none; cursor: pointer;
}
.button:hover { background: var(--surface); border-color: var(--text); }
.button:focus-visible { border-radius: 8px; }
.button-primary { background: var(--accent); border-color: var(--accent); color: var(--on-accent); }
.button-primary:hover {
  background: color-mix(in srgb, var(--accent) 88%, var(--text)); border-color: transparent;
}
.button-small { min-block-size: 32px; padding: 4px 12px; font-size: var(--size-1); }
.tone-neutral { --tone: var(--muted); }
.tone-success { --tone: var(--success); }
.tone-warning { --tone: var(--warning); }
.tone-danger { --tone: var(--danger); }
.badge {
  display: inline-flex; align-items: center; gap: 6px; padding: 2px 10px; border-radius: 999px;
  background: color-mix(in srgb, var(--tone) var(--tint), var(--bg)); color: var(--tone);
  font-size: var(--size-1); font-weight: 560; line-height: 1.45; white-space: nowrap;
}
.badge::before { content: ''; inline-size: 7px; block-size: 7px; border-radius: 50%; background: currentColor; flex: none; }
.badge.tone-warning::before { border-radius: 1px; transform: rotate(45deg); }
.badge.tone-danger::before { border-radius: 1px; }
.badge.tone-neutral::before { background: none; border: 1.5px solid currentColor; }
.notice {
  display: flex; gap: 12px; padding: 12px 16px; border-radius: 8px;
  border: 1px solid color-mix(in srgb, var(--tone) 32%, var(--bg));
  background: color-mix(in srgb, var(--tone) var(--tint), var(--bg));
}
.notice svg { color: var(--tone); margin-block-start: 2px; }
.notice > div { min-inline-size: 0; }
.notice strong { font-weight: 620; }
footer { border-block-start: 1px solid var(--border); color: var(--muted); font-size: var(--size-1); }
footer p { max-inline-size: 1120px; margin-inline: auto; padding: 16px 24px; }
@media (max-width: 640px) {
  .top-row { padding-inline: 16px; }
  main { padding: 24px 16px 32px; gap: 24px; }
  footer p { padding-inline: 16px; }
  .card { padding: 20px 16px; }
  h1 { font-size: 1.5rem; }
}
@media (prefers-reduced-motion: reduce) {
  *, *::before, *::after { animation: none !important; transition: none !important; }
}
`;
