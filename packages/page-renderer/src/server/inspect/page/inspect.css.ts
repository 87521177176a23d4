/** The styles that only the pages of inspections and of operators use. */
export const INSPECT_CSS = `
.explained { gap: 12px; border-block-start: 1px solid var(--border); padding-block-start: 20px; }
.explained .facts > div { grid-template-columns: 176px minmax(0, 1fr); }
.hops { margin: 0; padding-inline-start: 24px; color: var(--muted); }
.plain { margin: 4px 0 0; padding-inline-start: 20px; }
.judgements { display: grid; gap: 8px; margin: 8px 0 12px; padding: 0; list-style: none; }
.severity { color: var(--tone); font-weight: 620; }
.links { display: flex; flex-wrap: wrap; gap: 4px 16px; margin-block-start: 6px; }
.links code { color: var(--muted); }
.rows th, .rows td { text-align: start; vertical-align: top; min-inline-size: 88px; }
.rows thead th { overflow-wrap: normal; }
.rows tbody th { font-weight: 520; }
.rows caption { font-size: var(--size-2); color: var(--muted); font-weight: 520; padding-block-end: 4px; }
.tables .rows caption { font-size: var(--size-3); color: inherit; font-weight: 640; }
.tables { grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); border-block-start: 1px solid var(--border); padding-block-start: 20px; }
.facts.first-lines > div { grid-template-columns: 144px minmax(0, 1fr); }
.first-lines .hops { margin-block-start: 4px; }
.said { display: block; }
.tabs {
  display: flex; flex-wrap: wrap; gap: 0 4px; margin: 0; padding: 0; list-style: none; border-block-end: 1px solid var(--border);
}
.tabs a {
  display: block; padding: 8px 10px; min-block-size: 40px; color: var(--muted); text-decoration: none; white-space: nowrap;
  border-block-end: 2px solid transparent; margin-block-end: -1px;
}
.tabs a:hover { color: var(--text); }
.tabs a[aria-current] { color: var(--text); font-weight: 620; border-block-end-color: var(--accent); }
.tabs .number {
  padding: 1px 7px; border-radius: 99px; font-size: var(--size-1); color: var(--text);
  background: color-mix(in srgb, var(--accent) 14%, var(--bg));
}
.panel-of-tab { gap: 16px; }
.entry { display: grid; gap: 2px; justify-items: start; }
.keys { display: flex; flex-wrap: wrap; gap: 4px 16px; margin: 0; padding: 0; list-style: none; }
.keys li { display: inline-flex; align-items: center; gap: 6px; }
.waterfall { table-layout: fixed; }
.rows.waterfall th, .rows.waterfall td { min-inline-size: 0; }
.waterfall thead th:first-child { inline-size: 40%; }
.waterfall thead th:nth-child(2) { inline-size: 88px; }
.waterfall thead th:nth-child(3), .waterfall thead th:nth-child(4) { inline-size: 80px; }
.waterfall .bars { inline-size: auto; }
.waterfall .bars { vertical-align: middle; color: var(--muted); font-size: var(--size-1); }
rect.waiting { fill: color-mix(in srgb, var(--accent) 45%, var(--bg)); }
rect.receiving { fill: var(--accent); }
rect.problem { fill: var(--danger); }
.bar rect.waiting { fill: color-mix(in srgb, var(--accent) 45%, var(--bg)); }
.bar rect.problem { fill: var(--danger); }
.difference { margin: 0; padding: 8px 12px; list-style: none; border-inline-start: 3px solid var(--tone); background: var(--surface); }
.difference.added { --tone: var(--success); }
.difference.removed { --tone: var(--danger); }
.difference span { color: var(--tone); font-weight: 640; }
@media (max-width: 760px) { .tables { grid-template-columns: minmax(0, 1fr); } }
@media (max-width: 640px) {
  .facts.first-lines > div { grid-template-columns: minmax(0, 1fr); gap: 0; }
  .explained .facts > div { grid-template-columns: minmax(0, 1fr); gap: 0; }
  .explained .rows, .explained .rows tbody { display: block; }
  .explained .rows caption { display: block; }
  .explained .rows thead {
    position: absolute; inline-size: 1px; block-size: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap;
  }
  .explained .rows tr { display: block; padding-block: 8px; }
  .explained .rows th, .explained .rows td { display: block; padding: 0; }
  .explained .rows td { display: grid; grid-template-columns: 112px minmax(0, 1fr); gap: 12px; justify-items: start; }
  .explained .rows td::before { content: attr(data-column); color: var(--muted); }
  .explained .rows thead td, .explained .rows td.bars { display: block; inline-size: 100%; }
  .explained .rows td.bars::before { content: none; }
}
`;
