/** The words of the answers, as the host replaces them: the way to more privacy may be neither hidden nor mistaken (11 CCR § 7004(a)). */
import type { Relation } from '../../platform/options/read.ts';
import { shown } from '../../platform/options/words.ts';
import { texts } from './texts/texts.generated.ts';

type Key = keyof (typeof texts)['en'];

/** What keeps or sells data, and what does not. */
const ANSWERS: ReadonlyArray<readonly [accept: Key, reject: Key]> = [
  ['banner.accept', 'banner.reject'],
  ['banner.accept_one', 'banner.reject_one'],
  ['choice.accept_all', 'choice.reject_all'],
  ['consents.accept', 'consents.reject'],
  ['consents.accept', 'consents.withdraw'],
  ['optout.return_confirm', 'optout.return_keep'],
];

/** Ways to a refusal that stand alone. */
const WAYS: readonly Key[] = ['banner.choose', 'banner.save', 'banner.settings', 'optout.title', 'optout.do'];

const ANSWERED = [...new Set([...ANSWERS.flat(), ...WAYS])];

/** Words of the host, where it has given them. */
function wordsIn(given: unknown): Readonly<Record<string, unknown>> {
  return typeof given === 'object' && given !== null ? (given as Record<string, unknown>) : {};
}

/** Refuses texts that leave an answer without a word, or give two answers the same one. */
export const answersFit: Relation = ({ texts: given }, report) => {
  for (const [locale, own] of Object.entries(wordsIn(given))) {
    const words = wordsIn(own);
    const wordOf = (key: Key) => {
      const word = words[key];
      return (typeof word === 'string' ? word : usualIn(locale)[key]).trim();
    };
    const at = (key: Key) => `texts.${locale}["${key}"]`;
    for (const key of ANSWERED.filter((one) => words[one] === '')) {
      report(at(key), 'is empty, which hides an answer; write what its button says');
    }
    for (const [accept, reject] of ANSWERS) {
      const key = [reject, accept].find((one) => typeof words[one] === 'string');
      if (key === undefined || wordOf(reject) === '') continue;
      if (wordOf(accept).toLowerCase() !== wordOf(reject).toLowerCase()) continue;
      report(at(key), `${shown(wordOf(reject))} is the word of ${accept} and of ${reject}; write two that differ`);
    }
  }
};

/** The engine's own words in a language. */
function usualIn(locale: string): Readonly<Record<Key, string>> {
  const [language = ''] = locale.toLowerCase().split('-');
  const own: Readonly<Record<string, Readonly<Record<Key, string>>>> = texts;
  return own[language] ?? texts.en;
}
