/** How a page is printed, with lengths as in style sheets. */
import { RendererError } from '../../kernel/errors.ts';

/** Options of a PDF; all are part of the cache key. */
export interface PdfOptions {
  /**
   * `A3` to `A6`, `Letter`, `Legal`, `Tabloid` or `Ledger`, or a width and a height such as `210mm 297mm`. Default: the size that the
   * style sheets of the page say, otherwise US Letter.
   */
  pageSize?: string | undefined;
  /** Like `margin` in CSS: one to four lengths, such as `1cm` or `20mm 15mm`. Default: 0.4 inches, or what the style sheets of the page say. */
  margin?: string | undefined;
  /** Turns the paper. With `pageSize` or `landscape`, the style sheets of the page do not decide about the size, but
   * `@page` may still turn it. Default: false. */
  landscape?: boolean | undefined;
  /** Whether backgrounds are printed. Default: true. */
  background?: boolean | undefined;
  /** 0.1 to 2. Default: 1. */
  scale?: number | undefined;
  /** Which pages, such as `1-3, 5, 8-`. Default: all. */
  pageRanges?: string | undefined;
  /**
   * A text above each page: text, never HTML. `{page}`, `{pages}`, `{title}`, `{url}` and `{date}` stand for their values; `|` divides it into
   * parts at the left, in the middle and at the right. Default: none.
   */
  headerText?: string | undefined;
  /** The same below each page. */
  footerText?: string | undefined;
  /** Whether the PDF has tags for assistive technology. Default: what the browser does. */
  tagged?: boolean | undefined;
  /** Whether the headings of the page become bookmarks; needs tags. Default: false. */
  outline?: boolean | undefined;
}

/** What the browser is told, with lengths in inches. */
export interface PrintParameters {
  readonly printBackground: boolean;
  readonly preferCSSPageSize: boolean;
  readonly pageRanges: string;
  readonly landscape?: boolean;
  readonly scale?: number;
  readonly paperWidth?: number;
  readonly paperHeight?: number;
  readonly marginTop?: number;
  readonly marginRight?: number;
  readonly marginBottom?: number;
  readonly marginLeft?: number;
  readonly displayHeaderFooter?: boolean;
  readonly headerTemplate?: string;
  readonly footerTemplate?: string;
  readonly generateTaggedPDF?: boolean;
  readonly generateDocumentOutline?: boolean;
}

/** Maximum number of pages of a document. */
export const MAX_PAGES = 200;
/** Maximum number of a page. */
const LAST_PAGE = 100_000;
/** Maximum number of characters of a header or footer. */
export const MAX_RUNNING_TEXT = 300;
/** Maximum number of characters of the other options. */
export const MAX_PRINT_VALUE = 200;

const IN_AN_INCH: Readonly<Record<string, number>> = { in: 1, cm: 2.54, mm: 25.4, pt: 72, px: 96 };
const SIZES: Readonly<Record<string, readonly [width: string, height: string]>> = {
  a3: ['297mm', '420mm'],
  a4: ['210mm', '297mm'],
  a5: ['148mm', '210mm'],
  a6: ['105mm', '148mm'],
  letter: ['8.5in', '11in'],
  legal: ['8.5in', '14in'],
  tabloid: ['11in', '17in'],
  ledger: ['17in', '11in'],
};
/** Sides of a paper in inches: a PDF has at most 200. */
const SIDE = { least: 0.5, most: 200 };
/** What must be left for the content, in inches. */
const LEFT = 0.1;

/**
 * What the browser is told.
 *
 * @throws {RendererError} `invalid-parameter`, naming the option and what is expected
 */
export function printParameters(options: PdfOptions): PrintParameters {
  const { landscape = false, background = true, scale, tagged, outline = false } = options;
  const paper = paperOf(options.pageSize);
  const margins = marginsOf(options.margin);
  requireRoom(paper && landscape ? [paper[1], paper[0]] : paper, margins);
  if (scale !== undefined && !(scale >= 0.1 && scale <= 2)) throw invalid('scale', 'a number from 0.1 to 2', scale);
  if (outline && tagged === false) {
    throw new RendererError('invalid-parameter', 'outline: bookmarks are made of tags; leave out tagged=false');
  }
  const isRunning = Boolean(options.headerText) || Boolean(options.footerText);
  return {
    printBackground: background,
    preferCSSPageSize: paper === undefined && !landscape,
    pageRanges: rangesOf(options.pageRanges),
    ...(landscape && { landscape }),
    ...(scale !== undefined && { scale }),
    ...(paper && { paperWidth: paper[0], paperHeight: paper[1] }),
    ...(margins && {
      marginTop: margins[0],
      marginRight: margins[1],
      marginBottom: margins[2],
      marginLeft: margins[3],
    }),
    ...(isRunning && {
      displayHeaderFooter: true,
      headerTemplate: templateOf('headerText', options.headerText),
      footerTemplate: templateOf('footerText', options.footerText),
    }),
    ...((tagged !== undefined || outline) && { generateTaggedPDF: tagged ?? true }),
    ...(outline && { generateDocumentOutline: true }),
  };
}

function invalid(name: keyof PdfOptions, expected: string, got: string | number): RendererError {
  return new RendererError('invalid-parameter', `${name}: expected ${expected}, got "${got}"`);
}

/** Inches; undefined for what is no length. */
function lengthOf(text: string): number | undefined {
  const [, digits, unit] = /^(\d{1,6}(?:\.\d{1,6})?)(in|cm|mm|pt|px)$/i.exec(text) ?? [];
  if (/^0(?:\.0{1,6})?$/.test(text)) return 0;
  return digits === undefined || unit === undefined ? undefined : Number(digits) / IN_AN_INCH[unit.toLowerCase()]!;
}

function paperOf(pageSize: string | undefined): readonly [width: number, height: number] | undefined {
  if (pageSize === undefined) return undefined;
  const name = pageSize.trim().toLowerCase();
  const sides = Object.hasOwn(SIZES, name) ? SIZES[name]! : name.split(/\s+/);
  const [width, height, ...more] = sides.map(lengthOf);
  if (width === undefined || height === undefined || more.length > 0) {
    const expected = 'A3, A4, A5, A6, Letter, Legal, Tabloid, Ledger, or a width and a height such as "210mm 297mm"';
    throw invalid('pageSize', expected, pageSize);
  }
  const isPossible = [width, height].every((side) => side >= SIDE.least && side <= SIDE.most);
  if (!isPossible) throw invalid('pageSize', `sides from ${SIDE.least}in to ${SIDE.most}in`, pageSize);
  return [width, height];
}

type Margins = readonly [top: number, right: number, bottom: number, left: number];

function marginsOf(margin: string | undefined): Margins | undefined {
  if (margin === undefined) return undefined;
  const lengths = margin.trim().split(/\s+/).map(lengthOf);
  const [top, right = top, bottom = top, left = right, ...more] = lengths;
  if (lengths.includes(undefined) || top === undefined || more.length > 0) {
    throw invalid('margin', 'one to four lengths in mm, cm, in, pt or px, such as "1cm" or "20mm 15mm"', margin);
  }
  return [top, right!, bottom!, left!];
}

/** Of a paper of unknown size, the browser says whether there is room. */
function requireRoom(paper: readonly [number, number] | undefined, margins: Margins | undefined): void {
  if (!paper || !margins) return;
  const [width, height] = paper;
  const [top, right, bottom, left] = margins;
  if (width - left - right >= LEFT && height - top - bottom >= LEFT) return;
  throw new RendererError(
    'invalid-parameter',
    'margin: it leaves no room on the paper; reduce it, or use a larger pageSize',
  );
}

/** One page more than the limit shows whether there are more. */
function rangesOf(pageRanges: string | undefined): string {
  if (pageRanges === undefined) return `1-${MAX_PAGES + 1}`;
  const expected = `pages such as "1-3, 5, 8-", at most ${MAX_PAGES} in all`;
  let count = 0;
  const ranges = pageRanges.split(',').map((part) => {
    const [, from, dash, to] = /^\s*([1-9]\d{0,5})\s*(?:(-)\s*([1-9]\d{0,5})?)?\s*$/.exec(part) ?? [];
    if (from === undefined) throw invalid('pageRanges', expected, pageRanges);
    const first = Number(from);
    const isOpen = dash !== undefined && to === undefined;
    const last = isOpen ? first + MAX_PAGES : Number(to ?? from);
    if (last < first || last > LAST_PAGE) throw invalid('pageRanges', expected, pageRanges);
    if (!isOpen) count += last - first + 1;
    return `${first}-${last}`;
  });
  if (count > MAX_PAGES) throw invalid('pageRanges', expected, pageRanges);
  return ranges.join(',');
}

/** Classes by which the browser fills in values. */
const VALUES: Readonly<Record<string, string>> = {
  page: 'pageNumber',
  pages: 'totalPages',
  title: 'title',
  url: 'url',
  date: 'date',
};
const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const ALIGNED = [['center'], ['left', 'right'], ['left', 'center', 'right']];

/** The browser takes HTML; all of it is written here, so that a text cannot load or run anything. */
function templateOf(name: 'headerText' | 'footerText', text: string | undefined): string {
  if (!text) return '<span></span>';
  if (text.length > MAX_RUNNING_TEXT) throw invalid(name, `at most ${MAX_RUNNING_TEXT} characters`, text.slice(0, 50));
  const parts = text.split('|');
  const aligned = ALIGNED[parts.length - 1];
  if (aligned === undefined) throw invalid(name, 'at most three parts divided by "|"', text);
  const cells = parts.map((part, index) => {
    const pieces = part
      .trim()
      .split(/(\{[^{}]*\})/)
      .map((piece) => {
        if (!/^\{.*\}$/s.test(piece)) return piece.replaceAll(/[&<>"']/g, (character) => ESCAPES[character]!);
        const value = piece.slice(1, -1);
        if (Object.hasOwn(VALUES, value)) return `<span class="${VALUES[value]}"></span>`;
        throw invalid(
          name,
          `only ${Object.keys(VALUES)
            .map((known) => `{${known}}`)
            .join(', ')} in braces`,
          piece,
        );
      });
    return `<div style="flex:1;text-align:${aligned[index]}">${pieces.join('')}</div>`;
  });
  return `<div style="display:flex;gap:12px;width:100%;padding:0 0.4in;font:8px sans-serif">${cells.join('')}</div>`;
}
