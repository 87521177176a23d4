/** A schema as it is met outside, and what must hold. */
import type { Database } from 'policy-engine';
import type { DataRuleOptions } from 'policy-engine/data-map';

type Kind = Database['dialect'];

/** What is tried. */
export interface Case {
  readonly title: string;
  /** Default: each. */
  readonly on?: readonly Kind[];
  readonly make: readonly string[] | ((kind: Kind) => readonly string[]);
  readonly rules: readonly DataRuleOptions[];
  readonly dataMap?: object;
  readonly id?: string;
  readonly identifiers?: readonly string[];
  readonly email?: string;
  /** Why the erasure is refused before. */
  readonly stops?: RegExp;
  /** Why no erasure can be planned at all. */
  readonly refused?: RegExp;
  /** Rows afterwards, as text: statement and result. */
  readonly left?: Readonly<Record<string, string>>;
  /** `table.column` that the search finds. */
  readonly found?: readonly string[];
  /** What the search says it did not see. */
  readonly notSearched?: RegExp;
  /** In the exported files. */
  readonly exports?: RegExp;
  readonly hides?: RegExp;
  /** In what `map check` says. */
  readonly checked?: RegExp;
  readonly unchecked?: RegExp;
}

export const people: DataRuleOptions = { name: 'people', table: { table: 'people', person: 'id' }, erasure: 'delete' };
export const ruleOf = (table: string, person: string, more: object = {}): DataRuleOptions => ({
  name: table.toLowerCase().replace('crm.', ''),
  table: { table, person, ...more },
  erasure: 'delete',
});
export const PEOPLE = [
  'create table people (id integer primary key, email varchar(60), name varchar(60))',
  "insert into people values (1, 'anna@x.test', 'Anna M'), (2, 'otto@x.test', 'Otto B')",
];
