/** What a bot that runs no scripts reads in the HTML of a page. */
import { Parser } from 'htmlparser2';

/** The declarations and the text of a document. Texts have their white space collapsed. */
export interface BotDocument {
  /** Of each `<title>` outside of pictures (SVG), which have titles of their own. */
  readonly titles: readonly string[];
  /** Content of each `<meta name="description">`. */
  readonly descriptions: readonly string[];
  /**
   * Target of each `<link rel="canonical">`, as written. Search engines read such a link only in the head, and only one for all clients:
   * without `media`, `type`, `lang` and `hreflang`.
   */
  readonly canonicals: readonly string[];
  /** Each `<link rel="alternate" hreflang="…">` in the head; targets as written. */
  readonly alternates: ReadonlyArray<{ readonly language: string; readonly href: string }>;
  /** Each `<meta>` for robots, of all or of one. */
  readonly robots: ReadonlyArray<{ readonly name: string; readonly content: string }>;
  /** Texts of all `<h1>` and of all `<h2>`. */
  readonly headings: { readonly h1: readonly string[]; readonly h2: readonly string[] };
  /** Each `<script type="application/ld+json">`. */
  readonly jsonLd: readonly string[];
  /** `lang` of the document in lower case; empty without one. */
  readonly language: string;
  /** Target of the first `<base>`, as written; null without one. */
  readonly base: string | null;
  /** Target of each `<a>` and `<area>`, as written, and whether bots are asked not to follow it. */
  readonly links: ReadonlyArray<{ readonly href: string; readonly nofollow: boolean }>;
  /** The text, one line per block, whether it is visible or not. */
  readonly text: string;
  /** Whether that is all of it: of a very long or very deep document only the beginning is read. */
  readonly isWhole: boolean;
}

/** Names of `<meta>` that tell robots whether to index a page: all, or those of a search engine. */
export const ROBOTS: ReadonlySet<string> = new Set([
  'robots',
  'googlebot',
  'bingbot',
  'slurp',
  'duckduckbot',
  'yandex',
  'yandexbot',
  'baiduspider',
  'applebot',
]);

/** Elements whose content is not text of the page; those of pictures are not read in the browser either. */
const SILENT: ReadonlySet<string> = new Set([
  'script',
  'style',
  'title',
  'svg',
  'math',
  'iframe',
  'object',
  'noscript',
]);
/** Elements that do not end a line. */
const INLINE: ReadonlySet<string> = new Set(
  (
    'a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd label mark q rp rt ruby s samp slot small span ' +
    'strike strong sub sup time tt u var wbr'
  ).split(' '),
);
/** Attributes of a link that is not for all clients. */
const FOR_SOME = ['media', 'type', 'lang'] as const;
/**
 * Limits, because a hostile page must not keep the thread of the service: characters of text, items of a kind, links, elements and pieces
 * of text in all, and elements in one another.
 */
const MAX = { text: 300_000, items: 200, links: 5_000, tokens: 200_000, depth: 2_000 };
/** Characters that are read before the limits are checked. */
const PIECE = 64 * 1024;

const collapsed = (text: string) => text.replaceAll(/\s+/g, ' ').trim();
const hasWord = (list: string | undefined, word: string) => (list ?? '').toLowerCase().split(/\s+/).includes(word);

/** What the addresses in a document are relative to. @param url its address */
export function baseOf({ base }: Pick<BotDocument, 'base'>, url: string): string {
  return URL.parse(base ?? '', url)?.href ?? url;
}

/** Reads a document. */
export function readDocument(html: string): BotDocument {
  const titles: string[] = [];
  const descriptions: string[] = [];
  const canonicals: string[] = [];
  const alternates: Array<{ language: string; href: string }> = [];
  const robots: Array<{ name: string; content: string }> = [];
  const headings = { h1: [] as string[], h2: [] as string[] };
  const jsonLd: string[] = [];
  const links: Array<{ href: string; nofollow: boolean }> = [];
  let [language, base]: [string, string | null] = ['', null];
  let text = '';
  let [silent, pictures, templates] = [0, 0, 0];
  let isBody = false;
  /** The text that is collected apart from that of the page: a title, a heading, structured data. */
  let own: { name: string; into: string[]; text: string } | undefined;
  const openTemplates: boolean[] = [];
  let [depth, tokens] = [0, 0];

  const add = <T>(list: T[], item: T) => {
    if (list.length < MAX.items) list.push(item);
  };
  const noteMeta = (name: string, content: string) => {
    if (name === 'description') add(descriptions, collapsed(content));
    else if (ROBOTS.has(name)) add(robots, { name, content: collapsed(content) });
  };
  const noteLink = ({ rel, href, hreflang, ...more }: Record<string, string>) => {
    if (href === undefined || isBody) return;
    const isForAll = ![hreflang, ...FOR_SOME.map((name) => more[name])].some((value) => value !== undefined);
    if (hasWord(rel, 'canonical') && isForAll) add(canonicals, href.trim());
    // Feeds and style sheets have languages, too.
    const isOfPage = /^(?:|text\/html|application\/xhtml\+xml)(?:;|$)/i.test((more['type'] ?? '').trim());
    if (hreflang !== undefined && isOfPage && hasWord(rel, 'alternate') && !hasWord(rel, 'stylesheet')) {
      add(alternates, { language: hreflang.trim(), href: href.trim() });
    }
  };
  const noteReference = (name: string, { rel, lang, ...more }: Record<string, string>) => {
    const href = more['href'] ?? (pictures > 0 ? more['xlink:href'] : undefined);
    if (name === 'html') language ||= (lang ?? '').trim().toLowerCase();
    if (href === undefined) return;
    if (name === 'base') base ??= href.trim();
    if (name !== 'a' && name !== 'area') return;
    if (links.length < MAX.links) links.push({ href: href.trim(), nofollow: hasWord(rel, 'nofollow') });
  };
  const targetOf = (name: string, type: string | undefined): string[] | undefined => {
    if (name === 'title' && pictures === 0) return titles;
    if (name === 'h1' || name === 'h2') return headings[name];
    return name === 'script' && /^\s*application\/ld\+json\s*(?:;|$)/i.test(type ?? '') ? jsonLd : undefined;
  };

  const parser = new Parser({
    onopentag: (name, attributes) => {
      depth += 1;
      tokens += 1;
      if (name === 'template') {
        // The content of a declarative shadow root is shown, that of other templates is not.
        const isInert = attributes['shadowrootmode'] === undefined;
        openTemplates.push(isInert);
        if (isInert) templates += 1;
      }
      if (templates > 0) return;
      if (name === 'body') isBody = true;
      if (name === 'meta') noteMeta((attributes['name'] ?? '').trim().toLowerCase(), attributes['content'] ?? '');
      else if (name === 'link') noteLink(attributes);
      else noteReference(name, attributes);
      if (name === 'svg' || name === 'math') pictures += 1;
      if (SILENT.has(name)) silent += 1;
      const into = own ? undefined : targetOf(name, attributes['type']);
      if (into) own = { name, into, text: '' };
      if (!INLINE.has(name)) text += '\n';
    },
    ontext: (data) => {
      tokens += 1;
      if (templates > 0) return;
      if (own) own.text += data;
      if (silent === 0 && text.length < MAX.text) text += data.replaceAll(/\s+/g, ' ');
    },
    onclosetag: (name) => {
      depth -= 1;
      if (name === 'template') {
        if (openTemplates.pop() === true) templates -= 1;
        return;
      }
      if (templates > 0) return;
      if (own?.name === name) {
        add(own.into, name === 'script' ? own.text : collapsed(own.text));
        own = undefined;
      }
      if (SILENT.has(name)) silent -= 1;
      if (name === 'svg' || name === 'math') pictures -= 1;
      if (!INLINE.has(name)) text += '\n';
    },
  });
  let at = 0;
  while (at < html.length && depth < MAX.depth && tokens < MAX.tokens) {
    parser.write(html.slice(at, at + PIECE));
    at += PIECE;
  }
  parser.end();
  const lines = text.split('\n').map(collapsed);
  return {
    titles,
    descriptions,
    canonicals,
    alternates,
    robots,
    headings,
    jsonLd,
    language,
    base,
    links,
    text: lines.filter((line) => line !== '').join('\n'),
    isWhole: at >= html.length && text.length < MAX.text,
  };
}
