/** Links in `Link` headers (RFC 8288 §3). */
import type { HeaderOutcome } from '../../headers/page.ts';

/** A link with its relevant parameters. */
export interface HeaderLink {
  /** As written. */
  readonly href: string;
  /** Of `hreflang`; empty without one. */
  readonly language: string;
  readonly place: string;
}

/** Links of one relation. @param headers with one link each, or several joined by commas */
export function linksOf(headers: readonly HeaderOutcome[], relation: string): HeaderLink[] {
  return headers.flatMap(({ name, value, from }) => {
    if (name !== 'link') return [];
    const place = `header link ${from === 'server' ? 'of the server' : 'set by a meta tag of the page'}`;
    return linksIn(value, relation).map(({ href, language }) => ({ href, language, place }));
  });
}

/** Links of one relation in the value of a header. */
export function linksIn(value: string, relation: string): Array<Omit<HeaderLink, 'place'>> {
  return [...value.matchAll(/<([^<>]*)>([^<]*)/g)].flatMap(([, target = '', parameters = '']) => {
    const relations = parameterOf(parameters, 'rel').toLowerCase().split(/\s+/);
    const type = parameterOf(parameters, 'type');
    if (!relations.includes(relation) || !/^(?:|text\/html|application\/xhtml\+xml)(?:;|$)/i.test(type)) return [];
    return [{ href: target.trim(), language: parameterOf(parameters, 'hreflang') }];
  });
}

function parameterOf(parameters: string, name: string): string {
  const [, quoted, token] = new RegExp(`;\\s*${name}\\s*=\\s*(?:"([^"]*)"|([^\\s;,"]+))`, 'i').exec(parameters) ?? [];
  return (quoted ?? token ?? '').trim();
}
