/** The HTML of a script: where it comes from, and what is done to its tags. */
import { Parser } from 'htmlparser2';
import { readFile } from '../../../platform/options/template-source.ts';
import type { ScriptContext, ScriptTemplate } from './declaration.ts';

/** Renders a script; see {@link ScriptTemplate}. */
export interface Template {
  /** The tags as they are, with the page's nonce where they have none. */
  live(context: ScriptContext): string;
  /** The tags put to sleep: nothing runs and nothing is requested before the client wakes them. */
  blocked(context: ScriptContext, rule: string): string;
}

/**
 * Makes the template of a script. Files are read once, at start, so that a missing one is found before a visitor is.
 *
 * @throws {Error} for a file that cannot be read
 */
export function templateOf(template: ScriptTemplate): Template {
  if (typeof template === 'function') {
    return {
      live: (context) => withNonce(tagsIn(template(context)), context.nonce),
      blocked: (context, rule) => asleep(tagsIn(template(context)), context.nonce, rule),
    };
  }
  const text = textOf(template);
  const tags = tagsIn(text);
  const fill = (html: string, nonce: string) => html.replaceAll('{nonce}', nonce);
  return {
    live: ({ nonce }) => fill(withNonce(tags, nonce), nonce),
    blocked: ({ nonce }, rule) => fill(asleep(tags, nonce, rule), nonce),
  };
}

/**
 * Text that is no HTML is a path (spec: "path of the template"), from where the process was started. Empty text is a script
 * that comes another way, and is declared for its cookies.
 */
function textOf(template: string | URL): string {
  const isText = typeof template === 'string' && (template.includes('<') || template.trim() === '');
  return isText ? template : readFile(template).text;
}

interface Tag {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  /** Of the whole opening tag. */
  readonly start: number;
  readonly end: number;
}

interface Tags {
  readonly html: string;
  readonly tags: readonly Tag[];
}

function tagsIn(html: string): Tags {
  const tags: Tag[] = [];
  const parser = new Parser(
    {
      onopentag: (name, attributes, isImplied) => {
        if (!isImplied) tags.push({ name, attributes, start: parser.startIndex, end: parser.endIndex + 1 });
      },
    },
    { decodeEntities: true },
  );
  parser.end(html);
  return { html, tags };
}

/** Writes opening tags anew; null leaves one as it is. */
function rewritten({ html, tags }: Tags, rewrite: (tag: Tag, source: string) => string | null): string {
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

/** Tags that a Content-Security-Policy wants a nonce of. */
function wantsNonce({ name, attributes }: Tag): boolean {
  if (Object.hasOwn(attributes, 'nonce')) return false;
  return (
    name === 'script' || name === 'style' || (name === 'link' && /stylesheet|preload/i.test(attributes['rel'] ?? ''))
  );
}

function withNonce(tags: Tags, nonce: string): string {
  if (nonce === '') return tags.html;
  return rewritten(tags, (tag, source) =>
    wantsNonce(tag) ? `<${tag.name} nonce="${nonce}"${source.slice(1 + tag.name.length)}` : null,
  );
}

/** Attributes that make a browser ask for something, by tag. */
const REQUESTING: Readonly<Record<string, readonly string[]>> = {
  iframe: ['src', 'srcdoc'],
  img: ['src', 'srcset'],
  source: ['src', 'srcset'],
  video: ['src', 'poster'],
  audio: ['src'],
  embed: ['src'],
  object: ['data'],
  link: ['href'],
};

/** Types of scripts that run; any other is data and may stay. */
const RUNS = /^(?:|module|(?:text|application)\/(?:x-)?(?:java|ecma)script)$/i;

function asleep(tags: Tags, nonce: string, rule: string): string {
  return rewritten(tags, (tag) => {
    const { name, attributes } = tag;
    const sleeping = { ...attributes, ...(nonce !== '' && wantsNonce(tag) && { nonce }), 'data-consent': rule };
    if (name === 'script') {
      const { type = '', ...rest } = sleeping as Record<string, string>;
      if (!RUNS.test(type.trim())) return null;
      return tagText(name, { type: 'text/plain', ...(type !== '' && { 'data-type': type }), ...rest });
    }
    const requesting = REQUESTING[name];
    if (requesting === undefined) return null;
    const renamed = Object.entries(sleeping).map(([attribute, value]) => [
      requesting.includes(attribute) ? `data-${attribute}` : attribute,
      value,
    ]);
    return tagText(name, Object.fromEntries(renamed) as Record<string, string>);
  });
}

function tagText(name: string, attributes: Readonly<Record<string, string>>): string {
  return `<${[name, ...Object.entries(attributes).map(([key, value]) => `${key}="${attributeText(value)}"`)].join(' ')}>`;
}

/** A value as it can stand between double quotes. */
export function attributeText(value: string): string {
  return value.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
