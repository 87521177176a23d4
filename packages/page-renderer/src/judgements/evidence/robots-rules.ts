/**
 * What robots are told: the rules in `<meta name="robots">` and in `X-Robots-Tag`
 * (developers.google.com/search/docs/crawling-indexing/robots-meta-tag).
 */
import type { HeaderOutcome } from '../../headers/page.ts';
import { wallClock } from '../../kernel/clock.ts';
import type { BotDocument } from './document.ts';

/** The rules in one place for one robot, or for all. */
export interface RobotsRules {
  readonly place: string;
  readonly value: string;
  /** The robot in lower case; null: all. */
  readonly robot: string | null;
  /** In lower case, without values. One of `unavailable_after` that has passed is `noindex`. */
  readonly rules: ReadonlySet<string>;
}

/** Rules that have a value. Any other name before a colon is that of a robot, for which what follows is. */
const WITH_VALUE = /^(?:unavailable_after|max-snippet|max-image-preview|max-video-preview)$/;
/** `googlebot: noindex`, `max-snippet: 5`. */
const NAMED = /^([\w-]+)\s*:\s*(.*)$/s;
/** The beginning of a date, which goes on after a comma. */
const WEEKDAY = /^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*$/i;
/** A robot of a search engine's pages: that one of news, pictures or archives is told something else is no fault. */
const OF_SEARCH = /^(?:googlebot|bingbot|slurp|duckduckbot|yandex(?:bot)?|baiduspider|applebot)$/;

/** Whether rules are for all robots, or for one of a search engine's pages. */
export function areOfSearch({ robot }: Pick<RobotsRules, 'robot'>): boolean {
  return robot === null || OF_SEARCH.test(robot);
}

/** Whether rules forbid to index a page. */
export function forbidIndex({ rules }: Pick<RobotsRules, 'rules'>): boolean {
  return rules.has('noindex') || rules.has('none');
}

/** Whether rules forbid to follow the links of a page. */
export function forbidFollowing({ rules }: Pick<RobotsRules, 'rules'>): boolean {
  return rules.has('nofollow') || rules.has('none');
}

/** Whether a text in a tag or a header tells search engines not to index a page. */
export function isNoindex(value: string): boolean {
  return rulesIn(value).some((one) => areOfSearch(one) && forbidIndex(one));
}

/** Whether a text in a tag or a header tells search engines not to follow the links of a page. */
export function isNofollow(value: string): boolean {
  return rulesIn(value).some((one) => areOfSearch(one) && forbidFollowing(one));
}

/** Everything that a page and its server tell robots. */
export function robotsRules(document: BotDocument, headers: readonly HeaderOutcome[]): RobotsRules[] {
  const tags = document.robots.flatMap(({ name, content }) => {
    const own = name === 'robots' ? null : name;
    const place = `<meta name="${name}">`;
    return rulesIn(content).map(({ robot, rules }) => ({ place, value: content, robot: robot ?? own, rules }));
  });
  const sent = headers.flatMap(({ name, value, from }) => {
    if (name !== 'x-robots-tag') return [];
    const place = `header x-robots-tag ${from === 'server' ? 'of the server' : 'set by a meta tag of the page'}`;
    return rulesIn(value).map(({ robot, rules }) => ({ place, value, robot, rules }));
  });
  return [...sent, ...tags];
}

/** The rules in a text, for each robot that it names. Lines are headers of their own. */
function rulesIn(text: string): Array<Pick<RobotsRules, 'robot' | 'rules'>> {
  const all = new Map<string | null, Set<string>>();
  for (const line of text.toLowerCase().split('\n')) readLine(line, all);
  return [...all].map(([robot, rules]) => ({ robot, rules }));
}

function readLine(line: string, all: Map<string | null, Set<string>>): void {
  const items = line.split(',').map((item) => item.trim());
  let robot: string | null = null;
  for (let at = 0; at < items.length; at += 1) {
    let item = items[at] ?? '';
    let [, name, value = ''] = NAMED.exec(item) ?? [];
    if (name !== undefined && !WITH_VALUE.test(name)) {
      [robot, item] = [name, value];
      [, name, value = ''] = NAMED.exec(item) ?? [];
    }
    const rules = all.get(robot) ?? new Set<string>();
    all.set(robot, rules);
    if (name === undefined) item.split(/\s+/).forEach((rule) => rule !== '' && rules.add(rule));
    else rules.add(name);
    if (name !== 'unavailable_after') continue;
    if (WEEKDAY.test(value)) value += `, ${items[(at += 1)] ?? ''}`;
    if (Date.parse(value) <= wallClock()) rules.add('noindex');
  }
}
