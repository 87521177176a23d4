/** Drafts data rules from the tables of a database, as TypeScript: what the schema shows, and what a person must decide. */
import type { LiveForeignKey, LiveSchema, LiveTable } from '../../../platform/database/schema/live-schema.ts';
import { folderName } from '../../export/index.ts';
import type { MapFinding } from './coverage.ts';
import { type Reached, reachedFrom, wayInWords } from './reach.ts';

/** The input of a draft. */
export interface DraftOptions {
  readonly schema: LiveSchema;
  readonly people: LiveTable;
  /** Tables of the host. */
  readonly tables: readonly LiveTable[];
  /** Columns that a map without rules does not cover. */
  readonly findings: readonly MapFinding[];
}

/** A rule of the draft, with its comments. */
interface DraftRule {
  readonly name: string;
  readonly table: string;
  /** As TypeScript; undefined if it can be left out. */
  readonly key: string | undefined;
  /** Not needed for SQL: it is TypeScript. */
  readonly person: string;
  readonly comments: readonly string[];
}

/** The lines of a module that exports `dataRules` and `dataMap`. */
export function draftOf({ schema, people, tables, findings }: DraftOptions): string[] {
  const reached = reachedFrom(people, schema).filter(({ table }) => tables.includes(table));
  const key = keyOfPeople(people);
  const rules = new Drafts(schema, people, key).of(reached);
  const reachedNames = new Set(reached.map(({ table }) => schema.shownName(table)));
  const named = findings.filter(({ kind, table }) => kind === 'undeclared' && !reachedNames.has(table ?? ''));
  return [
    '/**',
    ' * Personal data, drafted from the tables of the database. A schema does not say what data is used for or what the law',
    ' * requires you to keep: each rule lists what to decide. Until a rule has `erasure`, its rows stay when a person is erased.',
    ' */',
    "import type { DataMapOptions, DataRuleOptions } from 'policy-engine/data-map';",
    '',
    'export const dataRules: DataRuleOptions[] = [',
    ...rules.flatMap(linesOf),
    '];',
    '',
    ...(named.length === 0 ? [] : NAMED_ONLY),
    ...named.map(({ table, column, reason }) => `//   ${table ?? ''}.${column ?? ''} (${reason})`),
    'export const dataMap: DataMapOptions = {',
    `  people: { table: ${quoted(schema.shownName(people))}, key: ${quoted(key)} },`,
    '  // Columns that lead to a person and hold nothing about them: { table, columns, reason }.',
    '  exempt: [],',
    '};',
  ];
}

const NAMED_ONLY = [
  '// No foreign key leads from these to a person, but they are named like personal data. Declare them in a rule, or',
  '// exempt them with a reason:',
];

function linesOf({ name, table, key, person, comments }: DraftRule): string[] {
  const source = [`table: ${quoted(table)}`, ...(key === undefined ? [] : [`key: ${key}`]), `person: ${person}`];
  return [
    '  {',
    `    name: ${quoted(name)},`,
    ...comments.map((comment) => `    // ${comment}`),
    `    table: { ${source.join(', ')} },`,
    '    // Decide: the purpose and legal basis of the data (GDPR Art. 6), its recipients, how long it is needed:',
    '    // purpose, legalBasis, recipients, retention.',
    "    // Decide: what happens when its person is erased: erasure: 'delete', { action: 'set', columns },",
    "    // { action: 'keep', ground, until } or { action: 'run', erase }.",
    '  },',
  ];
}

/** Names the rules, each after those that its rows lead to. */
class Drafts {
  readonly #schema: LiveSchema;
  readonly #people: LiveTable;
  readonly #key: string;
  readonly #names = new Set<string>();
  /** The first rule of each table. */
  readonly #ruleOf = new Map<LiveTable, string>();

  constructor(schema: LiveSchema, people: LiveTable, key: string) {
    this.#schema = schema;
    this.#people = people;
    this.#key = key;
  }

  of(reached: readonly Reached[]): DraftRule[] {
    return reached.flatMap((found) => this.#rulesOf(found, reached));
  }

  #rulesOf(found: Reached, reached: readonly Reached[]): DraftRule[] {
    const { table, by, next } = found;
    const way = wayInWords(found, reached, this.#schema);
    if (by === undefined || next === undefined) {
      return [this.#rule(table, quoted(this.#key), [`The table of people.`])];
    }
    if (found.way === 'companion') return [this.#companion(found, way)];
    const keys = table.foreignKeys.filter((key) => this.#schema.target(key) === next);
    return keys.map((key) => {
      const comments = [
        `Leads to a person: ${keys.length === 1 ? way : `${this.#schema.shownName(table)}.${key.columns.join(', ')}`}.`,
      ];
      if (keys.length > 1) {
        comments.push(
          'Its rows lead to several people. Decide: whether each of them gets the row, and whose request erases it.',
        );
      }
      const suffix = keys.length > 1 ? `_by_${key.columns.join('_')}` : '';
      return this.#rule(table, this.#personBy(key, next, comments), comments, suffix);
    });
  }

  /** A row that the person's row refers to: the column by which it is found is in the other table. */
  #companion({ table, by, next }: Reached, way: string): DraftRule {
    const [column = ''] = by?.columns ?? [];
    const [own = ''] = by?.toColumns ?? [];
    const comments = [
      `A row of ${this.#schema.shownName(next ?? table)} refers to it, and to it alone: ${way}.`,
      'Decide: whether it is about this person alone, or shared with others without a foreign key.',
    ];
    const person = `{ column: ${quoted(own)}, rule: ${quoted(this.#ruleOf.get(next ?? table) ?? '')}, references: ${quoted(column)} }`;
    return this.#rule(table, person, comments);
  }

  #personBy(key: LiveForeignKey, next: LiveTable, comments: string[]): string {
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

  #rule(table: LiveTable, person: string, comments: readonly string[], suffix = ''): DraftRule {
    const name = this.#nameFor(table, suffix);
    if (!this.#ruleOf.has(table)) this.#ruleOf.set(table, name);
    const lacksKey = table.primaryKey.length === 0 && table.uniqueKeys.length === 0;
    const unkeyed =
      'Its rows cannot be told apart. Add a primary key to the table, or name a unique column with `key`.';
    return {
      name,
      table: this.#schema.shownName(table),
      key: keyInRule(table),
      person,
      comments: lacksKey ? [...comments, unkeyed] : comments,
    };
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
function quoted(text: string): string {
  const inner = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'");
  return `'${inner}'`;
}
