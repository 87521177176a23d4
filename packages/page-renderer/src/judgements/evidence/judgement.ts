/**
 * Judgements of a page: what `/explain` finds wrong with what bots get, although the page was rendered. Each one is an object with a
 * name, a severity and a function; `../judgements.ts` lists them. A judgement only reads {@link JudgedPage}, so that it can be
 * tested with HTML as text: everything that needs a browser or the network is gathered before (`../gather.ts`).
 */
import type { BotDocument } from './document.ts';
import type { HeaderOutcome } from '../../headers/page.ts';

/**
 * `error`: bots get something else than people, or a page where there is none. `warning`: search engines may choose wrongly.
 * `note`: often intended.
 */
export type Severity = 'error' | 'warning' | 'note';

/** A place and what it says, as a person would search for it. */
export interface Said {
  readonly place: string;
  readonly value: string;
}

/** What a judgement finds. */
export interface Finding {
  readonly outcome: 'found';
  /** The fault and its consequence, for people. */
  readonly sentence: string;
  readonly says: readonly Said[];
}

/** Why nothing can be said. */
export interface NotJudged {
  readonly outcome: 'not-judged';
  readonly sentence: string;
}

/** See the head of the file. */
export interface Judgement {
  /** Stable: for options, for `/explain.json`, and the name of its page `docs/judgements/<name>.md`. */
  readonly name: string;
  readonly severity: Severity;
  /** What has to be rendered in addition: an address that cannot exist, or the pages that `hreflang` names. */
  readonly needs?: 'missing' | 'alternates';
  /** Whether it is also about pages that are answered with a redirect or an error. Default: false. */
  readonly ofErrors?: true;
  /** The contradictions of `/explain` that say the same. */
  readonly covers?: 'robots' | 'canonical';
  /** Undefined if nothing is wrong. */
  readonly judge: (page: JudgedPage) => Finding | NotJudged | undefined;
}

/** What people see of a page in the browser. */
export interface PeopleView {
  /** The visible text, one line per block. */
  readonly text: string;
  /** Whether that is all of it. */
  readonly isWhole: boolean;
  /** How many of its characters, without spaces, nobody can see or reach: left of or above the page, clipped, without size. */
  readonly unseen: number;
  /** Text that style sheets add. */
  readonly drawn: string;
  /** How much of the window the largest visible frame and canvas take, from 0 to 1. */
  readonly frame: number;
  readonly canvas: number;
}

/** A page that was rendered for comparison. */
export interface OtherPage {
  /** As requested, and as shown after redirects. */
  readonly url: string;
  readonly shown: string;
  /** Of the last response, or what the page sets with a meta tag. */
  readonly status: number;
  /** Undefined for a response that is not a page. */
  readonly document: BotDocument | undefined;
  /** Targets of its links to other languages, in its HTML and its headers; absolute. */
  readonly alternates: readonly string[];
}

/** Why there is no {@link OtherPage}. */
export interface NotOpened {
  readonly url: string;
  readonly reason: string;
}

/** The evidence. */
export interface JudgedPage {
  /** The address that was shown at the end. */
  readonly url: string;
  /** All addresses under which the page is known: as requested, as rendered, as shown. Absolute. */
  readonly addresses: readonly string[];
  /** Of the response to bots. */
  readonly status: number;
  /** What a bot reads in the HTML that it gets. */
  readonly document: BotDocument;
  /** Undefined if it is not known. */
  readonly people: PeopleView | undefined;
  /** Headers that bots get from the page. */
  readonly headers: readonly HeaderOutcome[];
  /** Headers in `Vary` whose value neither the cache key nor a rule of the configuration settles, in lower case; `*`: anything. */
  readonly varying: readonly string[];
  /** An address of the same origin that cannot exist. */
  readonly missing: OtherPage | NotOpened;
  /** Pages that its `hreflang` links lead to; of those beyond the limit there is none. */
  readonly alternates: ReadonlyArray<OtherPage | NotOpened>;
}

/** Whether there is a page for comparison. */
export function isOpened(other: OtherPage | NotOpened): other is OtherPage {
  return !('reason' in other);
}

/** A {@link Finding}. */
export function found(sentence: string, says: readonly Said[]): Finding {
  return { outcome: 'found', sentence, says };
}
