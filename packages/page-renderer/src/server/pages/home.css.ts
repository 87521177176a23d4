/** The styles that only the home page uses: form, result, commands. */
export const HOME_CSS = `
.intro { display: grid; gap: 8px; }
.form { display: grid; grid-template-columns: minmax(0, 1fr); gap: 12px; }
.field { display: grid; grid-template-columns: minmax(0, 1fr); gap: 4px; }
.field label { font-weight: 580; justify-self: start; }
.field-row { display: flex; gap: 12px; }
input[type='text'] {
  inline-size: 100%; min-block-size: 44px; padding: 8px 12px; border: 1px solid var(--field); border-radius: 8px;
  background: var(--bg); color: inherit; font: inherit; font-size: 1rem;
}
input[type='text']:hover { border-color: var(--text); }
input[type='text']:focus-visible { outline-offset: 0; border-color: var(--accent); border-radius: 8px; }
input[aria-invalid] { border-color: var(--danger); box-shadow: inset 0 0 0 1px var(--danger); }
input::placeholder { color: var(--muted); opacity: 1; }
.form [role='status']:empty { position: absolute; }
.form[aria-busy] .button { cursor: progress; opacity: 0.75; }
.form[aria-busy] .button::before {
  content: ''; inline-size: 14px; block-size: 14px; border: 2px solid currentColor; border-block-start-color: transparent;
  border-radius: 50%; animation: turn 0.9s linear infinite;
}
@keyframes turn { to { transform: rotate(360deg); } }
summary { cursor: pointer; min-block-size: 32px; padding-block: 4px; inline-size: fit-content; font-weight: 520; }
.options { display: grid; grid-template-columns: minmax(0, 1fr); gap: 16px; padding-block-start: 8px; max-inline-size: 480px; }
.check { display: flex; align-items: center; gap: 12px; min-block-size: 32px; inline-size: fit-content; }
.check input { inline-size: 20px; block-size: 20px; margin: 0; accent-color: var(--accent); }

.result { display: grid; grid-template-columns: minmax(0, 1fr); gap: 24px; }
.summary { display: flex; gap: 16px; border-color: color-mix(in srgb, var(--tone) 40%, var(--bg)); }
.summary > svg { color: var(--tone); }
.summary > div { flex: 1; min-inline-size: 0; }
.headline { font-size: var(--size-4); font-weight: 640; line-height: 1.25; letter-spacing: -0.012em; text-wrap: balance; }
.text-bars {
  display: grid; grid-template-columns: max-content minmax(0, 1fr) max-content; gap: 4px 12px; align-items: center;
  font-size: var(--size-1); color: var(--muted); padding-block-start: 8px;
}
.number { font-variant-numeric: tabular-nums; text-align: end; }
.bar { display: block; }
.bar rect { fill: var(--accent); }
.bar .bar-all { fill: var(--surface); }
.way { display: grid; gap: 4px; }
.way ol { margin: 4px 0 0; padding-inline-start: 24px; color: var(--muted); }
.panels { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); gap: 24px; }
.panel {
  display: grid; grid-template-columns: minmax(0, 1fr); grid-row: span 5; grid-template-rows: subgrid; gap: 12px;
  align-content: start;
}
.panel > .notice { align-self: start; }
.panel-head { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 0 12px; }
.panel-head p { flex-basis: 100%; }
.picture {
  border: 1px solid var(--border); border-radius: 12px; overflow: hidden; background: var(--surface);
  display: flex; justify-content: center; box-shadow: var(--shadow);
}
.picture img { display: block; max-inline-size: 100%; block-size: auto; max-block-size: 560px; object-fit: contain; object-position: top; }
.picture-none { align-items: center; min-block-size: 200px; padding: 24px; }
.excerpt {
  margin: 0; padding: 12px 16px; border-radius: 8px; background: var(--surface); white-space: pre-line;
  font-size: var(--size-1);
}
.facts { margin: 0; display: grid; gap: 8px; align-content: start; }
.facts > div { display: grid; grid-template-columns: 96px minmax(0, 1fr); gap: 12px; }
.facts dt { color: var(--muted); }
.facts dd { margin: 0; }
.tables { display: grid; grid-template-columns: minmax(0, 2fr) minmax(0, 3fr); gap: 24px; align-items: start; }
table { inline-size: 100%; border-collapse: collapse; }
caption { text-align: start; font-size: var(--size-3); font-weight: 640; padding-block-end: 8px; }
th, td { padding: 8px 0 8px 12px; text-align: end; vertical-align: baseline; font-variant-numeric: tabular-nums; }
th:first-child, td:first-child { padding-inline-start: 0; text-align: start; }
th { font-weight: 400; }
.numbers td { white-space: nowrap; }
.numbers thead th { overflow-wrap: normal; }
thead th { color: var(--muted); font-size: var(--size-1); vertical-align: bottom; }
tbody tr { border-block-start: 1px solid var(--border); }
tfoot { border-block-start: 1px solid var(--field); }
tfoot th, tfoot td, .differs { font-weight: 640; }
.timing th, .timing td { vertical-align: middle; }
.bars { inline-size: 36%; }
.source { border: 1px solid var(--border); border-radius: 8px; }
.source summary { padding: 8px 16px; inline-size: auto; border-radius: 8px; }
.source p { padding: 8px 16px; }
pre { margin: 0; overflow: auto; white-space: pre-wrap; }
.source pre { max-block-size: 480px; padding: 12px 16px; border-block-start: 1px solid var(--border); background: var(--surface); }

.developers { gap: 12px; border-block-start: 1px solid var(--border); padding-block-start: 24px; }
.developers ul { margin: 0; padding: 0; list-style: none; display: grid; gap: 12px; }
.command { display: flex; align-items: center; justify-content: space-between; gap: 12px; min-block-size: 40px; }
.developers pre { padding: 12px; border-radius: 8px; background: var(--surface); border: 1px solid var(--border); }
@media (max-width: 900px) { .tables { grid-template-columns: minmax(0, 1fr); } }
@media (max-width: 760px) {
  .panels { grid-template-columns: minmax(0, 1fr); }
  .panels { gap: 32px; }
  .panel { grid-row: auto; grid-template-rows: none; }
  .bars { display: none; }
}
@media (max-width: 640px) {
  .field-row { flex-direction: column; }
  .summary { display: grid; gap: 12px; }
  .field-row .button { inline-size: 100%; }
}
`;
