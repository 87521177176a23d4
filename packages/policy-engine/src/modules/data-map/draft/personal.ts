/**
 * Which columns hold personal data, by their features and by their values. A name that means a person in one table and a thing in another
 * (`name`, `city`, `title`, `company`) counts only where the table says so.
 */
import { secretIn } from '../../../platform/columns/secrets.ts';
import { tokensOf } from '../../../platform/columns/tokens.ts';
import type { LiveColumn, LiveTable } from '../../../platform/database/schema/live-schema.ts';
import { wordsOfTable } from '../schema/prefixes.ts';
import { type Belonging, Features } from './features.ts';
import { isNamedLikeKey, leadsToOthers } from './keys.ts';
import { CERTAIN, learnedModel, mainReason, type Model, NAMED, probabilityOf, TAKEN } from './model.ts';
import { BORN_THEN } from './samples.ts';
import { settingOf } from './settings.ts';

const BORN =
  /birth|born|naissance|nacimiento|dogum|geburt|geboorte|nascimento|nascita|urodz|\bdob\b|dob$|bday|\bddn\b|\b(?:date )?naiss?\b|datenais|gebdat|\bgeb dat|\bfec(?:ha)? ?nac\b|\bdata nasc\b/;

const LAST_DIGITS = /last_?(?:4|four|(?:(?:4|four)_?)?digits)$/i;

const PICTURE = /photo|picture|image|avatar|foto|selfie|portrait/i;

/** A column that is taken for personal. */
export interface Found {
  readonly column: LiveColumn;
  /** What makes it so. */
  readonly word: string;
  readonly isCertain: boolean;
}

interface JudgeOptions {
  /** Whether no foreign key says that its rows belong to people. */
  readonly isGuess?: boolean;
  /** Whether its key may as well say who entered the row: `user_id` of a supplier. */
  readonly isAnybodys?: boolean;
  /** Default: the one that is shipped. */
  readonly model?: Model;
}

/** Judges the columns of one table. */
export class PersonalColumns {
  readonly #table: LiveTable;
  readonly #belonging: Belonging;
  readonly #sampled: ReadonlyMap<string, string>;
  readonly #features: Features;
  readonly #keys: ReadonlySet<string>;
  readonly #isOfPeople: boolean;
  readonly #isThing: boolean;
  readonly #isOfPictures: boolean;
  readonly #model: Model;

  /**
   * @param tables those of the host: a column that is named like the key of one refers to its rows
   * @param sampled what the values of columns are, by name; see `samples.ts`
   */
  constructor(
    table: LiveTable,
    belonging: Belonging,
    tables: readonly LiveTable[],
    sampled: ReadonlyMap<string, string> = new Map<string, string>(),
    { isGuess = false, isAnybodys = false, model = learnedModel() }: JudgeOptions = {},
  ) {
    this.#table = table;
    this.#model = model;
    this.#sampled = sampled;
    this.#belonging = belonging === 'no' && leadsToOthers(table, tables) ? 'direct' : belonging;
    this.#keys = new Set([
      ...table.primaryKey.filter((key) => /^(?:id|uid|uuid|guid)$/i.test(key)),
      ...table.foreignKeys.flatMap(({ columns }) => columns),
      ...[...table.columns.keys()].filter((name) => isNamedLikeKey(name, table, tables)),
    ]);
    const words = wordsOfTable(table, tables);
    const { isPeople, isThing, isContact } = settingOf(table, this.#belonging !== 'no', words);
    this.#isOfPeople = isPeople || isContact || belonging === 'people';
    this.#isThing = isThing;
    this.#isOfPictures = PICTURE.test(words.join('_')) && (this.#belonging !== 'no' || words.includes('avatar'));
    this.#features = new Features({
      table,
      tables,
      belonging: this.#belonging,
      isGuess,
      isAnybodys,
      keys: this.#keys,
      known: model.words,
    });
  }

  /** The personal columns, in the order of the table. */
  all(): readonly Found[] {
    return [...this.#table.columns.values()].flatMap((column) => this.#found(column) ?? []);
  }

  /** What makes a column personal; undefined if nothing does. */
  word(column: LiveColumn): string | undefined {
    return this.#found(column)?.word;
  }

  #found(column: LiveColumn): Found | undefined {
    const sure = this.#certain(column);
    if (sure !== undefined) return { column, word: sure, isCertain: true };
    if (!this.isJudged(column)) return undefined;
    const { name } = column;
    const features = this.#features.of(column);
    const probability = probabilityOf(features, this.#model);
    const named = this.#features.wordOf(name);
    if (probability < (named === undefined || this.#isThing ? TAKEN : NAMED)) return undefined;
    // What tells the rows of a key of several columns apart: a shop, a language.
    const { primaryKey } = this.#table;
    if (named === undefined && primaryKey.length > 1 && primaryKey.includes(name)) return undefined;
    const word = named ?? mainReason(features, this.#model);
    return { column, word, isCertain: probability >= CERTAIN };
  }

  /** By its type, the form of its name, or its values. */
  #certain(column: LiveColumn): string | undefined {
    const { name, kind } = column;
    const isBorn = kind === 'time' && !this.#isThing && BORN.test(tokensOf(name).join(' '));
    if (isBorn) return 'birthday';
    const isElsewhere = kind === 'bytes' || this.#keys.has(name);
    if (kind === 'bytes' && this.#isOfPictures) return 'picture';
    if (kind === 'bytes' && /^ip\b/.test(this.#features.wordOf(name) ?? '')) return 'network addresses';
    if (isElsewhere && this.#isOfPeople && PICTURE.test(name)) return 'picture';
    // Of a list of values, what somebody is: a gender, not a kind of address.
    if (column.labels !== undefined && !this.#isThing && this.#features.aboutOf(name) === 'selves')
      return this.#features.wordOf(name);
    if (!this.isJudged(column)) return undefined;
    if (LAST_DIGITS.test(name)) return 'last digits of a card';
    if (name === 'uid' && this.#table.columns.has('provider')) return 'account at a provider';
    const word = this.#sampled.get(name);
    return word === BORN_THEN && !this.#isOfPeople && this.#belonging === 'no' ? undefined : word;
  }

  /** Whether a column can hold something about a person: a text, a document, a number or a date that is no key, secret, list or flag. */
  isJudged({ name, kind, labels, length }: LiveColumn): boolean {
    if (kind === 'boolean' || kind === 'time' || kind === 'bytes' || this.#keys.has(name) || labels !== undefined)
      return false;
    const { table, columns } = this.#table;
    if (secretIn(name, { table, columns: [...columns.keys()] }) !== undefined) return false;
    // One letter is a flag, unless it is a gender.
    return length !== 1 || this.#features.wordOf(name) !== undefined;
  }

  featuresOf(column: LiveColumn): readonly string[] {
    return this.#features.of(column);
  }
}
