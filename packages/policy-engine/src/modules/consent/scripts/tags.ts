/** The opening tags in the HTML of a script. */
import { Parser } from 'htmlparser2';

export interface Tag {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  /** Of the whole opening tag. */
  readonly start: number;
  readonly end: number;
  /** Whether it is in an SVG. */
  readonly inSvg: boolean;
}

export interface Tags {
  readonly html: string;
  readonly tags: readonly Tag[];
  /** Whether everything that is opened is also closed: an open quote, comment or script would swallow the rest of the page. */
  readonly isComplete: boolean;
}

const SENTINEL = '<x-end-of-script>';

export function tagsIn(html: string): Tags {
  const tags: Tag[] = [];
  let depth = 0;
  let isComplete = false;
  const parser = new Parser(
    {
      onopentag: (name, attributes, isImplied) => {
        if (name === 'svg') depth += 1;
        if (parser.startIndex >= html.length) isComplete ||= name === 'x-end-of-script';
        else if (!isImplied) {
          tags.push({ name, attributes, start: parser.startIndex, end: parser.endIndex + 1, inSvg: depth > 0 });
        }
      },
      onclosetag: (name) => {
        if (name === 'svg') depth -= 1;
      },
    },
    { decodeEntities: true },
  );
  parser.end(html + SENTINEL);
  return { html, tags, isComplete: isComplete && RAW_TEXT.every((name) => isClosed(html, name)) };
}

/** Elements whose content is text to a browser, but tags to the parser above. */
const RAW_TEXT: readonly string[] = ['iframe', 'noscript', 'noembed', 'noframes', 'xmp'];

function isClosed(html: string, name: string): boolean {
  const count = (start: string) => html.match(new RegExp(`${start}${name}(?=[\\s/>])`, 'gi'))?.length ?? 0;
  return count('<') <= count('</');
}

/** Rewrites opening tags; null leaves one unchanged. */
export function rewritten({ html, tags }: Tags, rewrite: (tag: Tag, source: string) => string | null): string {
  let result = '';
  let position = 0;
  for (const tag of tags) {
    const replacement = rewrite(tag, html.slice(tag.start, tag.end));
    if (replacement === null) continue;
    result += html.slice(position, tag.start) + replacement;
    position = tag.end;
  }
  return result + html.slice(position);
}

export function tagText(name: string, attributes: Readonly<Record<string, string>>): string {
  return `<${[name, ...Object.entries(attributes).map(([key, value]) => `${key}="${attributeText(value)}"`)].join(' ')}>`;
}

/** A value as it can be written between double quotes. */
export function attributeText(value: string): string {
  return value.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
