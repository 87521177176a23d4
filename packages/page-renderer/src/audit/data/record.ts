/** What an audit stores of each address. */
import { z } from 'zod';
import type { Place } from '../../crawl/crawl.ts';
import type { Said } from '../../judgements/evidence/judgement.ts';

/** Maximum lengths, in characters, and maximum number of items of a list. */
const MAX = { text: 1_000, address: 4_096, items: 5_000 };

/** Redirects after which search engines give up (developers.google.com/search/docs, "Redirects and Google Search"). */
export const MAX_REDIRECTS = 10;

const text = z.string().max(MAX.text);
const address = z.string().max(MAX.address);
const said = z.strictObject({ place: text, value: text });

/** What a judgement found in a page. */
export interface PageFinding {
  readonly kind: string;
  readonly sentence: string;
  readonly says: readonly Said[];
}

/** A page that `hreflang` names on a host outside of the audit. */
export interface BeyondPage {
  readonly url: string;
  readonly status: number;
  readonly isPage: boolean;
  readonly alternates: readonly string[];
}

/** See the head of the file. All addresses are absolute and without a fragment that is no route. */
export interface PageRecord extends Place {
  readonly url: string;
  /** HTTP status; 0 if it could not be rendered. */
  readonly status: number;
  /** Why it could not be rendered; null if it was. */
  readonly error: { readonly code: string; readonly message: string } | null;
  readonly verdict: string | null;
  /** Where it redirects to; null if it does not, or to no address. */
  readonly location: string | null;
  readonly isPage: boolean;
  readonly title: string;
  /** The first `<h1>`. */
  readonly heading: string;
  readonly description: string;
  readonly language: string;
  /** As written, and its address if it is one that may be rendered; null without one, and if there are several different ones. */
  readonly canonical: { readonly url: string | null; readonly value: string } | null;
  readonly isNoindex: boolean;
  /** Addresses under which the page was rendered. */
  readonly own: readonly string[];
  readonly alternates: readonly string[];
  readonly beyond: readonly BeyondPage[];
  /** Links to the hosts of the audit, each once. */
  readonly links: readonly string[];
  /** Links to other hosts, each once, if the audit requests them. */
  readonly external: readonly string[];
  /** What the crawl goes on with. */
  readonly found: readonly string[];
  readonly findings: readonly PageFinding[];
  /** Characters of HTML. */
  readonly size: number;
  /** Milliseconds of the render. */
  readonly ms: number;
}

/** A {@link PageRecord} as it is stored. */
export const recordSchema: z.ZodType<PageRecord> = z.strictObject({
  url: address,
  depth: z.int(),
  index: z.int(),
  status: z.int(),
  error: z.strictObject({ code: text, message: text }).nullable(),
  verdict: text.nullable(),
  location: address.nullable(),
  isPage: z.boolean(),
  title: text,
  heading: text.default(''),
  description: text,
  language: text,
  canonical: z.strictObject({ url: address.nullable(), value: text }).nullable(),
  isNoindex: z.boolean(),
  own: z.array(address),
  alternates: z.array(address),
  beyond: z.array(
    z.strictObject({ url: address, status: z.number(), isPage: z.boolean(), alternates: z.array(address) }),
  ),
  links: z.array(address).max(MAX.items),
  external: z.array(address).max(MAX.items).default([]),
  found: z.array(address).max(2 * MAX.items),
  findings: z.array(z.strictObject({ kind: text, sentence: text, says: z.array(said) })),
  size: z.int(),
  ms: z.int(),
});

/** A text as it is stored. */
export function shortened(value: string): string {
  return value.length > MAX.text ? `${value.slice(0, MAX.text - 1)}…` : value;
}

/** Whether an address can be stored. */
export function isStorable(url: string): boolean {
  return url.length <= MAX.address;
}
