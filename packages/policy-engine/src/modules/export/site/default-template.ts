/** The default layout of data: a card for each row, with its title first and large images. */
import { escapeHtml } from '../templates/safe-html.ts';
import { ExportedFile, fileLink } from '../files/exported-file.ts';
import { stringified } from '../writing/items.ts';
import type { PageData } from '../templates/template-data.ts';
import { isRecord } from '../templates/plain.ts';

const TITLES: ReadonlySet<string> = new Set(['title', 'name', 'subject', 'label', 'headline', 'number', 'email']);
const IMAGE_NAME = /image|photo|picture|avatar|thumbnail|cover|logo/i;
const IMAGE_ADDRESS = /^(?:https?:\/\/\S+|data:image\/\S+)$/;
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)$/;
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
  if (!isRecord(row) || row instanceof Date || Array.isArray(row)) {
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
    (title === undefined ? '' : `<${heading}>${escapeHtml(String(title[1]))}</${heading}>`) +
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
  if (typeof value === 'number') return escapeHtml(numbersOf(data.locale).format(value));
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

const NUMBERS = new Map<string, Intl.NumberFormat>();

/** Created once per language: creating one takes longer than rendering a row. */
function numbersOf(locale: string): Intl.NumberFormat {
  const numbers =
    NUMBERS.get(locale) ?? new Intl.NumberFormat(locale, { useGrouping: false, maximumFractionDigits: 20 });
  NUMBERS.set(locale, numbers);
  return numbers;
}

function moment(value: Date | string, { date }: PageData): string {
  const exact = new Date(value);
  if (Number.isNaN(exact.getTime())) return value instanceof Date ? NONE : textHtml(value);
  return `<time datetime="${exact.toISOString()}">${escapeHtml(date(exact, 'minute'))}</time>`;
}

function textHtml(text: string): string {
  const escaped = escapeHtml(text);
  return /^https?:\/\/\S+$/.test(text) ? `<a href="${escaped}" rel="noreferrer">${escaped}</a>` : escaped;
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
