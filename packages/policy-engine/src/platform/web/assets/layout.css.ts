/** Page, header, navigation, text, print. */
export const layoutCss = `
*, *::before, *::after { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
body {
  margin: 0;
  min-block-size: 100vh;
  display: flex;
  flex-direction: column;
  background: var(--pe-bg);
  color: var(--pe-text);
  font: 400 var(--pe-size-2) / 1.55 var(--pe-font);
  overflow-wrap: anywhere;
}
a { color: var(--pe-accent); text-underline-offset: 0.18em; text-decoration-thickness: 1px; }
a:hover { text-decoration-thickness: 2px; }
:focus-visible { outline: 2px solid var(--pe-accent); outline-offset: 2px; border-radius: 4px; }
h1 { unicode-bidi: plaintext; text-align: match-parent; }
h1, h2, h3 { line-height: 1.25; margin: 0; letter-spacing: -0.012em; text-wrap: balance; }
h1 { font-size: var(--pe-size-5); font-weight: 680; letter-spacing: -0.022em; }
h2 { font-size: var(--pe-size-4); font-weight: 640; }
h3 { font-size: var(--pe-size-3); font-weight: 640; }
p { margin: 0; }
code, pre { font-family: var(--pe-mono); font-size: 0.92em; }
.pe-skip {
  position: absolute;
  inset-inline-start: var(--pe-space-4);
  inset-block-start: -100px;
  z-index: 10;
  padding: var(--pe-space-2) var(--pe-space-4);
  background: var(--pe-accent);
  color: var(--pe-on-accent);
  border-radius: 0 0 var(--pe-radius) var(--pe-radius);
}
.pe-skip:focus { inset-block-start: 0; }
.pe-top { border-block-end: 1px solid var(--pe-border); background: var(--pe-surface); }
.pe-top-row {
  max-inline-size: var(--pe-width);
  margin-inline: auto;
  padding: 0 var(--pe-space-6);
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  column-gap: var(--pe-space-6);
}
.pe-brand {
  display: inline-flex;
  align-items: center;
  gap: var(--pe-space-2);
  min-block-size: 56px;
  color: inherit;
  font-weight: 660;
  text-decoration: none;
}
.pe-brand svg { color: var(--pe-accent); flex: none; }
.pe-nav { align-self: stretch; flex: 1; min-inline-size: 0; }
.pe-nav ul { display: flex; flex-wrap: wrap; margin: 0; padding: 0; list-style: none; gap: var(--pe-space-1); }
.pe-nav a {
  display: flex;
  align-items: center;
  block-size: 100%;
  min-block-size: 44px;
  padding-inline: var(--pe-space-3);
  color: var(--pe-muted);
  font-weight: 520;
  text-decoration: none;
  white-space: nowrap;
  box-shadow: inset 0 0 0 transparent;
}
.pe-nav a:hover { color: var(--pe-text); }
.pe-nav a[aria-current] { color: var(--pe-text); box-shadow: inset 0 -2px 0 var(--pe-accent); }
.pe-nav a:focus-visible, .pe-menu summary:focus-visible { outline-offset: -3px; }
.pe-menu summary { min-block-size: 44px; display: flex; align-items: center; gap: var(--pe-space-2); font-weight: 560; cursor: pointer; list-style: none; }
.pe-menu summary::-webkit-details-marker { display: none; }
.pe-menu summary::after {
  content: ''; inline-size: 7px; block-size: 7px; border: solid currentColor; border-width: 0 2px 2px 0; transform: translateY(-2px) rotate(45deg);
}
.pe-menu[open] summary::after { transform: translateY(2px) rotate(225deg); }
.pe-admin { display: flex; flex-wrap: wrap; align-items: center; gap: var(--pe-space-1); }
.pe-admin > span { font-size: var(--pe-size-1); font-weight: 640; }
@media (min-width: 641px) {
  /* There is room for what the menu holds; a browser that can't show it unopened keeps the menu. */
  @supports selector(::details-content) {
    .pe-menu summary { display: none; }
    .pe-menu::details-content { content-visibility: visible; display: block; }
  }
  .pe-nav a { min-block-size: 56px; }
  .pe-top-row:has(.pe-admin) .pe-nav a { min-block-size: 44px; }
  /* Administrators have a row of their own: all in one would not fit. */
  .pe-top-row:has(.pe-admin) .pe-nav { order: 2; flex: 1 0 100%; }
  .pe-admin { border-block-start: 1px solid var(--pe-border); }
  .pe-top-row:has(.pe-admin) .pe-menu ul:first-of-type { margin-inline-start: calc(-1 * var(--pe-space-3)); }
  .pe-admin > span { padding-inline-end: var(--pe-space-3); }
  .pe-admin > ul { flex: 1; }
}
.pe-account { margin-inline-start: auto; display: flex; align-items: center; min-block-size: 44px; }
.pe-account a {
  display: inline-flex;
  align-items: center;
  min-block-size: 32px;
  color: var(--pe-muted);
  font-weight: 520;
  text-decoration: none;
}
.pe-account a:hover { color: var(--pe-text); text-decoration: underline; }
.pe-main {
  flex: 1;
  inline-size: 100%;
  max-inline-size: var(--pe-width);
  margin-inline: auto;
  padding: var(--pe-space-8) var(--pe-space-6) var(--pe-space-12);
  display: grid;
  align-content: start;
  gap: var(--pe-space-6);
}
.pe-main > * { min-inline-size: 0; }
.pe-main:focus { outline: none; }
.pe-muted { color: var(--pe-muted); }
.pe-small { font-size: var(--pe-size-1); }
.pe-stack { display: grid; gap: var(--pe-space-4); align-content: start; }
.pe-stack > * { min-inline-size: 0; }
.pe-row { display: flex; flex-wrap: wrap; gap: var(--pe-space-3); align-items: center; }
.pe-prose { max-inline-size: var(--pe-measure); font-size: var(--pe-size-3); line-height: 1.65; }
.pe-prose > * + * { margin-block-start: 0.9em; }
.pe-prose > h2, .pe-prose > h3 { margin-block-start: 1.6em; }
.pe-prose ul, .pe-prose ol { padding-inline-start: 1.4em; }
.pe-prose table { border-collapse: collapse; }
.pe-prose th, .pe-prose td { border: 1px solid var(--pe-border); padding: var(--pe-space-2) var(--pe-space-3); text-align: start; }
.pe-hidden {
  position: absolute;
  inline-size: 1px;
  block-size: 1px;
  overflow: hidden;
  clip-path: inset(50%);
  white-space: nowrap;
}
[dir='rtl'] .pe-flip { transform: scaleX(-1); }
@media (max-width: 640px) {
  .pe-top-row { padding-inline: var(--pe-space-4); }
  .pe-nav { order: 3; flex: 1 0 100%; }
  .pe-menu[open] { padding-block-end: var(--pe-space-3); }
  .pe-menu ul { display: grid; grid-template-columns: 1fr 1fr; gap: 0 var(--pe-space-4); inline-size: 100%; }
  .pe-menu a { padding-inline: 0; white-space: normal; }
  .pe-admin { margin-block-start: var(--pe-space-3); padding-block-start: var(--pe-space-3); border-block-start: 1px solid var(--pe-border); }
  .pe-main { padding: var(--pe-space-6) var(--pe-space-4) var(--pe-space-8); gap: var(--pe-space-5); }
  h1 { font-size: 1.5rem; }
}
@media (prefers-reduced-motion: reduce) {
  *, *::before, *::after { animation: none !important; transition: none !important; }
}
@media print {
  :root { color-scheme: light; }
  .pe-top, .pe-skip, .pe-pager, .pe-actions, .pe-button { display: none !important; }
  .pe-main { max-inline-size: none; padding: 0; }
  .pe-card, .pe-table-frame { border: 0; box-shadow: none; padding: 0; }
  a { color: inherit; }
}
`;
