/** The words of names as they are judged: in the singular, in English, and apart where they are written in one word. */
import { singular, tokensOf, wordsIn } from '../../../platform/columns/tokens.ts';
import { PERSONAL_TOKENS } from '../schema/personal-words.ts';
import ENGLISH from './english.json' with { type: 'json' };

/** What the names of most columns of a table have in common, and abbreviates its name. */
export interface Affixes {
  /** `emp_`, `ec_` */
  readonly prefix: string | undefined;
  /** `_adh`, `_log` */
  readonly suffix: string | undefined;
}

/** Words with which a short first word of a name means something. */
const SHORT = wordsIn(
  'first last home work ship bill user card bank alt tax ip full date is has phone email post birth born age job legal trade mid other main',
);

/** Last words that mean something in any table. */
const ENDINGS = wordsIn('id ids uuid at by on date time name names url type code key no num nr count text note notes');

export function affixesOfColumns(names: readonly string[]): Affixes {
  const split = names.map(tokensOf).filter(({ length }) => length > 1);
  return {
    prefix: mostOf(
      split.map(([first = '']) => first),
      names.length,
    ),
    suffix: mostOf(
      split.map((tokens) => tokens.at(-1) ?? '').filter((last) => !ENDINGS.has(last)),
      names.length,
    ),
  };
}

/** The word that at least half of the names have in one place, or nearly all if it is a long one; undefined for none. */
function mostOf(tokens: readonly string[], names: number): string | undefined {
  const [most = '', ones = []] =
    [...Map.groupBy(tokens, (token) => token)].toSorted(([, one], [, other]) => other.length - one.length)[0] ?? [];
  if (most === '' || SHORT.has(most)) return undefined;
  const [least, share] = most.length <= 5 ? [2, 0.5] : [4, 0.7];
  return ones.length >= least && ones.length >= share * names ? most : undefined;
}

/** Words for a form of a text, which is stored besides it: `body_html`, `markdown_comment`. */
const FORMS = wordsIn(
  'markdown markeddown rendered cooked html raw plain cached processed formatted parsed stripped safe rich encoded',
);

/** The names that a column may have been given: as it is, without what the columns of its table have in common, and without a form. */
export function namesOf(name: string, { prefix, suffix }: Affixes): string[] {
  const tokens = tokensOf(name);
  const begin = tokens[0] === prefix ? 1 : 0;
  const end = tokens.at(-1) === suffix && tokens.length > 1 + begin ? -1 : undefined;
  const own = tokens.length > 1 ? tokens.slice(begin, end) : tokens;
  const plain = own.filter((token) => !FORMS.has(token));
  const all = [own, plain].filter((one) => one.length > 0 && one.length < tokens.length).map((one) => one.join('_'));
  return [...new Set([name, ...all])];
}

const IN_ENGLISH: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries(ENGLISH).flatMap(([english, others]) =>
    [...wordsIn(others)].flatMap((word) => [word, singular(word)].map((one) => [one, english.split(' ')] as const)),
  ),
);

/** Parts of a word written in one with others that are shorter than the rest. */
const PARTS = wordsIn('id ip nr no to by');
const LONGEST = 3;

/** The words that a name consists of, in the singular and in English. */
export function plainWords(tokens: readonly string[], known: ReadonlySet<string>): string[] {
  return tokens
    .map(singular)
    .flatMap((token) => partsOf(token, known))
    .flatMap((word) => IN_ENGLISH.get(word) ?? [word]);
}

/** By what is known: the same few words are in most names. */
const parted = new WeakMap<ReadonlySet<string>, Map<string, readonly string[]>>();
const MOST_PARTED = 20_000;

function partsOf(token: string, known: ReadonlySet<string>): readonly string[] {
  const all = parted.get(known) ?? new Map<string, readonly string[]>();
  parted.set(known, all);
  const before = all.get(token);
  if (before !== undefined) return before;
  const parts = foundParts(token, known);
  if (all.size >= MOST_PARTED) all.clear();
  all.set(token, parts);
  return parts;
}

/** `billfname` → bill fname, if both are known and it is not. */
function foundParts(token: string, known: ReadonlySet<string>): readonly string[] {
  const isKnown = (part: string) =>
    [known, PERSONAL_TOKENS, SHORT].some((words) => words.has(part)) || IN_ENGLISH.has(part);
  if (token.length < 6 || isKnown(token)) return [token];
  const best: Array<readonly string[] | undefined> = [[]];
  for (let end = 1; end <= token.length; end++) {
    for (let begin = 0; begin < end; begin++) {
      const before = best[begin];
      const part = token.slice(begin, end);
      if (before === undefined || before.length >= LONGEST || (part.length < 3 && !PARTS.has(part))) continue;
      if (!isKnown(part) && !isKnown(singular(part))) continue;
      if ((best[end]?.length ?? Infinity) > before.length + 1) best[end] = [...before, singular(part)];
    }
  }
  return best[token.length] ?? endOf(token, isKnown) ?? [token];
}

/** `intnotes` → int notes: a known word behind letters that say nothing. */
function endOf(token: string, isKnown: (part: string) => boolean): readonly string[] | undefined {
  for (let begin = 2; begin <= token.length - 4; begin++) {
    const part = token.slice(begin);
    if (ENDS.has(singular(part)) && isKnown(singular(part))) return [token.slice(0, begin), singular(part)];
  }
  return undefined;
}

/** Words that end others written in one. */
const ENDS = wordsIn(
  'name phone email mail address city street state country zip code note comment text title date number birth contact company remark message subject',
);
