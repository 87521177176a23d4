/**
 * What speaks for and against a column being personal: the words of its name, its type, what its table is about, how the table belongs
 * to people, and what else is in the row.
 */
import { otherIn, staffIn } from '../../../platform/columns/people.ts';
import { tokensOf } from '../../../platform/columns/tokens.ts';
import type { LiveColumn, LiveTable } from '../../../platform/database/schema/live-schema.ts';
import { type PersonalKind, personalKind, personalWord } from '../schema/personal-words.ts';
import { withoutLetters, wordsOfTable } from '../schema/prefixes.ts';
import { affixesOfColumns, namesOf, plainWords } from './names.ts';
import { settingOf } from './settings.ts';

/** How a table belongs to people: `direct`: its rows refer to one; `deep`: over other tables; `no`: not by any key. */
export type Belonging = 'people' | 'direct' | 'deep' | 'no';

/** What is known about the table of a column. */
export interface TableFacts {
  readonly table: LiveTable;
  readonly tables: readonly LiveTable[];
  readonly belonging: Belonging;
  /** Whether no foreign key says so. */
  readonly isGuess: boolean;
  /** Whether the key is a `user_id` that may as well say who entered the row. */
  readonly isAnybodys: boolean;
  /** Columns that refer to rows. */
  readonly keys: ReadonlySet<string>;
  /** Words of columns that the model knows. */
  readonly known: ReadonlySet<string>;
}

interface Described {
  /** The first word of its whole name. */
  readonly first: string;
  readonly words: readonly string[];
  /** The word of personal data in its name. */
  readonly word: string | undefined;
  readonly about: PersonalKind | undefined;
}

/** Some keep them as numbers. */
const POST_CODE = /^(?:zip|post|postal|plz)/;

/** Tables with at least so many columns differ. */
const SIZES = [6, 10, 21];

/** Describes the columns of one table. */
export class Features {
  readonly #facts: TableFacts;
  readonly #words: readonly string[];
  readonly #flags: readonly string[];
  readonly #columns: ReadonlyMap<string, Described>;

  constructor(facts: TableFacts) {
    const { table, tables, belonging, isAnybodys, known } = facts;
    this.#facts = facts;
    const words = wordsOfTable(table, tables);
    this.#words = plainWords(words, known);
    const setting = settingOf(table, belonging !== 'no' && !(isAnybodys && words.at(-1) !== 'status'), words);
    this.#flags = Object.entries(setting).flatMap(([name, value]) => (value === true ? [name] : []));
    const affixes = affixesOfColumns([...table.columns.keys()]);
    this.#columns = new Map(
      [...table.columns.keys()].map((name) => {
        const names = namesOf(withoutLetters(name, tables), affixes);
        const plain = plainWords(tokensOf(names.at(-1) ?? name), known);
        const word = firstWord([...names, plain.join('_')]);
        const first = tokensOf(name)[0] ?? '';
        return [name, { first, words: plain, word, about: word === undefined ? undefined : personalKind(word) }];
      }),
    );
  }

  /** The word of personal data in a column's name. */
  wordOf(name: string): string | undefined {
    return this.#columns.get(name)?.word;
  }

  /** What that word is about. */
  aboutOf(name: string): PersonalKind | undefined {
    return this.#columns.get(name)?.about;
  }

  of(column: LiveColumn): string[] {
    const described = this.#columns.get(column.name);
    if (described === undefined) return [];
    const { words, word = '' } = described;
    const isText = column.kind === 'other' || (column.kind === 'integer' && POST_CODE.test(word));
    const kind = isText ? 'text' : column.kind;
    const last = words.at(-1) ?? '';
    const { belonging } = this.#facts;
    const length = words.length > 1 ? 'several' : 'one';
    return [
      ...this.#ofName(words, last),
      ...this.#ofTable(column.name),
      ...this.#ofWord(described, kind),
      ...this.#ofRow(column.name, last, kind),
      ...this.#ofNeighbours(column.name, described, last),
      `kind=${kind}`,
      `kind and last=${kind} ${last}`,
      `belonging and last=${belonging} ${last}`,
      `belonging and kind=${belonging} ${kind}`,
      `belonging and length=${belonging} ${length} ${kind}`,
      `table and last=${this.#words.at(-1) ?? ''} ${last}`,
      ...this.#flags.flatMap((flag) => [`flag and last=${flag} ${last}`, `flag and kind=${flag} ${kind}`]),
    ];
  }

  #ofName(words: readonly string[], last: string): string[] {
    return [
      ...[...new Set(words)].map((word) => `word=${word}`),
      `last=${last}`,
      `whole=${words.join('')}`,
      `words=${Math.min(words.length, 4)}`,
      ...words.slice(1).map((word, at) => `pair=${words[at] ?? ''} ${word}`),
      // `poster name`, `applicant name`: who does something.
      ...(last === 'name' ? [`ending before name=${(words.at(-2) ?? '').slice(-2)}`] : []),
    ];
  }

  #ofTable(name: string): string[] {
    const { table, belonging, isGuess } = this.#facts;
    return [
      ...[...new Set(this.#words)].map((word) => `table word=${word}`),
      `table=${this.#words.at(-1) ?? ''}`,
      `belonging=${belonging}${isGuess ? ' guessed' : ''}`,
      ...this.#flags.map((flag) => `flag=${flag}`),
      ...(staffIn(name, table.table) === undefined ? [] : ['role=staff']),
      ...(otherIn(name, table.table) === undefined ? [] : ['role=other']),
    ];
  }

  #ofWord({ about, words }: Described, kind: string): string[] {
    if (about === undefined) return [];
    const { belonging } = this.#facts;
    return [
      `about=${about}`,
      `about and kind=${about} ${kind}`,
      `about and belonging=${about} ${belonging}`,
      ...(this.#flags.includes('isThing') ? [`about in thing=${about}`] : []),
      ...(words.length === 1 ? [`about alone=${about}`] : []),
    ];
  }

  /** What else is in the row. */
  #ofRow(name: string, last: string, kind: string): string[] {
    const { table, keys } = this.#facts;
    const others = [...table.columns.values()].filter((column) => column.name !== name);
    const texts = others.filter((column) => column.kind === 'text' && !keys.has(column.name)).length;
    const abouts = others.flatMap((column) => this.#columns.get(column.name)?.about ?? []);
    const number = abouts.length > 4 ? 'many' : abouts.length > 1 ? 'some' : String(abouts.length);
    const named = `${abouts.includes('names') ? 'named' : 'unnamed'} ${abouts.includes('reach') ? 'reached' : 'unreached'}`;
    const size = SIZES.filter((least) => table.columns.size >= least).length;
    const isNamed = ['name', 'title', 'label'].some((one) => table.columns.has(one));
    return [
      `others=${number}`,
      `share of others=${Math.round((4 * abouts.length) / Math.max(texts, 1))}`,
      `who else=${named}`,
      `others and last=${number} ${last}`,
      `others and kind=${number} ${kind}`,
      `columns=${size}`,
      `has name=${isNamed}`,
    ];
  }

  /** What stands beside it, and what else begins with its first word: who somebody is is written one after the other. */
  #ofNeighbours(name: string, { first }: Described, last: string): string[] {
    const all = [...this.#columns.values()];
    const at = [...this.#columns.keys()].indexOf(name);
    const aboutAt = (place: number) => all[place]?.about ?? 'none';
    const before = aboutAt(at - 1);
    const after = aboutAt(at + 1);
    const near = [at - 2, at - 1, at + 1, at + 2].filter((place) => aboutAt(place) !== 'none').length;
    const block = all.filter((one, place) => place !== at && one.first === first);
    const isBlock = block.length >= 2 && block.length < all.length - 2;
    const abouts = isBlock ? [...new Set(block.flatMap(({ about }) => about ?? []))] : [];
    const kinds = isBlock ? (abouts.length > 0 ? abouts : ['nothing']) : ['none'];
    return [
      `before=${before}`,
      `after=${after}`,
      `between=${before} ${after}`,
      `near=${near}`,
      `near and last=${near} ${last}`,
      ...kinds.flatMap((kind) => [`block=${kind}`, `block and last=${kind} ${last}`]),
    ];
  }
}

/** The first word of personal data in some names for one column. */
function firstWord(names: readonly string[]): string | undefined {
  for (const name of new Set(names)) {
    const word = personalWord(name);
    if (word !== undefined) return word;
  }
  return undefined;
}
