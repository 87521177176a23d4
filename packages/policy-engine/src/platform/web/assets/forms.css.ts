/** Form rows and their controls. */
export const formsCss = `
.pe-filter { display: flex; flex-wrap: wrap; gap: var(--pe-space-3) var(--pe-space-4); align-items: end; }
.pe-filter label { display: grid; gap: 2px; font-size: var(--pe-size-1); font-weight: 560; color: var(--pe-muted); }
.pe-filter .pe-input { inline-size: auto; min-inline-size: 9rem; font-weight: 400; }
.pe-filter .pe-field { inline-size: auto; gap: 2px; }
.pe-filter .pe-field label { font-size: var(--pe-size-1); font-weight: 560; color: var(--pe-muted); }
.pe-filter .pe-mark { display: none; }
.pe-form { display: grid; gap: var(--pe-space-6); justify-items: start; }
.pe-form > * { max-inline-size: 100%; }
.pe-form > .pe-notice { inline-size: 100%; max-inline-size: 640px; }
.pe-field { display: grid; gap: var(--pe-space-1); inline-size: 100%; max-inline-size: 640px; border: 0; margin: 0; padding: 0; }
.pe-field-wide { max-inline-size: none; }
.pe-field label, .pe-field legend { font-weight: 580; padding: 0; }
.pe-mark { color: var(--pe-muted); font-weight: 400; font-size: var(--pe-size-1); }
.pe-hint { color: var(--pe-muted); font-size: var(--pe-size-1); text-wrap: pretty; }
.pe-error { display: flex; gap: 6px; align-items: baseline; color: var(--pe-danger); font-size: var(--pe-size-1); font-weight: 540; }
.pe-error svg { flex: none; align-self: center; }
.pe-input {
  inline-size: 100%;
  min-block-size: 40px;
  margin-block-start: 2px;
  padding: var(--pe-space-2) var(--pe-space-3);
  border: 1px solid var(--pe-field-border);
  border-radius: var(--pe-radius);
  background: var(--pe-bg);
  color: inherit;
  font: inherit;
}
.pe-input:hover { border-color: var(--pe-text); }
.pe-input:focus-visible { outline: 2px solid var(--pe-accent); outline-offset: 0; border-color: var(--pe-accent); border-radius: var(--pe-radius); }
.pe-input[aria-invalid] { border-color: var(--pe-danger); box-shadow: inset 0 0 0 1px var(--pe-danger); }
.pe-input::placeholder { color: var(--pe-muted); opacity: 1; }
textarea.pe-input { min-block-size: 132px; line-height: 1.6; resize: vertical; }
textarea.pe-input-long { min-block-size: 340px; }
textarea.pe-input-code { font-family: var(--pe-mono); font-size: 0.875rem; }
select.pe-input { appearance: auto; }
.pe-check { display: grid; grid-template-columns: 24px 1fr; gap: var(--pe-space-1) var(--pe-space-3); align-items: start; max-inline-size: 640px; }
.pe-check input { inline-size: 20px; block-size: 20px; margin: 2px; accent-color: var(--pe-accent); }
.pe-check label { font-weight: 520; min-block-size: 24px; }
.pe-check > .pe-hint, .pe-check > .pe-error { grid-column: 2; }
@media (max-width: 640px) {
  .pe-form > .pe-actions { inline-size: 100%; }
  .pe-form > .pe-actions .pe-button { flex: 1 1 auto; }
  .pe-input { font-size: 16px; }
}
`;
