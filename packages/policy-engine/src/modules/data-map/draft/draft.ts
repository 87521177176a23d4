/**
 * Drafts data rules from the tables of a database: which tables belong to people, and which of their columns are personal. What the
 * schema does not say (purposes, legal bases, what must be kept) is left to a person, and named.
 */
import type { LiveSchema, LiveTable } from '../../../platform/database/schema/live-schema.ts';
import { heldBackInWords } from '../../../platform/columns/held-back.ts';
import { folderName } from '../../export/index.ts';
import { heldBackIn } from '../schema/held-back.ts';
import { type LeadingKey, type Owned, ownedBy, staffBeside, wayInWords } from '../schema/ownership.ts';
import { learnedModel, type Model } from './model.ts';
import { type Found, PersonalColumns } from './personal.ts';
import { isOfPeople } from './settings.ts';
import type { SampledWords } from './samples.ts';

/** The input of a draft. */
export interface DraftOptions {
  readonly schema: LiveSchema;
  readonly people: LiveTable;
  /** Tables of the host. */
  readonly tables: readonly LiveTable[];
  /** Default: judged by names and types alone. */
  readonly sampled?: SampledWords;
  /** Default: the one that is shipped. */
  readonly model?: Model;
}

/** A rule of the draft, with its comments. */
export interface DraftRule {
  readonly name: string;
  readonly table: string;
  /** As TypeScript; undefined if it can be left out. */
  readonly key: string | undefined;
  /** Not needed for SQL: it is TypeScript. */
  readonly person: string;
  /** Personal columns. Empty: nothing in its rows is named like personal data, so that whole rows are exported. */
  readonly columns: readonly string[];
  readonly comments: readonly string[];
}

/** A table that the draft does not take, with its personal columns. */
export interface Proposal {
  readonly table: string;
  /** `staff`: of people who work for the host; `unlinked`: no key leads to a person. */
  readonly about: 'staff' | 'unlinked';
  readonly columns: readonly string[];
  /** Those of them that may as well be none. */
  readonly uncertain: readonly string[];
}

/** What is drafted. */
export interface Draft {
  readonly people: string;
  /** The column of the table of people that identifies them. */
  readonly key: string;
  readonly rules: readonly DraftRule[];
  /** Rules for rows that belong to people and hold nothing that is named like personal data. */
  readonly links: readonly DraftRule[];
  readonly proposals: readonly Proposal[];
}

export function draftOf(options: DraftOptions): Draft {
  const { schema, people, tables } = options;
  const owned = ownedBy(people, { tables, schema });
  const staff = staffBeside(people, { tables, schema });
  const key = keyOfPeople(people);
  const judged = judgedTables(options);
  const rules = new Drafts({ schema, people, key, judged }).of(owned);
  const leading = new Set(rules.flatMap((rule) => (rule.columns.length > 0 ? parentsOf(rule, rules) : [])));
  const isTaken = (rule: NamedRule) => rule.columns.length > 0 || rule.parent === undefined || leading.has(rule.name);
  const known = new Set(owned.map(({ table }) => table));
  return {
    people: schema.shownName(people),
    key,
    rules: rules.filter(isTaken),
    links: rules.filter((rule) => !isTaken(rule)),
    proposals: tables
      .filter((table) => !known.has(table))
      .flatMap((table): Proposal[] => {
        const found = judged.get(table)?.all() ?? [];
        if (found.length === 0) return [];
        const about = staff.includes(table) ? 'staff' : 'unlinked';
        return [{ table: schema.shownName(table), about, columns: namesOf(found), uncertain: uncertainOf(found) }];
      }),
  };
}

/** Judges the columns of each table, by how its rows belong to people. */
export function judgedTables({
  schema,
  people,
  tables,
  sampled = new Map(),
  model = learnedModel(),
}: DraftOptions): ReadonlyMap<LiveTable, PersonalColumns> {
  const owned = ownedBy(people, { tables, schema });
  const staff = staffBeside(people, { tables, schema });
  return new Map(
    tables.map((table) => {
      const found = owned.find((one) => one.table === table);
      const values = sampled.get(table);
      if (found === undefined)
        return [table, new PersonalColumns(table, staff.includes(table) ? 'people' : 'no', tables, values, { model })];
      const { way, depth, next, by, isGuess } = found;
      // What leads to the profile or the account of a person is as near as what leads to the person.
      const isNear = depth === 1 || (next !== undefined && isOfPeople(next, tables));
      const belonging = way === 'people' ? 'people' : isNear ? 'direct' : 'deep';
      // Without a foreign key, `user_id` may as well say who entered the row.
      const isAnybodys = isGuess && by?.columns.length === 1 && /^user_?id$/i.test(by.columns[0] ?? '');
      return [table, new PersonalColumns(table, belonging, tables, values, { isGuess, isAnybodys, model })];
    }),
  );
}

function namesOf(found: readonly Found[]): string[] {
  return found.map(({ column }) => column.name);
}

/** With what speaks for each: `note (note)`. */
function uncertainOf(found: readonly Found[]): string[] {
  return found.filter(({ isCertain }) => !isCertain).map(({ column, word }) => `${column.name} (${word})`);
}

/** A rule and the one that its rows lead to. */
interface NamedRule extends DraftRule {
  /** Undefined for the table of people. */
  readonly parent: string | undefined;
}

/** The rules that a rule's rows lead over. */
function parentsOf({ parent }: NamedRule, rules: readonly NamedRule[]): string[] {
  const rule = rules.find(({ name }) => name === parent);
  return rule === undefined ? [] : [rule.name, ...parentsOf(rule, rules)];
}

/** Names the rules, each after those that its rows lead to. */
class Drafts {
  readonly #schema: LiveSchema;
  readonly #people: LiveTable;
  readonly #judged: ReadonlyMap<LiveTable, PersonalColumns>;
  readonly #key: string;
  readonly #names = new Set<string>();
  /** The first rule of each table. */
  readonly #ruleOf = new Map<LiveTable, string>();

  constructor(options: {
    readonly schema: LiveSchema;
    readonly people: LiveTable;
    readonly judged: ReadonlyMap<LiveTable, PersonalColumns>;
    readonly key: string;
  }) {
    this.#schema = options.schema;
    this.#people = options.people;
    this.#judged = options.judged;
    this.#key = options.key;
  }

  of(owned: readonly Owned[]): NamedRule[] {
    return owned.flatMap((found) => this.#rulesOf(found, owned));
  }

  #rulesOf(found: Owned, owned: readonly Owned[]): NamedRule[] {
    const { table, by, next, keys, isGuess } = found;
    const way = wayInWords(found, owned, this.#schema);
    if (by === undefined || next === undefined) {
      return [this.#rule(found, quoted(this.#key), [`The table of people.`], { link: this.#key })];
    }
    if (found.way === 'companion') return [this.#companion(found, way)];
    const columnsOf = new Map(keys.map((key) => [key.columns.join('_'), key]));
    return [...columnsOf].map(([columns, key]) => {
      const shown = `${this.#schema.shownName(table)}.${key.columns.join(', ')}`;
      const comments = [`${isGuess ? 'Seems to lead' : 'Leads'} to a person: ${keys.length === 1 ? way : shown}.`];
      if (isGuess) comments.push('No foreign key says so: the column has the name and the type of one. Check it.');
      if (keys.length > 1) {
        comments.push(
          'Its rows lead to several people. Decide: whether each of them gets the row, and whose request erases it.',
        );
      }
      const suffix = keys.length > 1 ? `_by_${columns}` : '';
      return this.#rule(found, this.#personBy(key, next, comments), comments, {
        suffix,
        link: key.columns[0] ?? '',
        parent: this.#ruleOf.get(next),
      });
    });
  }

  /** A row that the person's row refers to: the column by which it is found is in the other table. */
  #companion(found: Owned, way: string): NamedRule {
    const { table, by, next } = found;
    const [column = ''] = by?.columns ?? [];
    const [own = ''] = by?.toColumns ?? [];
    const comments = [
      `A row of ${this.#schema.shownName(next ?? table)} refers to it, and to it alone: ${way}.`,
      'Decide: whether it is about this person alone, or shared with others without a foreign key.',
    ];
    const parent = this.#ruleOf.get(next ?? table) ?? '';
    const person = `{ column: ${quoted(own)}, rule: ${quoted(parent)}, references: ${quoted(column)} }`;
    return this.#rule(found, person, comments, { link: own, parent });
  }

  #personBy(key: LeadingKey, next: LiveTable, comments: string[]): string {
    const [column = ''] = key.columns;
    const [to = ''] = key.toColumns;
    if (key.columns.length > 1) {
      comments.push(
        `The key has several columns (${key.columns.join(', ')}), of which a rule can name one. Check that it is enough,`,
      );
      comments.push('or read the rows with `collection` and erase them with a function.');
    }
    if (next === this.#people && to === this.#key) return quoted(column);
    const rule = this.#ruleOf.get(next) ?? '';
    const references = to === singleKey(next) ? '' : `, references: ${quoted(to)}`;
    return `{ column: ${quoted(column)}, rule: ${quoted(rule)}${references} }`;
  }

  #rule(
    { table }: Owned,
    person: string,
    comments: readonly string[],
    { suffix = '', link, parent }: { suffix?: string; link: string; parent?: string | undefined },
  ): NamedRule {
    const name = this.#nameFor(table, suffix);
    if (!this.#ruleOf.has(table)) this.#ruleOf.set(table, name);
    const lacksKey = table.primaryKey.length === 0 && table.uniqueKeys.length === 0;
    const unkeyed =
      'Its rows cannot be told apart. Add a primary key to the table, or name a unique column with `key`.';
    const found = this.#judged.get(table)?.all() ?? [];
    const columns = namesOf(found);
    const uncertain = uncertainOf(found);
    return {
      name,
      table: this.#schema.shownName(table),
      key: keyInRule(table),
      person,
      columns,
      comments: [
        ...comments,
        ...(lacksKey ? [unkeyed] : []),
        ...(uncertain.length === 0 ? [] : [`Less certain: ${uncertain.join(', ')}.`]),
        ...this.#rest(table, new Set([...columns, link])),
      ],
      parent,
    };
  }

  /** What else is in the rows, and what of them exports hold back. */
  #rest(table: LiveTable, named: ReadonlySet<string>): string[] {
    const columns = [...table.columns.values()];
    const held = columns.flatMap((column) => {
      const found = heldBackIn(table, column);
      return found === undefined ? [] : [`${column.name} (${heldBackInWords(found)})`];
    });
    const heldNames = new Set(
      columns.filter((column) => heldBackIn(table, column) !== undefined).map(({ name }) => name),
    );
    const rest = columns.map(({ name }) => name).filter((name) => !named.has(name) && !heldNames.has(name));
    return [
      ...(rest.length === 0 ? [] : [`Also in its rows: ${rest.join(', ')}.`]),
      ...(held.length === 0 ? [] : [`Held back from exports: ${held.join(', ')}.`]),
    ];
  }

  #nameFor({ schema, table }: LiveTable, suffix: string): string {
    const plain = table.replaceAll(/[^A-Za-z0-9_-]+/g, '_').replace(/^[^A-Za-z0-9]+/, '') || 'table';
    const base = `${plain}${suffix}`.slice(0, 50);
    const candidates = [base, `${base}_rows`, `${schema}_${base}`.slice(0, 60)];
    for (let number = 2; ; number++) {
      const name = candidates.shift() ?? `${base}_${number}`;
      if (this.#names.has(name.toLowerCase()) || !folderName.safeParse(name).success) continue;
      this.#names.add(name.toLowerCase());
      return name;
    }
  }
}

/** The column of the primary key, if it is a single one. */
function singleKey({ primaryKey, columns }: LiveTable): string | undefined {
  if (primaryKey.length === 1) return primaryKey[0];
  return primaryKey.length === 0 && columns.has('id') ? 'id' : undefined;
}

/** Without a column `id`, a key of several columns is the default. */
function keyInRule(table: LiveTable): string | undefined {
  const key = singleKey(table);
  if (key !== undefined) return key === 'id' ? undefined : quoted(key);
  const { primaryKey, columns } = table;
  return columns.has('id') && primaryKey.length > 0 ? `[${primaryKey.map(quoted).join(', ')}]` : undefined;
}

function keyOfPeople(people: LiveTable): string {
  return singleKey(people) ?? people.primaryKey[0] ?? 'id';
}

/** TypeScript text in single quotes. */
export function quoted(text: string): string {
  const inner = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'");
  return `'${inner}'`;
}
