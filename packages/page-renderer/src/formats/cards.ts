/** What social networks and messengers show of a link to a page, field by field. */
import type { PageTree } from './tree/tree.ts';
import { attribute, elementsOf } from './tree/tree.ts';

/** A field of a card. */
export interface CardField {
  /** As `og:title`. */
  readonly name: string;
  /** Null if the page does not say it. */
  readonly value: string | null;
  /** The tag that says it: another one than its name if that one replaces it. */
  readonly from: string | null;
  /** What is wrong with it; null if nothing is. */
  readonly problem: string | null;
}

/** The cards of a page. */
export interface SocialCards {
  /** Open Graph (ogp.me): the fields that it requires, and those that are usual. */
  readonly openGraph: readonly CardField[];
  /** The card of X, which takes what it lacks from Open Graph. */
  readonly twitter: readonly CardField[];
  /** All other tags of both, in their order: the first 100. */
  readonly others: ReadonlyArray<{ readonly name: string; readonly value: string }>;
}

const OPEN_GRAPH = ['og:title', 'og:type', 'og:image', 'og:url', 'og:description', 'og:site_name', 'og:image:alt'];
const REQUIRED: ReadonlySet<string> = new Set(OPEN_GRAPH.slice(0, 4));
const TWITTER: ReadonlyArray<readonly [name: string, replacement: string | undefined]> = [
  ['twitter:card', undefined],
  ['twitter:title', 'og:title'],
  ['twitter:description', 'og:description'],
  ['twitter:image', 'og:image'],
];
const MOST = { others: 100, value: 500 };

/** See the head of the file. */
export function cardsOf({ root }: PageTree): SocialCards {
  const metas = [...elementsOf(root)].filter(({ tagName }) => tagName === 'meta');
  const said = metas.flatMap((meta) => {
    const name = (attribute(meta, 'property') ?? attribute(meta, 'name') ?? '').trim().toLowerCase();
    const value = (attribute(meta, 'content') ?? '').trim().slice(0, MOST.value);
    return /^(?:og|twitter|article|product|fb):/.test(name) && value !== '' ? [{ name, value }] : [];
  });
  const valueOf = (name: string) => said.find((one) => one.name === name)?.value;
  const field = (name: string, replacement?: string): CardField => {
    const from = [name, replacement].find((one) => one !== undefined && valueOf(one) !== undefined) ?? null;
    const value = from === null ? null : (valueOf(from) ?? null);
    return { name, value, from, problem: problemOf(name, value) };
  };
  const shown = new Set([...OPEN_GRAPH, ...TWITTER.map(([name]) => name)]);
  return {
    openGraph: OPEN_GRAPH.map((name) => field(name)),
    twitter: TWITTER.map(([name, replacement]) => field(name, replacement)),
    others: said.filter(({ name }) => !shown.has(name)).slice(0, MOST.others),
  };
}

function problemOf(name: string, value: string | null): string | null {
  if (value === null) return REQUIRED.has(name) ? 'Open Graph requires it' : null;
  const isAddress = name === 'og:image' || name === 'og:url' || name === 'twitter:image';
  return isAddress && !/^https?:\/\//i.test(value) ? 'it is not an absolute address' : null;
}
