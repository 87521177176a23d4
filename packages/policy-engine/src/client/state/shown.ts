/** What a person decides, and what they see when they do. */
import { isFromHistory } from './navigation.ts';
import type { ConsentDocument } from './state.ts';

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

/** What a page shows whose own code decides: two equal answers, in its language, on the texts in force. */
export const usualShown = ({ locale, rules }: ConsentDocument, decisions: Decisions): Shown => ({
  locale,
  choices: ['accept', 'reject'],
  texts: Object.fromEntries(
    rules
      .filter(({ name }) => Object.keys(decisions).some((gate) => gate.split(':', 1)[0] === name))
      .map(({ name, version }) => [name, version]),
  ),
});

/** Whether the state that a server wrote into the page is current. @param seen the decisions in the cookies that it received @param here those of now */
export const isCurrent = (seen: string, here: string): boolean => seen === here && !isFromHistory();
