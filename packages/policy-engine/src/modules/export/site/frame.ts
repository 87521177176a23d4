/** The frame of every page of an export: works from a disk, from a server, without JavaScript and on paper. */
import type { Language } from '../../../platform/i18n/language.ts';
import { escapeHtml, safeHtml } from '../templates/safe-html.ts';
import { type Render, renderHtml } from '../templates/template.ts';
import type { CommonData, LayoutData } from '../templates/template-data.ts';

/** An entry of the navigation. */
export interface NavigationEntry {
  readonly label: string;
  /** Link from the folder of the export. */
  readonly href: string;
}

/** A page to be framed. */
export interface FramedPage {
  readonly title: string;
  /** Content of `<main>`; HTML. */
  readonly body: string;
  /** Relative path to the folder of the export. */
  readonly root: string;
  /** `href` of its entry in the navigation. */
  readonly place: string;
  /** Scripts of the page, as links from the folder of the export. */
  readonly scripts?: readonly string[];
}

/**
 * What pages may load: files beside them. On a disk, `'self'` does not include the folder in every browser, so `file:` repeats it.
 * No network request is possible, regardless of a person's data.
 */
const POLICY =
  "default-src 'none'; style-src 'self' file:; script-src 'self' file:; img-src 'self' file: data:; base-uri 'none'; form-action 'none'";

/** What a frame is made of. */
export interface FrameOptions {
  readonly language: Language;
  /** Name of the host. */
  readonly brand: string;
  readonly navigation: readonly NavigationEntry[];
  /** E.g. `As of 21 November 2026`. */
  readonly footer: string;
  readonly layout: Render<LayoutData> | undefined;
}

/** Wraps pages in their frame. */
export class Frame {
  readonly #options: FrameOptions;
  /** By root and entry: the HTML before and after the content is the same on thousands of pages. */
  readonly #around = new Map<string, { readonly before: string; readonly after: string }>();

  constructor(options: FrameOptions) {
    this.#options = options;
  }

  /** @param common what a layout of the host receives besides the page */
  page(page: FramedPage, common: CommonData): string | Promise<string> {
    const { language, layout } = this.#options;
    const { title, root } = page;
    if (layout === undefined) return this.#framed(page);
    const scripts = (page.scripts ?? []).map((script) => scriptTag(root + script)).join('');
    const data: LayoutData = {
      ...common,
      body: safeHtml(page.body + scripts),
      title,
      dir: language.dir,
      head: safeHtml(headOf(root)),
    };
    return renderHtml('exporter.layout', layout, data);
  }

  #framed({ title, body, root, place, scripts = [] }: FramedPage): string {
    const key = `${root} ${place}`;
    let around = this.#around.get(key);
    if (around === undefined) this.#around.set(key, (around = this.#makeAround(root, place)));
    const { locale, dir } = this.#options.language;
    const extra = scripts.map((script) => scriptTag(root + script)).join('');
    return (
      `<!doctype html>\n<html lang="${escapeHtml(locale)}" dir="${dir}">\n<head>\n<title>${escapeHtml(title)}</title>` +
      `${around.before}${body}${around.after}${extra}</body>\n</html>\n`
    );
  }

  #makeAround(root: string, current: string): { before: string; after: string } {
    const { language, brand, navigation, footer } = this.#options;
    const { t } = language;
    const links = navigation.map(({ label, href }) => {
      const isCurrent = href === current ? ' aria-current="page"' : '';
      return `<li><a href="${escapeHtml(root + href)}"${isCurrent}>${escapeHtml(label)}</a></li>`;
    });
    const before = `
${headOf(root)}
</head>
<body>
<a class="pe-skip" href="#content">${escapeHtml(t('app.skip'))}</a>
<header class="book-top"><div class="book-top-row">
<a class="book-brand" href="${root}index.html">${escapeHtml(brand)}</a>
<nav class="book-nav" aria-label="${escapeHtml(t('export.contents'))}"><ul>${links.join('')}</ul></nav>
<a class="book-find" href="${root}search.html"${current === 'search.html' ? ' aria-current="page"' : ''}>${SEARCH_ICON}<span>${escapeHtml(t('export.search'))}</span></a>
</div></header>
<main class="book-main" id="content" tabindex="-1">
`;
    const after = `
</main>
<footer class="book-foot"><p>${escapeHtml(footer)}</p></footer>
`;
    return { before, after };
  }
}

const SEARCH_ICON =
  '<svg width="18" height="18" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" aria-hidden="true"><circle cx="11" cy="11" r="6.5"/><path d="m16 16 4.5 4.5"/></svg>';

function headOf(root: string): string {
  return `<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="robots" content="noindex">
<link rel="stylesheet" href="${root}assets/book.css">`;
}

function scriptTag(href: string): string {
  return `<script src="${escapeHtml(href)}" defer></script>\n`;
}
