/** What only people see, and what only bots read. */
import type { Judgement, PeopleView, Said } from './evidence/judgement.ts';
import { found } from './evidence/judgement.ts';
import { wordsOf } from './evidence/similar.ts';

/** Words that may be missing: a clock, a counter. Above that, a part of all words. */
const LOST = { fewest: 8, part: 0.1 };
/** A page of so few words, in which a frame or a canvas takes this part of the window, has its content there. */
const ELSEWHERE = { words: 30, part: 0.5 };
/** Characters that are hidden on a page that mostly consists of hidden text, and how often what is visible. */
const HIDDEN = { characters: 1_500, times: 4 };
/** Maximum number of words that are searched one by one. */
const MAX_SEARCHED = 2_000;
/** Words that are shown. */
const SHOWN = 12;

const dense = (text: string) => text.replaceAll(/\s+/g, '').toLowerCase();

/** Text, a frame or a canvas that is not in the HTML. */
export const ONLY_PEOPLE: Judgement = {
  name: 'only-people',
  severity: 'error',
  judge: ({ people, document }) => {
    if (!people) return notSeen;
    if (!document.isWhole) return tooLong;
    const lost = lostWords(people, document.text);
    if (lost.length > 0) {
      const says: Said[] = [
        { place: `${lost.length} words that bots do not get`, value: lost.slice(0, SHOWN).join(' ') },
      ];
      return found('People see text that is not in the HTML that bots get.', says);
    }
    const words = wordsOf(document.text.slice(0, 10_000)).length;
    if (words >= ELSEWHERE.words || Math.max(people.frame, people.canvas) < ELSEWHERE.part) return undefined;
    const [place, part] = people.frame >= people.canvas ? ['<iframe>', people.frame] : ['<canvas>', people.canvas];
    const what =
      place === '<iframe>' ? 'a frame, which is a page of its own' : 'a canvas, of which bots get a picture at most';
    const sentence = `What people see is in ${what}. Bots get ${words} words.`;
    return found(sentence, [{ place, value: `${Math.round(part * 100)} % of the window` }]);
  },
};

/** Far more hidden than visible text. */
export const ONLY_BOTS: Judgement = {
  name: 'only-bots',
  severity: 'note',
  judge: ({ people, document }) => {
    if (!people) return notSeen;
    if (!people.isWhole || !document.isWhole) return tooLong;
    const [visible, all] = [dense(people.text).length - people.unseen, dense(document.text).length];
    const hidden = all - visible;
    if (hidden < HIDDEN.characters || hidden < visible * HIDDEN.times) return undefined;
    const says = [{ place: 'characters without spaces', value: `${hidden} hidden, ${visible} visible` }];
    return found(
      'Most of the text that bots read is hidden from people. Search engines may ignore it, or take it for spam.',
      says,
    );
  },
};

const notSeen = { outcome: 'not-judged', sentence: 'What people see of the page could not be read.' } as const;

const tooLong = {
  outcome: 'not-judged',
  sentence: 'The page is too long for all of its text to be compared.',
} as const;

/**
 * Words are searched within the text without its spaces: where one ends in the browser depends on styles. Empty if few are
 * missing.
 */
function lostWords({ text, drawn }: PeopleView, html: string): string[] {
  const all = wordsOf(`${text}\n${drawn}`);
  const known = new Set(html.toLowerCase().match(/[\p{L}\p{N}]+/gu));
  const read = dense(html).normalize();
  const missing = new Map<string, boolean>();
  const isMissing = (word: string) => {
    const before = missing.get(word);
    if (before !== undefined) return before;
    // Numbers are what changes by itself: times, prices, counters.
    const is = word !== '0' && !known.has(word) && missing.size < MAX_SEARCHED && !read.includes(word.normalize());
    missing.set(word, is);
    return is;
  };
  const lost = all.filter(isMissing);
  return lost.length >= Math.max(LOST.fewest, all.length * LOST.part) ? [...new Set(lost)] : [];
}
