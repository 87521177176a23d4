/** Progress, filters, and the steps of what will happen. */
export const requestsCss = `
.pe-progress { inline-size: 100%; max-inline-size: 640px; block-size: 10px; border: 0; border-radius: 999px; background: var(--pe-border); accent-color: var(--pe-accent); appearance: none; overflow: hidden; }
.pe-progress::-webkit-progress-bar { background: var(--pe-border); border-radius: 999px; }
.pe-progress::-webkit-progress-value { background: var(--pe-accent); border-radius: 999px; transition: inline-size 400ms; }
.pe-progress::-moz-progress-bar { background: var(--pe-accent); border-radius: 999px; }
.pe-progress:indeterminate { background: linear-gradient(90deg, var(--pe-border) 30%, var(--pe-accent) 50%, var(--pe-border) 70%) 0 0 / 300% 100%; animation: pe-going 1.6s linear infinite; }
.pe-progress:indeterminate::-webkit-progress-bar { background: transparent; }
@keyframes pe-going { from { background-position: 100% 0; } to { background-position: 0 0; } }
.pe-progress-row { gap: var(--pe-space-2); font-variant-numeric: tabular-nums; }
.pe-lines { white-space: pre-line; }
.pe-steps { margin: 0; padding: 0; list-style: none; counter-reset: step; display: grid; gap: var(--pe-space-3); }
.pe-steps li { counter-increment: step; display: grid; grid-template-columns: 28px 1fr; gap: var(--pe-space-3); max-inline-size: var(--pe-measure); }
.pe-steps li::before {
  content: counter(step); inline-size: 28px; block-size: 28px; border-radius: 50%; display: grid; place-items: center;
  background: color-mix(in srgb, var(--pe-accent) var(--pe-tint), var(--pe-bg)); color: var(--pe-accent);
  font-size: var(--pe-size-1); font-weight: 640;
}
.pe-chips { display: flex; flex-wrap: wrap; gap: var(--pe-space-2); }
.pe-chips a {
  display: inline-flex; align-items: center; min-block-size: 32px; padding-inline: var(--pe-space-3); border: 1px solid var(--pe-border);
  border-radius: 999px; color: var(--pe-muted); font-size: var(--pe-size-1); font-weight: 540; text-decoration: none;
}
.pe-chips a:hover { color: var(--pe-text); border-color: var(--pe-field-border); }
.pe-chips a[aria-current] { background: var(--pe-accent); border-color: var(--pe-accent); color: var(--pe-on-accent); }
`;
