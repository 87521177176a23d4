/** The styles that only the page of explanations uses. */
export const EXPLAIN_CSS = `
.explained { gap: 12px; border-block-start: 1px solid var(--border); padding-block-start: 20px; }
.explained .facts div { grid-template-columns: 176px minmax(0, 1fr); }
.hops { margin: 0; padding-inline-start: 24px; color: var(--muted); }
.plain { margin: 4px 0 0; padding-inline-start: 20px; }
.rows th, .rows td { text-align: start; vertical-align: top; min-inline-size: 88px; }
.rows thead th { overflow-wrap: normal; }
.rows tbody th { font-weight: 520; }
.rows caption { font-size: var(--size-2); color: var(--muted); font-weight: 520; padding-block-end: 4px; }
.tables .rows caption { font-size: var(--size-3); color: inherit; font-weight: 640; }
.tables { grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); border-block-start: 1px solid var(--border); padding-block-start: 20px; }
@media (max-width: 760px) { .tables { grid-template-columns: minmax(0, 1fr); } }
@media (max-width: 640px) {
  .explained .facts div { grid-template-columns: minmax(0, 1fr); gap: 0; }
  .explained .rows, .explained .rows tbody { display: block; }
  .explained .rows caption { display: block; }
  .explained .rows thead {
    position: absolute; inline-size: 1px; block-size: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap;
  }
  .explained .rows tr { display: block; padding-block: 8px; }
  .explained .rows th, .explained .rows td { display: block; padding: 0; }
  .explained .rows td { display: grid; grid-template-columns: 112px minmax(0, 1fr); gap: 12px; justify-items: start; }
  .explained .rows td::before { content: attr(data-column); color: var(--muted); }
}
`;
