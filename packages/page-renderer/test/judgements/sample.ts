/** Pages that are judged: how they are declared, and what they are filled with. */

/** A page with what it is expected to be found guilty of. */
export interface Sample {
  /** What is special about it. */
  readonly name: string;
  readonly html: string;
  /** Names of the judgements that find something. */
  readonly faults: readonly string[];
  /** Default: {@link ADDRESS}. */
  readonly url?: string;
  /** Default: 200. */
  readonly status?: number;
  /** Headers of the server, names in lower case, several values of a name on separate lines. */
  readonly sent?: Readonly<Record<string, string>>;
  /** Headers that the page sets with meta tags. */
  readonly metas?: readonly string[];
  /** The text that people see; default: that of the HTML. */
  readonly people?: string;
  /** Parts of the window, from 0 to 1; default: 0. */
  readonly frame?: number;
  readonly canvas?: number;
  /** What the site shows for an address that cannot exist; default: an honest 404. */
  readonly missing?: Answer | string;
  /** Other pages by address; all others are refused. */
  readonly others?: Readonly<Record<string, Answer>>;
  /** Request headers whose value the cache key has. */
  readonly settled?: readonly string[];
  readonly ignored?: readonly string[];
}

/** A page of the site. `shown`: the address after redirects. */
export interface Answer {
  readonly html?: string;
  readonly status?: number;
  readonly shown?: string;
  readonly link?: string;
}

export const ADDRESS = 'https://shop.example/lamps/8';

export const HONEST: Answer = {
  status: 404,
  html: document('Page not found | Shop', '<h1>Page not found</h1><p>Try the search, or go to the start page.</p>'),
};

/** A document with a title, and elements for its head. */
export function document(title: string, body: string, head = ''): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title>${head}</head><body>${body}</body></html>`;
}

export const NAVIGATION =
  '<nav><a href="/">Start</a> <a href="/lamps">Lamps</a> <a href="/chairs">Chairs</a> <a href="/tables">Tables</a> <a href="/help">Help</a></nav>';
export const FOOTER =
  '<footer><p>Free delivery above fifty euros. Returns within thirty days.</p><a href="/imprint">Imprint</a> <a href="/privacy">Privacy</a></footer>';
/** About forty words. */
export const LAMP =
  '<p>A floor lamp of solid oak with a shade of linen. It gives a warm and even light, and its cable is long enough for every corner of the room. The base is heavy, so that neither children nor cats tip it over.</p>';

/** A page of a product. */
export function product(head = '', body = ''): string {
  return document(
    'Floor lamp Oslo | Shop',
    `${NAVIGATION}<main><h1>Floor lamp Oslo</h1>${LAMP}${body}</main>${FOOTER}`,
    head,
  );
}

/** A page that says that there is none, in the frame of the site. */
export function notFound(heading: string, title = 'Shop', head = ''): string {
  return document(
    title,
    `${NAVIGATION}<main><h1>${heading}</h1><p>Perhaps the search helps.</p></main>${FOOTER}`,
    head,
  );
}

/** Text of any length. @param words at least two */
export function prose(words: number): string {
  const stock = LAMP.replaceAll(/<[^>]+>|[.,]/g, '').split(' ');
  return `<p>${Array.from({ length: words }, (_, index) => `${stock[index % stock.length]}${index % 7 === 0 ? 'wise' : ''}`).join(' ')}</p>`;
}
