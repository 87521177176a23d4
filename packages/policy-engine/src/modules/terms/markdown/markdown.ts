/**
 * Markdown → HTML that is safe in any page.
 *
 * Two layers of protection. The parser does not recognise raw HTML: it is shown as text, so that no part of an accepted text is
 * hidden, and every tag is the renderer's own, from a short list. Its output goes through sanitize-html with the same list, so that
 * a mistake of the first layer, or of the Markdown parser, has no effect.
 */
import { Marked, type Token, type Tokens } from 'marked';
import sanitizeHtml from 'sanitize-html';
import { localPath } from '../../../platform/web/index.ts';
import { withinProcessorTime } from './time-limit.ts';

const TAGS = 'h2 h3 h4 h5 h6 p br hr strong em del a img ul ol li blockquote code pre table thead tbody tr th td'.split(
  ' ',
);

const ALLOWED: sanitizeHtml.IOptions = {
  allowedTags: TAGS,
  // No class, style, id, name or title: IDs and names would shadow properties of the page's document.
  allowedAttributes: { a: ['href', 'rel'], img: ['src', 'alt'], ol: ['start'] },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowedSchemesByTag: { img: [] },
  allowProtocolRelative: false,
  disallowedTagsMode: 'escape',
  parseStyleAttributes: false,
};

/** A link target that is written into the page; `external`: it leads to another site. */
interface Target {
  readonly href: string;
  readonly external: boolean;
}

/**
 * The target of a link: an absolute http or https address, mail, telephone, or a path of this site. Anything else (other schemes,
 * `//host`, paths relative to the page, credentials in the address) is rejected.
 */
function targetOf(written: string): Target | null {
  const local = localPath(written, '');
  if (local !== '') return { href: local, external: false };
  const url = URL.parse(written);
  if (url === null || url.username !== '' || url.password !== '') return null;
  if (url.protocol === 'mailto:' || url.protocol === 'tel:') return { href: url.href, external: false };
  const isWeb = url.protocol === 'http:' || url.protocol === 'https:';
  return isWeb ? { href: url.href, external: true } : null;
}

/** @param keepEntities - for text in which the author may have written `&eacute;` */
function escaped(text: string, keepEntities = false): string {
  return text
    .replace(keepEntities ? /&(?!#\d{1,7};|#x[\da-f]{1,6};|\w+;)/gi : /&/g, '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}

function linkHtml(written: string, inner: string): string {
  // An address copied from HTML. No other entity is decoded: the rest is text to the browser as well.
  const target = targetOf(written.replaceAll('&amp;', '&'));
  if (target === null) return inner;
  const rel = target.external ? ' rel="noopener noreferrer"' : '';
  return `<a href="${escaped(target.href)}"${rel}>${inner}</a>`;
}

/** Images of the site itself are shown; an image of another site would tell it who reads, so it becomes a link. */
function imageHtml({ href, text }: Tokens.Image): string {
  const path = localPath(href, '');
  if (path !== '') return `<img src="${escaped(path)}" alt="${escaped(text, true)}">`;
  return linkHtml(href, escaped(text === '' ? href : text, true));
}

/** A link inside a link is not allowed, so a linked image that would become a link is replaced by its alternative text. */
function flattenLinkedImages(token: Token): void {
  if (token.type !== 'link') return;
  const link = token as Tokens.Link;
  link.tokens = link.tokens.map((inner) => {
    if (inner.type !== 'image') return inner;
    const { href, text, raw } = inner as Tokens.Image;
    return localPath(href, '') === '' ? { type: 'text', raw, text, escaped: false } : inner;
  });
}

const marked = new Marked({
  gfm: true,
  async: false,
  // Nothing is recognised as HTML, so it is text. Half a tag could otherwise turn off escaping (`<code>`) or links (`<a>`) for what
  // follows.
  tokenizer: { html: () => undefined, tag: () => undefined },
  renderer: {
    html: ({ text }) => escaped(text),
    link({ href, tokens }) {
      return linkHtml(href, this.parser.parseInline(tokens));
    },
    image: imageHtml,
    code: ({ text }) => `<pre><code>${escaped(text)}\n</code></pre>\n`,
    checkbox: ({ checked }) => (checked ? '☑ ' : '☐ '),
  },
});

/**
 * Closes the gaps between the levels of headings and starts at `h2`: the page has its own `h1`, and users who navigate by headings
 * find no missing level.
 */
function rankHeadings(tokens: readonly Token[]): void {
  const headings: Tokens.Heading[] = [];
  void marked.walkTokens([...tokens], (token) => {
    if (token.type === 'heading') headings.push(token as Tokens.Heading);
  });
  const levels = [...new Set(headings.map(({ depth }) => depth))].toSorted((a, b) => a - b);
  for (const heading of headings) heading.depth = Math.min(levels.indexOf(heading.depth) + 2, 6);
}

/**
 * HTML of a Markdown text (GitHub flavour), safe in any page.
 *
 * Headings start at `h2`. Links lead to http, https, mail, telephone or a path of this site. Images of other sites become
 * links. Raw HTML is shown as text.
 */
export function markdownToHtml(markdown: string): string {
  const tokens = marked.lexer(markdown);
  void marked.walkTokens(tokens, flattenLinkedImages);
  rankHeadings(tokens);
  return sanitizeHtml(marked.parser(tokens), ALLOWED);
}

/** Most nested lists and quotes; deeper nesting is unreadable and makes the parser's recursion expensive. */
const MAX_NESTING = 20;

function depthOf(token: Token, limit: number): number {
  if (limit < 0) return 0;
  const inner: readonly Token[] =
    token.type === 'list' ? (token as Tokens.List).items : ((token as Tokens.Generic).tokens ?? []);
  const deepest = inner.reduce((depth, child) => Math.max(depth, depthOf(child, limit - 1)), 0);
  return deepest + (token.type === 'list' || token.type === 'blockquote' ? 1 : 0);
}

/** Most marks of quotes and lists at the start of one line; each costs the parser stack and a pass over the rest. */
const LINE_OPENERS = /^(?:[ \t]*(?:>|(?:[-+*]|\d{1,9}[.)])(?=[ \t])))*/;
const MAX_LINE_OPENERS = 64;

/**
 * Processor time that the parser may use for one text. The longest text of a hundred pages takes a fraction of it; a few thousand
 * unclosed marks of emphasis would take minutes, and the process would not respond in the meantime.
 */
const MAX_PARSING_MS = 1000;

/** Why a text like this is rejected; null if it is plausible. */
export type StructureFault = 'too_nested' | 'too_tangled';

/** Whether a text nests lists and quotes too deeply, or has too many marks to be parsed. */
export function structureFault(markdown: string): StructureFault | null {
  const openers = (line: string): number => LINE_OPENERS.exec(line)?.[0].replace(/\s/g, '').length ?? 0;
  if (markdown.split('\n').some((line) => openers(line) > MAX_LINE_OPENERS)) return 'too_nested';
  const parsed = withinProcessorTime(MAX_PARSING_MS, () => marked.lexer(markdown));
  if (parsed === 'late') return 'too_tangled';
  return parsed.value.some((token) => depthOf(token, MAX_NESTING * 4) > MAX_NESTING) ? 'too_nested' : null;
}
