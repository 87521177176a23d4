/** The default layout of data: a card for each row, with its title first and large images. */
import { escapeHtml } from '../templates/safe-html.ts';
import { ExportedFile, fileLink } from '../files/exported-file.ts';
import { stringified } from '../writing/items.ts';
import type { PageData } from '../templates/template-data.ts';
import { isRecord } from '../templates/plain.ts';
import { LocalDay, WrittenValue } from '../../../platform/written-value.ts';

const TITLES: ReadonlySet<string> = new Set(['title', 'name', 'subject', 'label', 'headline', 'number', 'email']);
const IMAGE_NAME = /image|photo|picture|avatar|thumbnail|cover|logo/i;
const IMAGE_ADDRESS = /^(?:https?:\/\/\S+|data:image\/\S+)$/;
const MOMENT = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?$/;
// oxlint-disable-next-line no-control-regex -- these are the ones to show
const UNSEEN = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]/;
const LONG = 120;
const DEEP = 4;
const NONE = '<span class="book-none">–</span>';

/** Cards of a collection; rows as `PlainRows` makes them. */
export function collectionCards(data: PageData): string {
  return `<div class="book-cards">${data.collection.map((row) => card(row, data, 'h2')).join('\n')}</div>`;
}

/** The one card of a member. */
export function memberCard(data: PageData): string {
  return `<div class="book-cards book-cards-one">${card(data.member, data, 'h2')}</div>`;
}

function card(row: unknown, data: PageData, heading: string): string {
  if (!isRecord(row) || row instanceof Date || row instanceof WrittenValue || Array.isArray(row)) {
    return `<article class="book-card"><div>${valueHtml(row, data, 0)}</div></article>`;
  }
  const fields = Object.entries(row).filter(([, field]) => typeof field !== 'function' && field !== undefined);
  const title = fields.find(([key, field]) => TITLES.has(key.toLowerCase()) && isNameable(field));
  const images = fields.filter(([key, field]) => isImage(key, field));
  const rest = fields.filter((field) => field !== title && !images.includes(field));
  const alt = title === undefined ? '' : String(title[1]);
  const pictures = images.map(([, address]) => data.imageTag(String(address), { alt }).toString());
  return (
    `<article class="book-card">` +
    (pictures.length === 0 ? '' : `<div class="book-pictures">${pictures.join('')}</div>`) +
    (title === undefined ? '' : `<${heading}>${escapeHtml(visible(String(title[1])))}</${heading}>`) +
    facts(rest, data, 0) +
    `</article>`
  );
}

function facts(fields: ReadonlyArray<[string, unknown]>, data: PageData, depth: number): string {
  if (fields.length === 0) return '';
  const items = fields.map(([key, value]) => {
    const isLong = typeof value === 'string' && value.length > LONG;
    return `<div${isLong ? ' class="book-long"' : ''}><dt>${escapeHtml(words(key))}</dt><dd>${valueHtml(value, data, depth)}</dd></div>`;
  });
  return `<dl class="book-facts">${items.join('')}</dl>`;
}

function valueHtml(value: unknown, data: PageData, depth: number): string {
  if (value === null || value === undefined || value === '') return NONE;
  if (typeof value === 'boolean') return escapeHtml(data.t(value ? 'export.yes' : 'export.no'));
  if (typeof value === 'number') return escapeHtml(numberText(value, data.locale));
  if (value instanceof LocalDay) return `<time datetime="${value.text}">${escapeHtml(data.date(value.text))}</time>`;
  if (value instanceof WrittenValue) return escapeHtml(value.toString());
  if (value instanceof Date || (typeof value === 'string' && MOMENT.test(value))) return moment(value, data);
  if (typeof value === 'string' || typeof value === 'bigint') return textHtml(value.toString());
  if (typeof value !== 'object') return '';
  if (value instanceof ExportedFile) return fileLink(value, data);
  if (depth >= DEEP) return `<code>${escapeHtml(stringified(value) ?? '')}</code>`;
  if (Array.isArray(value)) {
    return `<ul>${value.map((item) => `<li>${valueHtml(item, data, depth + 1)}</li>`).join('')}</ul>`;
  }
  return facts(Object.entries(value), data, depth + 1);
}

/** A number that would have more than twenty digits is shown with its exponent. */
function numberText(value: number, locale: string): string {
  return /e/.test(String(value)) ? String(value) : numbersOf(locale).format(value);
}

const NUMBERS = new Map<string, Intl.NumberFormat>();

/** Created once per language: creating one takes longer than rendering a row. */
function numbersOf(locale: string): Intl.NumberFormat {
  const numbers =
    NUMBERS.get(locale) ?? new Intl.NumberFormat(locale, { useGrouping: false, maximumFractionDigits: 20 });
  NUMBERS.set(locale, numbers);
  return numbers;
}

function moment(value: Date | string, { date }: PageData): string {
  const shown = date(value, 'minute');
  if (shown === '') return value instanceof Date ? NONE : textHtml(value);
  // The exact value: pages show no seconds.
  const exact = value instanceof Date ? value.toISOString() : value;
  return `<time datetime="${exact}">${escapeHtml(shown)}</time>`;
}

/** Characters that HTML cannot contain are shown as JSON writes them. */
function textHtml(text: string): string {
  const escaped = escapeHtml(visible(text));
  return /^https?:\/\/\S+$/.test(text) ? `<a href="${escaped}" rel="noreferrer">${escaped}</a>` : escaped;
}

function visible(text: string): string {
  if (text.isWellFormed() && !UNSEEN.test(text)) return text;
  return text.replaceAll(new RegExp(`${UNSEEN.source}|\\p{Surrogate}`, 'gu'), (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}

function isNameable(value: unknown): boolean {
  return (typeof value === 'string' && value !== '' && value.length <= LONG) || typeof value === 'number';
}

function isImage(key: string, value: unknown): boolean {
  return typeof value === 'string' && IMAGE_NAME.test(key) && IMAGE_ADDRESS.test(value);
}

/** `shippedAt`, `shipped_at` → `Shipped at`; `orderId` → `Order ID`. */
function words(key: string): string {
  const spaced = key
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/[_-]+/g, ' ')
    .trim()
    .toLowerCase()
    .replaceAll(/\bid\b/g, 'ID');
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
}
