/** Choices of equal weight, and the chart of decisions. */
export const choiceCss = `
.pe-choices { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 9rem), 1fr)); gap: var(--pe-space-3); max-inline-size: 26rem; }
.pe-choices .pe-button[aria-pressed='true'] { border-color: var(--pe-accent); box-shadow: inset 0 0 0 1px var(--pe-accent); }
.pe-choices .pe-button[aria-pressed='true']::before { content: '✓' / ''; }
.pe-bullets { margin: 0; padding-inline-start: 1.2em; list-style: disc; }
.pe-nowrap { white-space: nowrap; }
.pe-table th code { white-space: nowrap; }
.pe-tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(9.5rem, 1fr)); gap: var(--pe-space-3); margin: 0; }
.pe-tiles > div { border: 1px solid var(--pe-border); border-radius: var(--pe-radius-large); padding: var(--pe-space-4); box-shadow: var(--pe-shadow); }
.pe-tiles dt { color: var(--pe-muted); font-size: var(--pe-size-1); }
.pe-tiles dd { margin: 0; font-size: var(--pe-size-4); font-weight: 620; font-variant-numeric: tabular-nums; }
.pe-chart { margin: 0; display: grid; gap: var(--pe-space-2); }
.pe-chart figcaption { display: flex; flex-wrap: wrap; gap: var(--pe-space-2) var(--pe-space-5); font-size: var(--pe-size-1); }
.pe-chart svg { inline-size: 100%; block-size: 200px; border-block: 1px solid var(--pe-border); }
[dir='rtl'] .pe-chart svg { transform: scaleX(-1); }
.pe-chart-top { border: 0; }
.pe-chart-days { display: flex; justify-content: space-between; }
.pe-legend { display: inline-flex; align-items: center; gap: var(--pe-space-2); }
.pe-legend::before { content: ''; inline-size: 12px; block-size: 12px; border-radius: 3px; }
.pe-legend-accepted::before { background: var(--pe-success); }
.pe-legend-rejected::before { background: color-mix(in srgb, var(--pe-warning) 75%, var(--pe-bg)); border-radius: 50%; }
.pe-legend-gpc::before { border: 2px solid var(--pe-accent); box-sizing: border-box; }
.pe-bar-accepted { fill: var(--pe-success); }
.pe-bar-rejected { fill: color-mix(in srgb, var(--pe-warning) 75%, var(--pe-bg)); }
.pe-bar-gpc { fill: color-mix(in srgb, var(--pe-accent) 30%, var(--pe-bg)); stroke: var(--pe-accent); vector-effect: non-scaling-stroke; }
`;
