/** Styles of the exported site: the engine's tokens, set like a book. */
import { componentsCss } from '../../../platform/web/assets/components.css.ts';
import { layoutCss } from '../../../platform/web/assets/layout.css.ts';
import { tokensCss } from '../../../platform/web/assets/tokens.css.ts';

const ownCss = `
:root { --pe-width: 1120px; --book-serif: 'Iowan Old Style', 'Palatino Linotype', Palatino, 'Book Antiqua', Georgia, 'Noto Serif', serif; }
.book-top { border-block-end: 1px solid var(--pe-border); background: var(--pe-bg); }
.book-top-row {
  max-inline-size: var(--pe-width); margin-inline: auto; padding-inline: var(--pe-space-6);
  display: flex; align-items: center; gap: var(--pe-space-6); min-block-size: 56px;
}
.book-brand { flex: none; color: inherit; font: 600 var(--pe-size-3) / 1.3 var(--book-serif); text-decoration: none; min-block-size: 24px; display: inline-flex; align-items: center; }
.book-nav { flex: 1; min-inline-size: 0; overflow-x: auto; scrollbar-width: none; }
.book-nav ul { display: flex; gap: var(--pe-space-1); margin: 0; padding: 0; list-style: none; }
.book-nav a, .book-find {
  display: inline-flex; align-items: center; gap: var(--pe-space-2); min-block-size: 44px; padding-inline: var(--pe-space-3);
  color: var(--pe-muted); font-weight: 520; text-decoration: none; white-space: nowrap;
}
.book-nav a:hover, .book-find:hover { color: var(--pe-text); }
.book-nav a[aria-current], .book-find[aria-current] { color: var(--pe-text); box-shadow: inset 0 -2px 0 var(--pe-accent); }
.book-nav a:focus-visible { outline-offset: -3px; }
.book-main {
  flex: 1; inline-size: 100%; max-inline-size: var(--pe-width); margin-inline: auto;
  padding: var(--pe-space-8) var(--pe-space-6) var(--pe-space-12); display: grid; align-content: start; gap: var(--pe-space-8);
}
.book-main > * { min-inline-size: 0; }
.book-main:focus { outline: none; }
.book-main h1 { font: 500 clamp(1.875rem, 1.3rem + 2.2vw, 2.75rem) / 1.12 var(--book-serif); letter-spacing: -0.015em; }
.book-main h2 { font-family: var(--book-serif); font-weight: 600; }
.book-head { display: grid; gap: var(--pe-space-2); padding-block: var(--pe-space-4) 0; }
.book-head p { color: var(--pe-muted); font-size: var(--pe-size-3); max-inline-size: var(--pe-measure); }
.book-foot { border-block-start: 1px solid var(--pe-border); color: var(--pe-muted); font-size: var(--pe-size-1); }
.book-foot p { max-inline-size: var(--pe-width); margin-inline: auto; padding: var(--pe-space-4) var(--pe-space-6) var(--pe-space-6); }

.book-cover {
  display: grid; gap: var(--pe-space-8); align-items: center; border-radius: 20px; overflow: hidden;
  padding: clamp(24px, 5vw, 64px);
  background: linear-gradient(150deg, color-mix(in srgb, var(--pe-accent) 13%, var(--pe-bg)), color-mix(in srgb, var(--pe-warning) 9%, var(--pe-bg)));
}
.book-cover-words { display: grid; gap: var(--pe-space-4); align-content: center; }
.book-cover h1 { font-size: clamp(2.25rem, 1.4rem + 3.6vw, 3.75rem); }
.book-overline { font-size: var(--pe-size-2); font-weight: 600; color: var(--pe-muted); }
.book-lead { font-size: var(--pe-size-3); max-inline-size: 46ch; text-wrap: pretty; }
.book-date { color: var(--pe-muted); font-size: var(--pe-size-1); }
.book-mosaic { display: grid; gap: 6px; grid-template-columns: repeat(4, 1fr); }
.book-mosaic img { inline-size: 100%; aspect-ratio: 1; object-fit: cover; border-radius: 6px; background: var(--pe-surface); }
.book-mosaic-1 { grid-template-columns: 1fr; }
.book-mosaic-2, .book-mosaic-4 { grid-template-columns: repeat(2, 1fr); }
.book-mosaic-3 { grid-template-columns: repeat(3, 1fr); }
.book-note { padding: var(--pe-space-3) var(--pe-space-4); border-inline-start: 3px solid var(--pe-warning); background: var(--pe-surface); border-radius: 4px; }
.book-contents { display: grid; gap: var(--pe-space-8); }
.book-chapters { display: grid; gap: var(--pe-space-6); grid-template-columns: repeat(auto-fit, minmax(min(100%, 250px), 1fr)); margin: 0; padding: 0; list-style: none; }
.book-chapter {
  display: grid; grid-template-rows: 148px auto; block-size: 100%; overflow: hidden; color: inherit; text-decoration: none;
  border: 1px solid var(--pe-border); border-radius: 14px; background: var(--pe-bg); box-shadow: var(--pe-shadow);
  transition: transform 140ms, box-shadow 140ms;
}
.book-chapter:hover { transform: translateY(-2px); box-shadow: var(--pe-shadow), 0 10px 28px rgb(18 20 23 / 12%); }
.book-chapter:focus-visible { border-radius: 14px; }
.book-chapter-pictures { display: grid; grid-auto-flow: column; grid-auto-columns: 1fr; gap: 2px; background: color-mix(in srgb, var(--pe-accent) 10%, var(--pe-surface)); min-block-size: 0; }
.book-chapter-pictures img { inline-size: 100%; block-size: 148px; object-fit: cover; }
.book-initial { display: grid; place-items: center; color: color-mix(in srgb, var(--pe-accent) 70%, var(--pe-text)); font: 500 4rem / 1 var(--book-serif); }
.book-chapter-words { display: grid; gap: 2px; align-content: start; padding: var(--pe-space-4) var(--pe-space-5) var(--pe-space-5); }
.book-chapter-words strong { font: 600 var(--pe-size-4) / 1.25 var(--book-serif); }
.book-chapter-words span { color: var(--pe-muted); font-variant-numeric: tabular-nums; }
.book-own { display: flex; flex-wrap: wrap; gap: var(--pe-space-2) var(--pe-space-8); margin: 0; padding: var(--pe-space-5) 0 0; list-style: none; border-block-start: 1px solid var(--pe-border); }
.book-own a { display: inline-flex; align-items: center; min-block-size: 32px; font-weight: 520; }

.book-cards { display: grid; gap: var(--pe-space-5); grid-template-columns: repeat(auto-fill, minmax(min(100%, 300px), 1fr)); align-items: start; }
.book-cards-one { grid-template-columns: minmax(0, 720px); }
.book-card {
  grid-template-columns: minmax(0, 1fr); overflow: hidden; border: 1px solid var(--pe-border); border-radius: 14px; background: var(--pe-bg); box-shadow: var(--pe-shadow);
  padding: var(--pe-space-5); display: grid; gap: var(--pe-space-4); break-inside: avoid;
}
.book-card h2, .book-card h3 { font-size: var(--pe-size-4); }
.book-card > * { min-inline-size: 0; }
.book-pictures { display: grid; grid-auto-flow: column; grid-auto-columns: minmax(0, 1fr); gap: 2px; margin: calc(-1 * var(--pe-space-5)); margin-block-end: 0; background: var(--pe-surface); }
.book-pictures img { inline-size: 100%; aspect-ratio: 3 / 2; object-fit: cover; display: block; }
.book-pictures .book-missing { border: 0; border-radius: 0; aspect-ratio: 3 / 2; }
.book-cards-one .book-pictures img { aspect-ratio: auto; max-block-size: 480px; }
.book-facts { display: grid; gap: var(--pe-space-3); margin: 0; }
.book-facts > div { display: grid; grid-template-columns: minmax(5.5rem, 28%) 1fr; gap: var(--pe-space-4); }
.book-facts > .book-long { grid-template-columns: 1fr; gap: var(--pe-space-1); }
.book-facts dt { color: var(--pe-muted); }
.book-facts dd { margin: 0; white-space: pre-line; font-variant-numeric: tabular-nums; }
.book-facts ul { margin: 0; padding-inline-start: 1.2em; }
.book-facts .book-facts { padding-inline-start: var(--pe-space-3); border-inline-start: 2px solid var(--pe-border); }
.book-card:not(.book-cards-one *) .book-facts > div:has(> dd > .book-facts) { grid-template-columns: 1fr; gap: var(--pe-space-2); }
:is(.book-facts dd, .book-card h2, .book-card h3, .book-lines li) { unicode-bidi: plaintext; }
.book-lines { display: grid; margin: 0; padding: 0; list-style: none; }
.book-lines li {
  display: grid; grid-template-columns: 72px minmax(0, 1fr); gap: var(--pe-space-4); align-items: center;
  padding-block: var(--pe-space-3); border-block-start: 1px solid var(--pe-border); break-inside: avoid;
}
.book-lines li:last-child { padding-block-end: 0; }
.book-lines :is(img, .book-missing) { inline-size: 72px; aspect-ratio: 1; object-fit: cover; border-radius: 8px; padding: 0; overflow: hidden; }
.book-lines small { display: block; color: var(--pe-muted); font-size: var(--pe-size-1); font-variant-numeric: tabular-nums; }
.book-none { color: var(--pe-muted); }
.book-missing {
  display: inline-grid; place-items: center; padding: var(--pe-space-4); border: 1px dashed var(--pe-field-border); border-radius: 8px;
  background: var(--pe-surface); color: var(--pe-muted); font-size: var(--pe-size-1); text-align: center;
}
.book-main img { max-inline-size: 100%; block-size: auto; }
.book-main .book-mosaic img, .book-main .book-chapter-pictures img { block-size: 100%; min-block-size: 0; }

.book-pager { display: flex; align-items: center; justify-content: space-between; gap: var(--pe-space-4); }
.book-pager ol { display: flex; flex-wrap: wrap; align-items: center; justify-content: center; gap: var(--pe-space-1); margin: 0; padding: 0; list-style: none; font-variant-numeric: tabular-nums; }
.book-pager ol a { display: grid; place-items: center; min-inline-size: 40px; min-block-size: 40px; padding-inline: var(--pe-space-2); border-radius: 999px; color: inherit; text-decoration: none; }
.book-pager ol a:hover { background: var(--pe-surface); }
.book-pager ol a[aria-current] { background: var(--pe-text); color: var(--pe-bg); font-weight: 600; }
.book-gap { color: var(--pe-muted); }
.book-json { display: flex; flex-wrap: wrap; gap: var(--pe-space-2) var(--pe-space-6); font-size: var(--pe-size-1); }
.book-json a { color: var(--pe-muted); display: inline-flex; align-items: center; min-block-size: 24px; }

.book-sheet { display: grid; gap: var(--pe-space-6) var(--pe-space-8); grid-template-columns: repeat(auto-fill, minmax(min(100%, 320px), 1fr)); }
.book-sheet section { display: grid; gap: var(--pe-space-2); align-content: start; padding-block-start: var(--pe-space-3); border-block-start: 2px solid var(--pe-text); }
.book-sheet h2 { font-size: var(--pe-size-3); }
.book-sheet p { white-space: pre-line; max-inline-size: var(--pe-measure); }
.book-section { display: grid; gap: var(--pe-space-4); }
.book-rights { margin: 0; padding-inline-start: 1.2em; display: grid; gap: var(--pe-space-2); max-inline-size: var(--pe-measure); }

.book-search input {
  inline-size: 100%; min-block-size: 56px; padding-inline: var(--pe-space-5); border: 1px solid var(--pe-field-border); border-radius: 999px;
  background: var(--pe-bg); color: inherit; font: 400 var(--pe-size-3) / 1.4 var(--pe-font);
}
.book-search input:focus-visible { outline: 2px solid var(--pe-accent); outline-offset: 2px; border-radius: 999px; }
.book-count { color: var(--pe-muted); min-block-size: 1.6em; }
.book-results { display: grid; gap: var(--pe-space-5); margin: 0; padding: 0; list-style: none; max-inline-size: 760px; }
.book-results a { font: 600 var(--pe-size-3) / 1.4 var(--book-serif); }
.book-results mark { background: color-mix(in srgb, var(--pe-warning) 26%, var(--pe-bg)); color: inherit; border-radius: 3px; padding-inline: 1px; }

.book-main .pe-table td { overflow-wrap: anywhere; }
.book-main .pe-table :is(thead th, tbody th) { overflow-wrap: normal; }

@media (min-width: 900px) {
  .book-cover-pictures { grid-template-columns: 1fr minmax(0, 440px); }
}
@media (max-width: 640px) {
  .book-top-row { flex-wrap: wrap; gap: 0 var(--pe-space-4); padding-inline: var(--pe-space-4); }
  .book-brand { min-block-size: 48px; flex: 1; }
  .book-nav { order: 3; flex: 1 0 100%; margin-inline: calc(-1 * var(--pe-space-4)); padding-inline: var(--pe-space-1); }
  .book-main { padding: var(--pe-space-5) var(--pe-space-4) var(--pe-space-8); gap: var(--pe-space-6); }
  .book-foot p { padding-inline: var(--pe-space-4); }
  .book-cover { border-radius: 16px; }
  .book-chapters { gap: var(--pe-space-4); }
  .book-chapter { grid-template-rows: auto; grid-template-columns: 112px 1fr; }
  .book-chapter-pictures img { block-size: 100%; min-block-size: 96px; }
  .book-chapter-pictures img:nth-child(n + 2) { display: none; }
  .book-chapter-words { align-content: center; }
  .book-initial { font-size: 2.5rem; }
  .book-facts > div:has(> dd > .book-facts) { grid-template-columns: 1fr; gap: var(--pe-space-2); }
  .book-pager { flex-wrap: wrap; }
  .book-pager ol { order: -1; flex: 1 0 100%; }
  .book-pager .pe-button { flex: 1; }
}
@media (max-width: 640px) {
  .book-main .pe-table td[data-label] { display: grid; grid-template-columns: minmax(6rem, 34%) minmax(0, 1fr); }
}
@media print {
  :root { --pe-bg: #fff; --pe-surface: #f4f4f2; --pe-text: #111; --pe-muted: #555; --pe-border: #ccc; --pe-shadow: none; }
  @page { margin: 18mm 16mm; }
  .book-top, .book-pager, .book-json, .pe-skip, .book-own { display: none; }
  .book-main { max-inline-size: none; padding: 0; gap: 8mm; }
  .book-cover { padding: 12mm; print-color-adjust: exact; -webkit-print-color-adjust: exact; }
  .book-cards { grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 6mm; }
  .book-cards-one { grid-template-columns: minmax(0, 1fr); }
  .book-pictures :is(img, .book-missing) { aspect-ratio: 2; }
  .book-chapters { grid-template-columns: repeat(4, minmax(0, 1fr)); gap: 4mm; }
  .book-chapter { grid-template-rows: 30mm auto; break-inside: avoid; }
  .book-chapter-pictures img { block-size: 30mm; }
  .book-chapter-words { padding: 3mm; }
  .book-sheet section, .book-rights li, .pe-table tr { break-inside: avoid; }
  .book-foot { border: 0; }
  .book-foot p { padding: 6mm 0 0; }
}
`;

export const bookCss: string = tokensCss + layoutCss + componentsCss + ownCss;
