/** What a person decides, and what they see when they do. */
import { decisionsInCookies } from './cookies.ts';
import type { ConsentDocument, ConsentRule } from './state.ts';

/** What the person was shown, for the proof. */
export interface Shown {
  /** Language of the texts, as a BCP 47 tag. */
  readonly locale: string;
  /** The answers that were offered, such as `['reject', 'accept', 'choose']`; `save` if purposes were shown one by one. */
  readonly choices: readonly string[];
  /** Version of the text behind each rule that was asked about. */
  readonly texts: Readonly<Record<string, number | string>>;
  /** What the banner's element has as `data-appearance`: the first digits of its SHA-256, or the number of the version of its appearance. */
  readonly appearance?: number | string | undefined;
}

/** Decisions by gate, the name of a rule or what `gateOf` returns for one of its vendors: true accepts, false rejects. */
export type Decisions = Readonly<Record<string, boolean>>;

/** Records that these texts and answers were shown to the person. */
export const shownOf = (
  { locale }: ConsentDocument,
  rules: readonly ConsentRule[],
  choices: readonly string[],
): Shown => ({
  locale,
  choices,
  texts: Object.fromEntries(rules.map(({ name, version }) => [name, version])),
});

/** Whether the state that a server wrote into the page is current. @param seen the decisions in the cookies that it received @param here those of now */
export const isCurrent = (seen: string, here: string = decisionsInCookies()): boolean =>
  seen === here &&
  (performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming | undefined)?.type !== 'back_forward';
