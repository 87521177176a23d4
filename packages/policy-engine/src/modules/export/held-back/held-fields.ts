/** What an export holds back: fields that are secrets, say who of the host handled a row, or name somebody else. */
import { type HeldBack, heldBackBy, type HeldBackKind } from '../../../platform/columns/held-back.ts';
import { secretShape } from '../../../platform/columns/shapes.ts';
import type { OwnValues } from './own-values.ts';

/** A field that is not in the export. */
export interface HeldField {
  readonly rule: string;
  readonly field: string;
  readonly kind: HeldBackKind;
  /** What of its name or value says so, for developers. */
  readonly word: string;
}

/** What is known of a rule. */
export interface JudgedRule {
  readonly name: string;
  /** Undefined: not known. */
  readonly table: string | undefined;
  /** Reasons by field. */
  readonly include: ReadonlyMap<string, string>;
  /** Whether what a field says of others is replaced already when it is read; undefined: in none. */
  readonly replaces?: ((field: string) => boolean) | undefined;
}

/** The fields that one export holds back, each once for each rule and kind. */
export class HeldFields {
  readonly #fields = new Map<string, HeldField>();

  add(field: HeldField): void {
    this.#fields.set(JSON.stringify([field.rule, field.field, field.kind]), field);
  }

  /** In the order in which they were met. */
  get all(): readonly HeldField[] {
    return [...this.#fields.values()];
  }

  /** Their names, each once. */
  get names(): readonly string[] {
    return [...new Set(this.all.map(({ field }) => field))].toSorted();
  }
}

/** Rows can have keys that people chose: the number of their forms is unlimited. */
const MOST_ROWS = 1000;

/** Secrets that can be numbers; others of their words are then quantities, such as `token_value`. */
const NUMERIC = /code|pin|otp|pass|pwd|cvv|cvc|answer|secret/;

/** Fields of rows that hold one key and its value each: `meta_key` and `meta_value`, `name` and `value`. */
const VALUE = /^(?<stem>|.+?_?)(?:value|val|content|data)$/i;
const KEY = /^(?<stem>|.+?_?)(?:key|name|code|field|setting|option|property|attribute|var)$/i;
/** How programs name things: a product may be called “Secret Garden”. */
const NAME = /^[\w.:/-]{2,64}$/;

/** Judges the fields of one rule's rows. */
export class FieldJudge {
  readonly #rule: JudgedRule;
  readonly #own: OwnValues;
  readonly #held: HeldFields;
  /** By the names of a row, the judgement of each. */
  readonly #known = new Map<string, Map<string, HeldBack | null>>();
  /** The row that was asked for last, and what is known of it. */
  #columns: readonly string[] | undefined;
  #row: Map<string, HeldBack | null> | undefined;

  constructor(rule: JudgedRule, own: OwnValues, held: HeldFields) {
    this.#rule = rule;
    this.#own = own;
    this.#held = held;
  }

  /**
   * Whether a field is held back; if so, it is noted.
   *
   * @param columns names of all fields of its row or object
   * @param row the values of all of them
   */
  holds(
    field: string,
    value: unknown,
    columns: readonly string[],
    row: Readonly<Record<string, unknown>> = {},
  ): boolean {
    if (this.#rule.include.has(field)) return false;
    const found = this.#byName(field, value, columns) ?? this.#byKey(field, value, columns, row) ?? byShape(value);
    if (found === undefined || (found.kind === 'others' && this.#rule.replaces?.(field) === true)) return false;
    this.#held.add({ rule: this.#rule.name, field, ...found });
    return true;
  }

  #byName(field: string, value: unknown, columns: readonly string[]): HeldBack | undefined {
    if (typeof value === 'boolean' || value instanceof Date) return undefined;
    const judged = this.#judged(field, columns);
    if (judged === null) return undefined;
    if (judged.kind === 'secret') {
      const isNumber = typeof value === 'number' || typeof value === 'bigint';
      return isNumber && !NUMERIC.test(judged.word) ? undefined : judged;
    }
    const isEmpty = value === null || value === undefined || value === '';
    return isEmpty || this.#own.has(value) ? undefined : judged;
  }

  /** A value in a row of keys and values, by what its key names: `meta_key` is `session_tokens`. */
  #byKey(
    field: string,
    value: unknown,
    columns: readonly string[],
    row: Readonly<Record<string, unknown>>,
  ): HeldBack | undefined {
    const stem = VALUE.exec(field)?.groups?.['stem'];
    if (stem === undefined) return undefined;
    const named = columns.find((column) => {
      const other = KEY.exec(column)?.groups?.['stem'];
      return other !== undefined && (other === stem || other === '');
    });
    const key = named === undefined ? undefined : row[named];
    if (typeof key !== 'string' || !NAME.test(key)) return undefined;
    return this.#byName(key, value, [key]);
  }

  #judged(field: string, columns: readonly string[]): HeldBack | null {
    const known = this.#ofRow(columns);
    let judged = known?.get(field);
    if (judged !== undefined) return judged;
    judged = heldBackBy(field, { table: this.#rule.table, columns }) ?? null;
    known?.set(field, judged);
    return judged;
  }

  /** What is known of rows with these names; undefined if there are too many to remember. */
  #ofRow(columns: readonly string[]): Map<string, HeldBack | null> | undefined {
    // The fields of a row are asked for one after another.
    if (columns === this.#columns) return this.#row;
    this.#columns = columns;
    const names = columns.join('\0');
    this.#row = this.#known.get(names);
    if (this.#row === undefined && this.#known.size < MOST_ROWS) {
      this.#row = new Map<string, HeldBack | null>();
      this.#known.set(names, this.#row);
    }
    return this.#row;
  }
}

function byShape(value: unknown): HeldBack | undefined {
  const word = typeof value === 'string' ? secretShape(value) : undefined;
  return word === undefined ? undefined : { kind: 'secret', word };
}
