/** Lists of cards, a form with its preview, folded help, and the finer points of a text. */
export const readingCss = `
.pe-list { display: grid; gap: var(--pe-space-4); margin: 0; padding: 0; list-style: none; }
.pe-item { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: var(--pe-space-4) var(--pe-space-6); }
.pe-item > .pe-stack { flex: 1 1 380px; gap: var(--pe-space-2); }
.pe-item h2 { font-size: var(--pe-size-3); }
.pe-item h2 a { color: inherit; text-decoration: none; }
.pe-item h2 a:hover { text-decoration: underline; }
.pe-beside { display: grid; gap: var(--pe-space-6); align-items: start; }
.pe-beside > * { min-inline-size: 0; }
.pe-beside > .pe-card { scroll-margin-block-start: var(--pe-space-4); }
.pe-beside > .pe-card:focus { outline: none; }
.pe-overline { color: var(--pe-muted); font-size: var(--pe-size-1); font-weight: 560; letter-spacing: 0; }
.pe-details { inline-size: 100%; max-inline-size: 640px; }
.pe-details summary { min-block-size: 24px; color: var(--pe-accent); font-weight: 520; cursor: pointer; }
.pe-details[open] summary { margin-block-end: var(--pe-space-3); }
.pe-prose > * { margin-block-end: 0; }
.pe-prose > :first-child { margin-block-start: 0; }
.pe-prose > h4, .pe-prose > h5, .pe-prose > h6 { margin-block-start: 1.4em; font-size: var(--pe-size-2); }
.pe-prose li + li { margin-block-start: 0.3em; }
.pe-prose img { max-inline-size: 100%; block-size: auto; }
.pe-prose blockquote { margin-inline: 0; padding-inline-start: var(--pe-space-4); border-inline-start: 3px solid var(--pe-border); color: var(--pe-muted); }
.pe-prose pre { padding: var(--pe-space-3) var(--pe-space-4); border-radius: var(--pe-radius); background: var(--pe-surface); white-space: pre-wrap; }
.pe-prose th, .pe-prose td { overflow-wrap: break-word; }
.pe-prose td code { overflow-wrap: anywhere; }
.pe-compare { align-items: end; }
.pe-difference { font-size: var(--pe-size-2); line-height: 1.65; }
.pe-line { min-block-size: 1.65em; margin: 0; padding-inline: var(--pe-space-2); border-inline-start: 3px solid transparent; white-space: pre-wrap; overflow-wrap: anywhere; }
.pe-line-added { border-inline-start-color: var(--pe-success); }
.pe-line-removed { border-inline-start-color: var(--pe-danger); }
.pe-line-changed { border-inline-start-color: var(--pe-accent); }
.pe-difference ins { color: var(--pe-success); text-decoration: underline; text-underline-offset: 0.2em; }
.pe-difference del { color: var(--pe-danger); text-decoration: line-through; }
.pe-unchanged > summary { padding-block: var(--pe-space-2); color: var(--pe-muted); cursor: pointer; }
.pe-prose hr { border: 0; border-block-start: 1px solid var(--pe-border); }
@media (min-width: 1024px) {
  body:has(.pe-beside) { --pe-width: 1360px; }
  .pe-beside { grid-template-columns: 1fr 1fr; }
  .pe-beside > .pe-card { position: sticky; inset-block-start: var(--pe-space-4); max-block-size: calc(100vh - var(--pe-space-8)); overflow: auto; }
}
@media (max-width: 640px) {
  .pe-details .pe-facts { grid-template-columns: 1fr 1fr; gap: var(--pe-space-2) var(--pe-space-4); }
  .pe-details .pe-facts dd + dt { margin-block-start: 0; }
  .pe-item > .pe-stack { flex-basis: 100%; }
  .pe-item > .pe-actions, .pe-item > .pe-actions .pe-button { flex: 1 1 auto; }
}
`;
