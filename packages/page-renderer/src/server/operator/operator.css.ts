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
input[type='password'], input[type='search'] {
  inline-size: 100%; min-block-size: 44px; padding: 8px 12px; border: 1px solid var(--field); border-radius: 8px;
  background: var(--bg); color: inherit; font: inherit; font-size: 1rem;
}
.actions { display: flex; flex-wrap: wrap; gap: 12px; align-items: center; }
.button-danger { background: var(--danger); border-color: var(--danger); color: var(--bg); }
.button-danger:hover { background: color-mix(in srgb, var(--danger) 88%, var(--text)); border-color: transparent; }
.empty { padding: 32px 24px; border: 1px dashed var(--border); border-radius: 12px; text-align: center; justify-items: center; }
.entry { display: grid; gap: 2px; }
.entry a { font-weight: 520; }
.list { margin: 0; padding-inline-start: 20px; display: grid; gap: 4px; }
.rows .figure { white-space: nowrap; font-variant-numeric: tabular-nums; }
@media (max-width: 640px) {
  .compact .rows td { display: inline-flex; gap: 6px; margin-inline-end: 16px; align-items: baseline; }
  .compact .rows td:is([data-column='Response'], [data-column='State'], [data-column='Size'])::before { content: none; }
}
@media (forced-colors: active) {
  .operator-nav nav a[aria-current] { border-color: Highlight; }
  .button-primary, .button-danger { border: 2px solid ButtonText; }
}
`;
