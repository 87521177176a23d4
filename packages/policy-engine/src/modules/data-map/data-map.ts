/** The host's declarations about personal data, as the other modules read them. */
import type { LiveSchema } from '../../platform/database/schema/live-schema.ts';
import type { PortabilityRule } from '../export/index.ts';
import { schemaFaultsOf } from './schema/schema-faults.ts';
import type { DataMapSettings } from './options.ts';
import { referencesIn, untoldFaults } from './references/keys.ts';
import { type Solution, solve } from './references/solution.ts';
import { childrenFirst, type TableReference } from './rules/order.ts';
import {
  type DataRule,
  type DataTable,
  type DeclaredPerson,
  type DeclaredRule,
  type ErasureAction,
  type Exempt,
  hasTable,
  type People,
  type PersonColumn,
  type SetAction,
  type TableAction,
} from './rules/rule.ts';

/** The parts of the map. */
export interface DataMapParts extends Omit<DataMapSettings, 'record' | 'timesWithoutZone'> {
  /** Default: `stored`. */
  readonly timesWithoutZone?: 'stored' | 'utc';
  /** Data rules and erasure rules. Their references lead to rules with tables. */
  readonly declared: readonly DeclaredRule[];
  readonly portabilityRules: readonly PortabilityRule[];
}

/** The kinds of personal data of one host. */
export class DataMap {
  /** Data rules, erasure rules and portability rules, each in the order of declaration. */
  readonly rules: readonly DataRule[];
  readonly exempt: readonly Exempt[];
  /** The table of users; undefined if neither the option nor a rule declares it. */
  readonly people: People | undefined;
  readonly timesWithoutZone: 'stored' | 'utc';

  constructor({ declared, portabilityRules, people, exempt, timesWithoutZone = 'stored' }: DataMapParts) {
    const tables = new Map(declared.map((rule) => [rule.name, rule]));
    const complete = declared.map((rule): DataRule => {
      return {
        ...rule,
        table: withReference(rule, tables),
        erasure: rule.erasure && judged(rule.erasure, rule, tables),
      };
    });
    this.rules = [...complete, ...portabilityRules.map(exportAlone)];
    this.exempt = exempt;
    this.timesWithoutZone = timesWithoutZone;
    this.people = people ?? peopleAmong(this.rules);
  }

  /** Schemas that rules and exemptions name, besides those of the connection. */
  get schemas(): readonly string[] {
    const named = [
      ...this.rules.flatMap(({ table }) => table ?? []),
      ...this.exempt,
      ...(this.people ? [this.people] : []),
    ];
    return [...new Set(named.flatMap(({ schema }) => schema ?? []))];
  }

  /** The rule of a name. */
  rule(name: string): DataRule | undefined {
    return this.rules.find((rule) => rule.name === name);
  }

  /**
   * The rules in the order in which rows can be erased: children before the rows they refer to, functions of the host first, users
   * last.
   *
   * @param references foreign keys of the database. Default: only those that rules declare
   */
  order(references: readonly TableReference[] = []): readonly DataRule[] {
    return childrenFirst(this.rules, { people: this.people, references });
  }

  /** In which order, and how, the rows of the rules can be erased in the current tables. */
  solution(schema: LiveSchema): Solution {
    const references = referencesIn(schema).map(({ from, to }) => ({ from, to }));
    const people = this.people && schema.find(this.people);
    const isPeople = ({ table }: DataRule) =>
      people !== undefined && table !== undefined && schema.find(table) === people;
    return solve({ schema, rules: this.order(references), isPeople });
  }

  /** Why the rules cannot erase in the current tables, whoever it is, in sentences for a developer. */
  erasureFaults(schema: LiveSchema): string[] {
    const rules = new Map(this.rules.filter(hasTable).map((rule) => [rule.name, rule]));
    const ofRules = this.rules
      .filter(({ erasure }) => erasure !== undefined)
      .flatMap((rule) => schemaFaultsOf(rule, schema, rules).map((fault) => `data rule "${rule.name}": ${fault}`));
    const tables = this.rules.filter(hasTable).flatMap((rule) => schema.find(rule.table) ?? []);
    return [...ofRules, ...untoldFaults(schema, tables), ...this.solution(schema).faults];
  }
}

type Rules = ReadonlyMap<string, DeclaredRule>;

function withReference({ table }: DeclaredRule, rules: Rules): DataTable | undefined {
  if (table === undefined) return undefined;
  const complete = (person: DeclaredPerson): PersonColumn => {
    if (person.kind === 'id') return person;
    const { references = rules.get(person.rule)?.table?.key[0] ?? 'id' } = person;
    return { ...person, references };
  };
  const sides = table.sides.map((side) => ({ ...side, person: complete(side.person) }));
  return { ...table, person: complete(table.person), sides };
}

/** Set columns are only pseudonymised if a reference still leads to the person. */
function judged(erasure: ErasureAction, rule: DeclaredRule, rules: Rules): ErasureAction {
  const again = <Action extends TableAction>(action: Action): Action | SetAction =>
    action.action === 'set' && leadsOn(rule, action, rules) ? { ...action, pseudonymised: true } : action;
  if (erasure.action === 'set') return again(erasure);
  if (erasure.action !== 'keep') return erasure;
  const { meanwhile, end } = erasure;
  return { ...erasure, meanwhile: meanwhile && again(meanwhile), end: again(end) };
}

/** Whether a row still leads to the person after its columns were set. */
function leadsOn({ table }: DeclaredRule, set: SetAction | undefined, rules: Rules): boolean {
  if (table === undefined) return false;
  const { person, sides } = table;
  if (sides.length > 1) return false;
  if (set !== undefined && Object.hasOwn(set.columns, person.column)) return false;
  if (person.kind === 'id') return true;
  const parent = rules.get(person.rule);
  if (parent === undefined || parent.erasure?.action === 'delete') return false;
  return leadsOn(parent, setAtOnce(parent.erasure), rules);
}

/** The columns that are set in a rule's rows while the rows are kept. */
function setAtOnce(erasure: ErasureAction | undefined): SetAction | undefined {
  if (erasure?.action === 'keep') return erasure.meanwhile;
  return erasure?.action === 'set' ? erasure : undefined;
}

/** A portability rule as a data rule that is only exported. */
function exportAlone(rule: PortabilityRule): DataRule {
  const { name, label, kind, reads, per, count, template, jsonTemplate, files, include } = rule;
  const { purpose, recipients, source } = rule;
  return {
    name,
    label,
    declaredAs: 'portabilityRules',
    table: undefined,
    portability: { per, count, template, jsonTemplate, files, include, reading: { kind, reads } },
    erasure: undefined,
    purpose,
    legalBasis: undefined,
    people: undefined,
    recipients,
    source,
    retention: rule.retention === undefined ? undefined : { words: rule.retention, schedule: undefined },
  };
}

/** The table whose rows are users: their own key identifies the person. */
function peopleAmong(rules: readonly DataRule[]): People | undefined {
  const tables = rules.flatMap(({ table }) => table ?? []);
  const found = tables.find(({ key, person }) => person.kind === 'id' && key.length === 1 && person.column === key[0]);
  return found && { schema: found.schema, table: found.table, key: found.person.column };
}
