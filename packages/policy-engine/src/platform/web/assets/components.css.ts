/** Buttons, page header, cards, table, badge, notice, empty state, pager. */
export const componentsCss = `
.pe-button {
  display: inline-flex;
  align-items: center;
  justify-content: center;
  gap: var(--pe-space-2);
  min-block-size: 40px;
  padding: var(--pe-space-2) var(--pe-space-4);
  border: 1px solid var(--pe-field-border);
  border-radius: var(--pe-radius);
  background: var(--pe-bg);
  color: var(--pe-text);
  font: 560 var(--pe-size-2) / 1.3 var(--pe-font);
  text-align: center;
  text-decoration: none;
  cursor: pointer;
  transition: background-color 120ms, border-color 120ms;
}
.pe-button:hover { background: var(--pe-surface); border-color: var(--pe-text); }
.pe-button-primary { background: var(--pe-accent); border-color: var(--pe-accent); color: var(--pe-on-accent); }
.pe-button-primary:hover { background: color-mix(in srgb, var(--pe-accent) 88%, var(--pe-text)); border-color: transparent; }
.pe-button-danger { background: var(--pe-danger); border-color: var(--pe-danger); color: var(--pe-on-danger); }
.pe-button-danger:hover { background: color-mix(in srgb, var(--pe-danger) 88%, var(--pe-text)); border-color: transparent; }
.pe-button-small { min-block-size: 32px; padding: var(--pe-space-1) var(--pe-space-3); font-size: var(--pe-size-1); }
.pe-button:focus-visible { border-radius: var(--pe-radius); }
.pe-button[aria-busy='true'] { opacity: 0.6; cursor: progress; }
.pe-actions { display: flex; flex-wrap: wrap; gap: var(--pe-space-3); align-items: center; }
.pe-actions form { display: contents; }
.pe-page-header { display: flex; flex-wrap: wrap; justify-content: space-between; align-items: start; gap: var(--pe-space-3) var(--pe-space-6); }
.pe-page-header > div:first-child { flex: 1 1 320px; display: grid; gap: var(--pe-space-2); }
.pe-page-header p { color: var(--pe-muted); font-size: var(--pe-size-3); max-inline-size: var(--pe-measure); text-wrap: pretty; }
.pe-back {
  display: inline-flex; align-items: center; gap: var(--pe-space-1); min-block-size: 24px; justify-self: start;
  color: var(--pe-muted); font-size: var(--pe-size-1); font-weight: 520; text-decoration: none;
}
.pe-back:hover { color: var(--pe-text); text-decoration: underline; }
.pe-card {
  border: 1px solid var(--pe-border);
  border-radius: var(--pe-radius-large);
  background: var(--pe-bg);
  box-shadow: var(--pe-shadow);
  padding: var(--pe-space-6);
}
.pe-narrow { max-inline-size: 640px; inline-size: 100%; }
.pe-table-frame { border: 1px solid var(--pe-border); border-radius: var(--pe-radius-large); box-shadow: var(--pe-shadow); overflow: clip; }
.pe-table { inline-size: 100%; border-collapse: collapse; }
.pe-table th, .pe-table td { padding: var(--pe-space-3) var(--pe-space-4); text-align: start; vertical-align: middle; overflow-wrap: break-word; }
.pe-table :is(code, a:not(.pe-button)) { overflow-wrap: anywhere; }
.pe-table thead th {
  background: var(--pe-surface); color: var(--pe-muted); font-size: var(--pe-size-1); font-weight: 560; white-space: nowrap;
}
.pe-table tbody th { font-weight: 600; }
.pe-table tbody tr { border-block-start: 1px solid var(--pe-border); }
.pe-table tbody tr:hover { background: color-mix(in srgb, var(--pe-surface) 55%, transparent); }
.pe-table .pe-number { text-align: end; font-variant-numeric: tabular-nums; }
.pe-table .pe-actions { justify-content: flex-end; gap: var(--pe-space-2); }
.pe-badge {
  display: inline-flex;
  align-items: center;
  gap: 6px;
  padding: 2px 10px;
  border-radius: 999px;
  background: color-mix(in srgb, var(--pe-tone) var(--pe-tint), var(--pe-bg));
  color: var(--pe-tone);
  font-size: var(--pe-size-1);
  font-weight: 560;
  line-height: 1.45;
}
.pe-badge::before { content: ''; inline-size: 7px; block-size: 7px; border-radius: 50%; background: currentColor; flex: none; }
.pe-badge.pe-tone-warning::before { border-radius: 1px; transform: rotate(45deg); }
.pe-badge.pe-tone-danger::before { border-radius: 1px; }
.pe-badge.pe-tone-neutral::before { background: none; border: 1.5px solid currentColor; }
.pe-tone-neutral { --pe-tone: var(--pe-muted); }
.pe-tone-info { --pe-tone: var(--pe-accent); }
.pe-tone-success { --pe-tone: var(--pe-success); }
.pe-tone-warning { --pe-tone: var(--pe-warning); }
.pe-tone-danger { --pe-tone: var(--pe-danger); }
.pe-notice {
  display: flex;
  gap: var(--pe-space-3);
  padding: var(--pe-space-3) var(--pe-space-4);
  border: 1px solid color-mix(in srgb, var(--pe-tone) 32%, var(--pe-bg));
  border-radius: var(--pe-radius);
  background: color-mix(in srgb, var(--pe-tone) var(--pe-tint), var(--pe-bg));
}
.pe-notice svg { color: var(--pe-tone); flex: none; margin-block-start: 2px; }
.pe-notice:focus { outline: none; }
.pe-notice ul { margin: var(--pe-space-1) 0 0; padding-inline-start: 1.2em; }
.pe-notice strong { font-weight: 620; }
.pe-empty {
  display: grid;
  justify-items: center;
  gap: var(--pe-space-3);
  padding: var(--pe-space-12) var(--pe-space-6);
  border: 1px dashed var(--pe-border);
  border-radius: var(--pe-radius-large);
  background: var(--pe-surface);
  text-align: center;
}
.pe-empty svg { color: var(--pe-muted); }
.pe-empty p { max-inline-size: 46ch; color: var(--pe-muted); text-wrap: balance; }
.pe-empty .pe-actions { margin-block-start: var(--pe-space-2); justify-content: center; }
.pe-pager { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: var(--pe-space-3); }
.pe-pager p { color: var(--pe-muted); font-size: var(--pe-size-1); font-variant-numeric: tabular-nums; }
.pe-pager-slot { flex: 1; display: flex; }
.pe-pager-slot:last-child { justify-content: flex-end; }
.pe-facts { display: grid; grid-template-columns: minmax(8rem, max-content) 1fr; gap: var(--pe-space-2) var(--pe-space-6); margin: 0; }
.pe-facts dt { color: var(--pe-muted); }
.pe-facts dd { margin: 0; }
@media (max-width: 640px) {
  .pe-page-header .pe-actions, .pe-page-header .pe-button { inline-size: 100%; }
  .pe-card { padding: var(--pe-space-5) var(--pe-space-4); }
  .pe-table-frame { border: 0; border-radius: 0; box-shadow: none; overflow: visible; }
  .pe-table, .pe-table tbody, .pe-table tr, .pe-table td, .pe-table tbody th { display: block; }
  .pe-table thead { display: none; }
  .pe-table tbody { display: grid; gap: var(--pe-space-3); }
  .pe-table tbody tr {
    border: 1px solid var(--pe-border); border-radius: var(--pe-radius-large); box-shadow: var(--pe-shadow);
    padding: var(--pe-space-3) var(--pe-space-4);
  }
  .pe-table tbody tr:hover { background: none; }
  .pe-table td, .pe-table tbody th { padding: var(--pe-space-1) 0; }
  .pe-table tbody th { font-size: var(--pe-size-3); }
  .pe-table td[data-label] { display: flex; justify-content: space-between; gap: var(--pe-space-4); align-items: baseline; }
  .pe-table td[data-label]::before { content: attr(data-label); color: var(--pe-muted); font-size: var(--pe-size-1); flex: none; }
  .pe-table td.pe-cell-actions { display: block; padding-block-start: var(--pe-space-3); }
  .pe-table td.pe-cell-actions::before { content: none; }
  .pe-table td.pe-number { text-align: end; }
  .pe-table .pe-actions { justify-content: stretch; }
  .pe-table .pe-actions .pe-button { flex: 1; min-block-size: 40px; }
  .pe-facts { grid-template-columns: 1fr; gap: 0; }
  .pe-facts dd + dt { margin-block-start: var(--pe-space-3); }
}
`;
