/**
 * The list of bots that render-middleware matches, generated from our own entries (`own.json`) and from published lists
 * (`sources/`), as `choice.json` selects. It uses neither the network nor the clock, so the same files always give the same list.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { AgentSource } from 'render-middleware';
import { type Crawler, sourceOf } from './sources.ts';
import { hasToken, type Token, tokenIn, tokenOf } from './tokens.ts';

/** An entry of the list; the shape of `Agent` in render-middleware. */
export interface Entry extends Token {
  readonly operator: string;
  readonly class: string;
  readonly source: string;
}

interface Own {
  /** The day on which the entries were last checked (ISO 8601). */
  readonly checked: string;
  readonly agents: ReadonlyArray<Omit<Entry, 'token' | 'at'> & { readonly tokens: readonly string[] }>;
}

interface Choice {
  /** Which tags of crawler-user-agents are rendered, and as which class. */
  readonly classes: Readonly<Record<string, string>>;
  /** Patterns that are included although their tag is not, or with another class. */
  readonly taken: ReadonlyArray<{ readonly class: string; readonly patterns: readonly string[] }>;
  /** Patterns that are excluded although their tag is included. */
  readonly leftOut: ReadonlyArray<{ readonly why: string; readonly patterns: readonly string[] }>;
  /** The operator of the bot of a pattern; for other patterns it is derived from the host of the bot's page. */
  readonly operators: Readonly<Record<string, string>>;
  /** The operators of bots that only Prerender and Rendertron list. */
  readonly peers: ReadonlyArray<{ readonly class: string; readonly operators: Readonly<Record<string, string>> }>;
  /**
   * Names in their lists that also occur in the user agents of people's apps, with the user agent of the bot; empty for a name
   * that no bot sends.
   */
  readonly sentAs: Readonly<Record<string, string>>;
}

const CLASSES = ['search', 'ai-search', 'ai-training', 'ai-user', 'social', 'tools'];
/** Pages that describe bots of other operators. */
const DIRECTORIES = /(?:^|\.)(?:knownagents\.com|datadome\.co|github\.com|conman\.org|stackexchange\.com)$/;

const read = (name: string): unknown => JSON.parse(readFileSync(path.join(import.meta.dirname, name), 'utf8'));

function operatorOf({ pattern, url }: Crawler, choice: Choice): string | undefined {
  const named = choice.operators[pattern];
  const host = URL.parse(url)?.hostname.replace(/^www\./, '');
  return named ?? (host === undefined || DIRECTORIES.test(host) ? undefined : host);
}

function classOf({ pattern, tags }: Crawler, choice: Choice): string | undefined {
  const taken = choice.taken.find(({ patterns }) => patterns.includes(pattern))?.class;
  if (taken !== undefined || choice.leftOut.some(({ patterns }) => patterns.includes(pattern))) return taken;
  return tags.map((tag) => choice.classes[tag]).find((name) => name !== undefined);
}

/** Checks that the patterns in choice.json exist: one that its source has dropped or changed needs a review. */
function checkChoice(choice: Choice, crawlers: readonly Crawler[]): void {
  const known = new Set(crawlers.map(({ pattern }) => pattern));
  const named = [...choice.taken, ...choice.leftOut].flatMap(({ patterns }) => patterns);
  const gone = [...named, ...Object.keys(choice.operators)].filter((pattern) => !known.has(pattern));
  const twice = named.filter((pattern, index) => named.indexOf(pattern) !== index);
  if (gone.length > 0) throw new Error(`choice.json names patterns that do not exist: ${gone.join(', ')}`);
  if (twice.length > 0) throw new Error(`choice.json names patterns twice: ${twice.join(', ')}`);
}

function fromOwn({ agents }: Own): Entry[] {
  return agents.flatMap(({ tokens, ...agent }) => tokens.map((token) => ({ ...tokenOf(token), ...agent })));
}

/** Tokens that at least one user agent needs: user agents that already match need no further token. */
function fromCrawlers(crawlers: readonly Crawler[], choice: Choice, known: readonly Entry[]): Entry[] {
  const entries: Entry[] = [];
  const { url: page } = sourceOf('crawler-user-agents');
  for (const crawler of crawlers) {
    const [name, operator] = [classOf(crawler, choice), operatorOf(crawler, choice)];
    if (name === undefined || operator === undefined) continue;
    for (const instance of crawler.instances) {
      if ([...known, ...entries].some((entry) => hasToken(instance, entry))) continue;
      const token = tokenIn(instance, crawler.pattern);
      const source = crawler.url || page;
      if (token !== undefined) entries.push({ ...token, operator, class: name, source });
    }
  }
  return entries;
}

/** Names that only the middlewares of Prerender and Rendertron match; the user agents of people contain some of them. */
function fromPeers(choice: Choice, known: readonly Entry[], people: readonly string[]): Entry[] {
  const entries: Entry[] = [];
  for (const { list, url } of [sourceOf('prerender-node'), sourceOf('rendertron-middleware')]) {
    for (const token of list) {
      const userAgent = choice.sentAs[token] ?? `${token}/1.0`;
      if (userAgent === '' || [...known, ...entries].some((entry) => hasToken(userAgent, entry))) continue;
      const peer = choice.peers.find(({ operators }) => operators[token] !== undefined);
      if (peer === undefined) throw new Error(`choice.json does not say who runs "${token}" of ${url}`);
      const isWordOfPeople = people.some((person) => hasToken(person, { token }));
      const at = isWordOfPeople ? { at: 'start' as const } : {};
      entries.push({ token, ...at, operator: peer.operators[token] ?? '', class: peer.class, source: url });
    }
  }
  return entries;
}

/** The list, and its sources. @throws if the list would match people */
export function makeList(people: readonly string[]): {
  checked: string;
  entries: readonly Entry[];
  sources: readonly AgentSource[];
} {
  const [own, choice] = [read('own.json') as Own, read('choice.json') as Choice];
  const crawlers = sourceOf('crawler-user-agents');
  checkChoice(choice, crawlers.list);
  const everybody = [...people, ...sourceOf('user-agents').list];
  const entries = fromOwn(own);
  entries.push(...fromCrawlers(crawlers.list, choice, entries));
  // By class; names from the peers come last, because some are the beginning of others: `Perplexity` is in `Perplexity-User`.
  entries.sort((one, other) => CLASSES.indexOf(one.class) - CLASSES.indexOf(other.class));
  entries.push(...fromPeers(choice, entries, everybody));
  for (const entry of entries) {
    const person = everybody.find((userAgent) => hasToken(userAgent, entry));
    if (person !== undefined) throw new Error(`"${entry.token}" is in what a person's browser sends: ${person}`);
  }
  const sources = [crawlers, sourceOf('prerender-node'), sourceOf('rendertron-middleware')];
  return {
    checked: own.checked,
    entries,
    sources: sources.map(({ name, version, date, licence, copyright, url }) => ({
      name,
      version,
      date,
      licence,
      copyright,
      url,
    })),
  };
}
