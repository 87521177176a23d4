/** The data that templates of an export receive. */
import type { Translate } from '../../../platform/i18n/language.ts';
import type { ExportedFileFacts } from '../files/exported-file.ts';
import type { TemplateHtml } from './safe-html.ts';

/** Attributes of an image. */
export interface ImageAttributes {
  /** Description of its content. Default: empty, for a decorative image. */
  readonly alt?: string;
  readonly class?: string;
  readonly title?: string;
  /** Pixels. */
  readonly width?: number;
  /** Pixels. */
  readonly height?: number;
}

/** What every template can use. */
export interface CommonData {
  /** The host's record of the person. */
  readonly user: unknown;
  /** BCP 47 tag. */
  readonly locale: string;
  /** Relative path from this page to the folder of the export: empty, `../` or `../../`. */
  readonly root: string;
  /** A text of the engine. */
  readonly t: Translate;
  /**
   * A day or time in the person's language: from a `Date`, an ISO 8601 text or milliseconds; empty for anything else. Times are in the
   * time zone of the export, with UTC beside it; a day, a time without a zone, and a `Date` at midnight of the process's zone (as drivers
   * return a DATE) stay as they are.
   */
  readonly date: (value: unknown, precision?: 'day' | 'minute') => string;
  /**
   * An image that is part of the export: fetched from a public address, read from one of `imageFolders`, or a `data:`
   * URL. An image that can't be fetched is replaced by a placeholder that says so.
   */
  readonly imageTag: (source: string | URL | null | undefined, attributes?: ImageAttributes) => TemplateHtml;
}

/** Position of a page in its rule. */
export interface PageInfo {
  /** Counted from 1. */
  readonly number: number;
  /** Rows of a full page. */
  readonly per: number;
  readonly hasNext: boolean;
  /** Rows on the pages before this one. */
  readonly offset: number;
}

/** The data for the template of a rule: `collection` or `member`, depending on the rule. */
export interface PageData<Row = unknown, Member = unknown> extends CommonData {
  /** The rows of this page. */
  readonly collection: readonly Row[];
  readonly member: Member;
  readonly page: PageInfo;
  readonly rule: { readonly name: string; readonly label: string };
  /**
   * A link to the file in a field of a row, as declared in the rule's `files`: empty if the row has none, and a message
   * if it could not be read.
   */
  readonly fileTag: (row: unknown, field: string) => TemplateHtml;
  /** The same file for JSON; null if the row has none. */
  readonly fileOf: (row: unknown, field: string) => ExportedFileFacts | null;
}

/** A rule as the first page of the export shows it. */
export interface IndexEntry {
  readonly name: string;
  readonly label: string;
  /** Link from the first page. */
  readonly href: string;
  /** Rows; null for a member rule. */
  readonly rows: number | null;
}

/** The data for `indexTemplate`. */
export interface IndexData extends CommonData {
  readonly rules: readonly IndexEntry[];
  /** A few images of the export, as links from the first page. */
  readonly images: readonly string[];
  readonly createdAt: Date;
}

/** The data for `layout`, for every page. */
export interface LayoutData extends CommonData {
  /** The page itself. */
  readonly body: TemplateHtml;
  readonly title: string;
  readonly dir: 'ltr' | 'rtl';
  /** For `<head>`: character set, content security policy, viewport, the engine's style sheet. */
  readonly head: TemplateHtml;
}
