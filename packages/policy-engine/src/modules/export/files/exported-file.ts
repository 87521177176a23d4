/** A file of a row in an export: its JSON, and its link. */
import type { Translate } from '../../../platform/i18n/language.ts';
import { escapeHtml } from '../templates/safe-html.ts';

/** The facts of a row's file in an export. */
export interface ExportedFileFacts {
  /** Path in the export; null if the file is missing. */
  readonly path: string | null;
  /** Its name, made safe: without folders and characters that hide its type. */
  readonly name: string;
  /** As declared by the host. */
  readonly mediaType: string | null;
  readonly bytes: number | null;
  /** SHA-256 of its content, hexadecimal. */
  readonly sha256: string | null;
  /** The value of the field, such as the path in the storage; null if that is not a text. */
  readonly source: string | null;
  /** Why it is missing, in English; null if it is not. */
  readonly reason: string | null;
}

/** See {@link ExportedFileFacts}; a class, so that the default template can distinguish it from data. */
export class ExportedFile implements ExportedFileFacts {
  readonly path: string | null;
  readonly name: string;
  readonly mediaType: string | null;
  readonly bytes: number | null;
  readonly sha256: string | null;
  readonly source: string | null;
  readonly reason: string | null;

  constructor({ path, name, mediaType, bytes, sha256, source, reason }: ExportedFileFacts) {
    this.path = path;
    this.name = name;
    this.mediaType = mediaType;
    this.bytes = bytes;
    this.sha256 = sha256;
    this.source = source;
    this.reason = reason;
  }
}

/** Where a link is placed. */
export interface LinkContext {
  /** Relative path from the page to the folder of the export. */
  readonly root: string;
  readonly locale: string;
  readonly t: Translate;
}

/** HTML of a link to a file, or of a text that it is missing. */
export function fileLink({ path, name, mediaType, bytes }: ExportedFile, { root, locale, t }: LinkContext): string {
  if (path === null) {
    return `<span class="book-missing">${escapeHtml(t('export.file.missing', { name }))}</span>`;
  }
  const href = escapeHtml(root + path.split('/').map(encodeURIComponent).join('/'));
  const type = mediaType === null ? '' : ` type="${escapeHtml(mediaType)}"`;
  const size = bytes === null ? '' : ` <small>${escapeHtml(sizeInWords(bytes, locale))}</small>`;
  // Saved instead of opened, if the browser supports it: an uploaded page is not a page of the export.
  return `<a href="${href}"${type} download>${escapeHtml(name)}</a>${size}`;
}

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

function sizeInWords(bytes: number, locale: string): string {
  const power = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), UNITS.length - 1);
  const unit = UNITS[power] ?? 'byte';
  const size = bytes / 1000 ** power;
  return new Intl.NumberFormat(locale, { style: 'unit', unit, maximumFractionDigits: 1 }).format(size);
}
