/** The styles that only the pages of the operator use. */
export const OPERATOR_CSS = `
.operator-nav { display: flex; flex-wrap: wrap; align-items: center; gap: 4px 16px; padding-block: 6px; }
.operator-nav ul { display: flex; flex-wrap: wrap; gap: 0 4px; margin: 0; padding: 0; list-style: none; }
.operator-nav nav a {
  display: inline-flex; align-items: center; min-block-size: 44px; padding-inline: 10px; color: inherit;
  text-decoration: none; border-block-end: 2px solid transparent;
}
.operator-nav nav a:hover { border-color: var(--field); }
.operator-nav nav a[aria-current] { border-color: var(--accent); font-weight: 620; }
.head { display: flex; flex-wrap: wrap; align-items: end; justify-content: space-between; gap: 8px 24px; }
.narrow { inline-size: 100%; max-inline-size: 520px; margin-inline: auto; display: grid; gap: 16px; }
progress { inline-size: 100%; block-size: 12px; accent-color: var(--accent); }
select, input[type='password'], input[type='search'], input[type='number'] {
  inline-size: 100%; min-block-size: 44px; padding: 8px 12px; border: 1px solid var(--field); border-radius: 8px;
  background: var(--bg); color: inherit; font: inherit; font-size: 1rem;
}
.actions { display: flex; flex-wrap: wrap; gap: 12px; align-items: center; }
.button-danger { background: var(--danger); border-color: var(--danger); color: var(--bg); }
.button-danger:hover { background: color-mix(in srgb, var(--danger) 88%, var(--text)); border-color: transparent; }
.empty { padding: 32px 24px; border: 1px dashed var(--border); border-radius: 12px; text-align: center; justify-items: center; }
.entry a { font-weight: 520; }
.list { margin: 0; padding-inline-start: 20px; display: grid; gap: 4px; }
.rows .figure { white-space: nowrap; font-variant-numeric: tabular-nums; }
main > .live, .live { display: grid; grid-template-columns: minmax(0, 1fr); gap: 24px; }
.tabs { display: flex; flex-wrap: wrap; gap: 4px; margin: 0; padding: 0; list-style: none; border-block-end: 1px solid var(--border); }
.tabs a {
  display: inline-flex; align-items: center; min-block-size: 44px; padding-inline: 12px; color: inherit;
  text-decoration: none; border-block-end: 3px solid transparent;
}
.tabs a:hover { border-color: var(--field); }
.tabs a[aria-current] { border-color: var(--accent); font-weight: 620; }
.figures { display: grid; grid-template-columns: repeat(auto-fit, minmax(156px, 1fr)); gap: 12px; margin: 0; }
.figures .card { padding: 16px; box-shadow: none; }
.figures dt { color: var(--muted); font-size: var(--size-1); }
.figures dd { margin: 0; }
.figures .value { font-size: var(--size-4); font-weight: 640; font-variant-numeric: tabular-nums; }
.pair { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); gap: 24px; }
.chart { margin: 0; display: grid; align-content: start; gap: 16px; }
.chart-head { display: flex; flex-wrap: wrap; align-items: baseline; justify-content: space-between; gap: 4px 24px; }
.chart-head h2 { font-size: var(--size-3); }
.legend { display: flex; flex-wrap: wrap; gap: 4px 16px; margin: 0; padding: 0; list-style: none; font-size: var(--size-1); }
.legend li { display: inline-flex; align-items: center; gap: 6px; }
.plot { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: 4px 8px; }
.plot svg { overflow: visible; }
.axis-y { display: flex; flex-direction: column; justify-content: space-between; text-align: end; font-variant-numeric: tabular-nums; }
.axis-y span { line-height: 0; white-space: nowrap; }
.axis-x { grid-column: 2; display: flex; justify-content: space-between; font-variant-numeric: tabular-nums; padding-block-start: 2px; }
.grid { stroke: var(--border); }
rect.cached { fill: var(--accent); }
rect.rendered { fill: color-mix(in srgb, var(--accent) 45%, var(--bg)); }
rect.errors { fill: var(--danger); }
line.typical, line.slow { stroke: var(--accent); stroke-width: 2; }
line.slow { stroke: var(--warning); stroke-dasharray: 4 3; }
circle.typical { fill: var(--accent); }
circle.slow { fill: var(--warning); }
.chart-empty { display: flex; align-items: center; gap: 8px; }
@media (max-width: 1100px) { .figures { grid-template-columns: repeat(3, minmax(0, 1fr)); } }
@media (max-width: 900px) {
  .pair { grid-template-columns: minmax(0, 1fr); }
  .compact .rows :is(th, td) { min-inline-size: 0; }
  .compact .rows :is(th, td):first-child { min-inline-size: 200px; }
  .compact .rows .figure, .compact .rows time { white-space: nowrap; }
}
@media (max-width: 640px) {
  .operator-nav { display: contents; }
  .operator-nav nav { order: 1; flex-basis: 100%; margin-inline-start: -10px; }
  .compact .rows :is(th, td):first-child { min-inline-size: 0; }
  .figures { grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); }
  .compact .rows td { display: inline-flex; gap: 6px; margin-inline-end: 16px; align-items: baseline; }
  .compact .rows td:is([data-column='Response'], [data-column='Outcome'], [data-column='Next step'], [data-column='State'])::before { content: none; }
}
@media (forced-colors: active) {
  .operator-nav nav a[aria-current] { border-color: Highlight; }
  .button-primary, .button-danger { border: 2px solid ButtonText; }
}
`;
