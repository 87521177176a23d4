/** The constraints between data rules, whichever option declares them. */
import { nameConflict } from '../../export/index.ts';
import type { Relation, Report } from '../../../platform/options/read.ts';
import { shown, unknownName } from '../../../platform/options/words.ts';

const LISTS = ['dataRules', 'erasureRules', 'portabilityRules'] as const;

/** A rule as given: anything in it may be invalid. */
interface Given {
  readonly list: (typeof LISTS)[number];
  /** `dataRules[1]` */
  readonly path: string;
  readonly name: string;
  /** How the export reads it; undefined: not exported. */
  readonly kind: 'collection' | 'member' | undefined;
  readonly hasTable: boolean;
  /** Whether its table has a key of several columns. */
  readonly hasLongKey: boolean;
  /** The rules that its rows lead to, unless they identify the person themselves. */
  readonly parents: readonly Parent[];
}

interface Parent {
  readonly name: string;
  /** `dataRules[1].table.person` */
  readonly path: string;
  /** Whether the column of the other rule is named. */
  readonly hasReferences: boolean;
}

/** Names are unique over all lists, and references lead to rules with tables, without cycles. */
export const rulesFitTogether: Relation = (given, report) => {
  const rules = LISTS.flatMap((list) => givenIn(list, given[list]));
  reportNames(rules, report);
  reportReferences(rules, report);
};

function givenIn(list: Given['list'], declared: unknown): Given[] {
  if (!Array.isArray(declared)) return [];
  return declared.flatMap((rule: unknown, index): Given[] => {
    const name = memberOf(rule, 'name');
    if (typeof name !== 'string') return [];
    const hasTable = memberOf(rule, 'table') !== undefined;
    const key = memberOf(memberOf(rule, 'table'), 'key');
    const path = `${list}[${index}]`;
    return [
      {
        list,
        path,
        name,
        kind: kindOf(list, rule, hasTable),
        hasTable,
        hasLongKey: Array.isArray(key) && key.length > 1,
        parents: parentsIn(memberOf(memberOf(rule, 'table'), 'person'), `${path}.table.person`),
      },
    ];
  });
}

function parentsIn(person: unknown, path: string): Parent[] {
  if (Array.isArray(person)) return person.flatMap((one: unknown, index) => parentsIn(one, `${path}[${index}]`));
  const name = memberOf(person, 'rule');
  return typeof name === 'string' ? [{ name, path, hasReferences: memberOf(person, 'references') !== undefined }] : [];
}

function kindOf(list: Given['list'], rule: unknown, hasTable: boolean): Given['kind'] {
  if (list === 'erasureRules' || memberOf(rule, 'portability') === false) return undefined;
  if (memberOf(rule, 'member') !== undefined) return 'member';
  return hasTable || memberOf(rule, 'collection') !== undefined ? 'collection' : undefined;
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

function reportNames(rules: readonly Given[], report: Report): void {
  for (const [index, rule] of rules.entries()) {
    for (const other of rules.slice(0, index)) {
      // Portability rules were already compared with each other.
      if (rule.list === 'portabilityRules' && other.list === 'portabilityRules') continue;
      const message = nameConflict(
        { name: other.name, ...(other.kind && { kind: other.kind }) },
        { name: rule.name, ...(rule.kind && { kind: rule.kind }) },
      );
      if (message !== null) report(`${rule.path}.name`, message);
    }
  }
}

function reportReferences(rules: readonly Given[], report: Report): void {
  const byName = new Map(rules.map((rule) => [rule.name, rule]));
  const known = rules.filter(({ hasTable }) => hasTable).map(({ name }) => name);
  const inCircles = new Set<string>();
  for (const { name, parents } of rules) {
    for (const { name: parent, path, hasReferences } of parents) {
      const place = `${path}.rule`;
      const other = byName.get(parent);
      if (other === undefined) {
        report(place, unknownName('rule', parent, known));
      } else if (!other.hasTable) {
        report(place, `the rule ${shown(parent)} has no table that a column could refer to`);
      } else {
        if (other.hasLongKey && !hasReferences) {
          const message = `is missing: the key of ${shown(parent)} has several columns; say to which one this column refers`;
          report(`${path}.references`, message);
        }
        const circle = circleFrom(name, byName);
        if (circle === undefined || inCircles.has(name)) continue;
        for (const member of circle) inCircles.add(member);
        report(place, `these rules lead to each other and to no person: ${[...circle, name].join(' → ')}`);
      }
    }
  }
}

/** The names from a rule back to itself; undefined without a cycle. */
function circleFrom(
  name: string,
  byName: ReadonlyMap<string, Given>,
  names: readonly string[] = [name],
): readonly string[] | undefined {
  for (const { name: next } of byName.get(names.at(-1) ?? name)?.parents ?? []) {
    if (next === name) return names;
    const circle = names.includes(next) ? undefined : circleFrom(name, byName, [...names, next]);
    if (circle !== undefined) return circle;
  }
  return undefined;
}
