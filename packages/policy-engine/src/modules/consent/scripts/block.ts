/**
 * Makes the HTML of a script inactive, so that a browser requests nothing before the client activates it. No part is left
 * active by omission:
 *
 * 1. HTML that consists of the forms below only, in plain syntax, has those tags rewritten in place.
 * 2. Any other HTML goes into a `<template>`: its content is not rendered, not run and not requested
 *    (https://html.spec.whatwg.org/#the-template-element).
 * 3. HTML that would break out of a template, or cannot be activated by itself, is rejected when the engine is configured.
 */
import { type Gate, gateOf } from './gate.ts';
import { attributeText, rewritten, type Tag, type Tags, tagText } from './tags.ts';
import { requesting } from './requesting.generated.ts';

/** Attributes by which any tag requests something, as the client takes them back; the one with a prefix is of drawings. */
const REQUESTED: readonly string[] = requesting.split(' ').filter((name) => !name.includes(':'));

/** Attributes that make a browser request something, by tag: their names get the prefix `data-`. */
const REQUESTING: Readonly<Record<string, readonly string[]>> = {
  iframe: ['src', 'srcdoc'],
  img: ['src', 'srcset'],
  link: ['href'],
};

/** Attributes that request nothing on any of these tags. */
const GENERAL =
  'id class title lang dir hidden tabindex role width height loading referrerpolicy nonce name border'.split(' ');

/** Attributes with which a tag may be rewritten in place. Those of an inactive `<script>` are never evaluated. */
const PLAIN: Readonly<Record<string, readonly string[]>> = {
  iframe: 'src srcdoc allow allowfullscreen sandbox frameborder scrolling marginwidth marginheight'.split(' '),
  img: 'src srcset sizes alt crossorigin decoding fetchpriority'.split(' '),
  link: 'href rel type media crossorigin integrity as sizes hreflang fetchpriority'.split(' '),
  noscript: [],
  br: [],
  div: [],
  p: [],
  span: [],
};

/** Types of scripts that run. An inactive script keeps its type in `data-type`. */
const RUNS =
  /^(?:|module|(?:text|application)\/(?:x-)?(?:java|ecma)script|text\/(?:javascript1\.[0-5]|jscript|livescript))$/i;
/** Types of scripts that are data for other scripts. */
const DATA = /^(?:application\/(?:ld\+)?json|text\/(?:plain|x-template|x-handlebars(?:-template)?))$/i;

/** Plain declarations without brackets, quotes or escapes, hence without `url()`. */
const PLAIN_STYLE = /^[\w\s:;.,%#!+-]*$/;

/**
 * HTML that every parser reads alike: text, short comments, tags with quoted or simple values, scripts without comments, and frames
 * without content.
 */
const SYNTAX = (() => {
  const value = `"[^"<>]*"|'[^'<>]*'|[^\\s"'=<>\`]+`;
  const attributes = `(?:\\s+[^\\s"'<>/=]+(?:\\s*=\\s*(?:${value}))?)*\\s*/?`;
  const script = `<script${attributes}>(?:(?!<!--|</script)[^])*</script\\s*>`;
  const frame = `<iframe${attributes}>\\s*</iframe\\s*>`;
  const other = `<(?!script|iframe)[a-z]+${attributes}>|</(?!script|iframe)[a-z]+\\s*>`;
  return new RegExp(`^(?:[^<]|<!--(?!-?>)[^<>]*-->|${script}|${frame}|${other})*$`, 'i');
})();

function isPlainTag({ name, attributes }: Tag): boolean {
  if (name === 'script') return RUNS.test(typeOf(attributes)) || DATA.test(typeOf(attributes));
  const known = Object.hasOwn(PLAIN, name) ? PLAIN[name] : undefined;
  if (known === undefined) return false;
  return Object.entries(attributes).every(([attribute, value]) => {
    if (attribute === 'style') return PLAIN_STYLE.test(value);
    return known.includes(attribute) || GENERAL.includes(attribute) || /^(?:data|aria)-[\w-]+$/.test(attribute);
  });
}

function typeOf(attributes: Tag['attributes']): string {
  return (attributes['type'] ?? '').trim();
}

const plain = new WeakMap<Tags, boolean>();

/** Whether the tags can be made inactive in place. Most HTML is rendered repeatedly and checked once. */
function isPlain(tags: Tags): boolean {
  const known = plain.get(tags) ?? (tags.tags.every(isPlainTag) && SYNTAX.test(tags.html));
  plain.set(tags, known);
  return known;
}

/** @param missingNonce value for the `nonce` of a tag that wants one; null for one that doesn't */
export function blockedMarkup(tags: Tags, gate: Gate, missingNonce: (tag: Tag) => string | null): string {
  return isPlain(tags) ? blockedTags(tags, gate, missingNonce) : blockedTemplate(tags, gate, missingNonce);
}

/** What has run cannot be taken back, a style sheet has requested what it needs, and a link that people follow requests nothing. */
const LASTING: ReadonlySet<string> = new Set(['script', 'link', 'a', 'area', 'base']);

/** Whether a rejection takes back everything that the tags do: none of them runs code, and what requests something is marked. */
export const isTakenBack = ({ tags }: Tags): boolean =>
  tags.length > 0 &&
  tags.every(
    ({ name, attributes, inSvg }) =>
      !inSvg && !['script', 'link', 'style'].includes(name) && !Object.keys(attributes).some((one) => /^on/i.test(one)),
  );

/** A tag that requests something, marked so that the client takes it back on a rejection. What the host has marked itself stays as it is. */
export function markedTag({ name, attributes, inSvg }: Tag, source: string, gate: Gate): string {
  const isMarked = Object.hasOwn(attributes, 'data-consent');
  if (inSvg || isMarked || LASTING.has(name) || !REQUESTED.some((one) => Object.hasOwn(attributes, one))) return source;
  // At the end, because an attribute without quotes may end with a slash.
  return `${source.slice(0, -1)} data-consent="${attributeText(gateOf(gate.rule, gate.provider))}" data-consent-given>`;
}

function blockedTags(tags: Tags, gate: Gate, missingNonce: (tag: Tag) => string | null): string {
  return rewritten(tags, (tag) => {
    const { name, attributes } = tag;
    const nonce = missingNonce(tag);
    const blocked = {
      ...attributes,
      ...(nonce !== null && { nonce }),
      'data-consent': gateOf(gate.rule, gate.provider),
    };
    if (name === 'script') {
      const { type = '', ...rest } = blocked as Record<string, string>;
      if (!RUNS.test(type.trim())) return null;
      return tagText(name, { type: 'text/plain', ...(type !== '' && { 'data-type': type }), ...rest });
    }
    const requesting = REQUESTING[name];
    if (requesting === undefined) return null;
    const renamed = Object.entries(blocked).map(([attribute, value]) => [
      requesting.includes(attribute) ? `data-${attribute}` : attribute,
      value,
    ]);
    return tagText(name, Object.fromEntries(renamed) as Record<string, string>);
  });
}

function blockedTemplate(tags: Tags, gate: Gate, missingNonce: (tag: Tag) => string | null): string {
  const html = rewritten(tags, (tag, source) => {
    const nonce = missingNonce(tag);
    return nonce === null ? null : `<${tag.name} nonce="${nonce}"${source.slice(1 + tag.name.length)}`;
  });
  return `${tagText('template', { 'data-consent': gateOf(gate.rule, gate.provider) })}${html}</template>`;
}

const OF_THE_PAGE = 'affects the page as a whole and cannot wait for consent';

/** Tags that break out of a template, or change the page as a whole, which a later rejection cannot undo. */
const REFUSED: Readonly<Record<string, string>> = {
  html: OF_THE_PAGE,
  head: OF_THE_PAGE,
  body: OF_THE_PAGE,
  frameset: OF_THE_PAGE,
  frame: OF_THE_PAGE,
  base: 'changes what every address of the page means',
  plaintext: 'would contain the rest of the page',
};

/**
 * Why HTML cannot be made inactive.
 *
 * @returns a sentence that names the tag and the attribute; null if it can be
 */
export function sleepFault({ html, tags, isComplete }: Tags): string | null {
  for (const { name, attributes, inSvg } of tags) {
    const fault = tagFault(name, attributes, inSvg);
    if (fault !== null) return fault;
  }
  const template = /<\/?template/i.exec(html)?.[0];
  if (template !== undefined) return `${template}> ends the template that holds the HTML until consent; remove it`;
  return isComplete ? null : 'the HTML is not complete: a tag, quote, comment or script in it does not end';
}

function tagFault(name: string, attributes: Tag['attributes'], inSvg: boolean): string | null {
  const reason = Object.hasOwn(REFUSED, name) ? REFUSED[name] : undefined;
  if (reason !== undefined) {
    const [attribute] = Object.keys(attributes);
    return `<${name}${attribute === undefined ? '' : ` ${attribute}`}> ${reason}`;
  }
  if (name === 'meta' && Object.hasOwn(attributes, 'http-equiv')) {
    return `<meta http-equiv> (${attributes['http-equiv']}) ${OF_THE_PAGE}`;
  }
  if (name !== 'script') return null;
  if (inSvg) return '<script> in <svg> cannot be activated later; write it outside of the <svg>';
  const type = typeOf(attributes).toLowerCase();
  const isOfPage = type === 'importmap' || type === 'speculationrules';
  return isOfPage ? `<script type="${type}"> ${OF_THE_PAGE}` : null;
}
