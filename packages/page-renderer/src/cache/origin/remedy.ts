/** What to configure so that pages are cached although their origin says something against it. */
import type { Objection } from '../../headers/caching.ts';
import type { OriginRule } from '../../options/origin-rules.ts';
import { kindOf } from './origin-rules.ts';

/** Request headers that can say who visits a page, and never can be part of a key. */
const OF_ONE_VISITOR: ReadonlySet<string> = new Set(['*', 'cookie', 'authorization']);

/**
 * A rule for all pages of a site. Headers in `Vary` that may be part of the key are proposed as such, and what is left to be ignored.
 *
 * @param objections what keeps its pages from being cached, at least one
 */
export function proposedRule(url: string, objections: readonly Objection[]): Partial<OriginRule> {
  const varying = objections.filter((one) => kindOf(one) === 'vary').map((one) => one.slice('vary: '.length));
  const keyHeaders = varying.filter((name) => !OF_ONE_VISITOR.has(name));
  const isIgnored = (one: Objection) => kindOf(one) !== 'vary' || !keyHeaders.includes(one.slice('vary: '.length));
  const ignore = [...new Set(objections.filter(isIgnored).map(kindOf))];
  const urlPattern = `^${new URL(url).origin.replaceAll(/[.[\]]/g, String.raw`\$&`)}/`;
  return {
    urlPattern,
    ...(ignore.length > 0 && { ignore }),
    // Ignoring `Vary` ignores all of it.
    ...(keyHeaders.length > 0 && !ignore.includes('vary') && { keyHeaders }),
  };
}

/** The header of the origin that says it, as a person would search for it. */
export function headerOf(objection: Objection): string {
  return kindOf(objection) === 'vary' ? `Vary: ${objection.slice('vary: '.length)}` : `Cache-Control: ${objection}`;
}
