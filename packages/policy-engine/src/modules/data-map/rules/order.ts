/** The order in which rows can be erased: first those that others do not need. */
import { type DataRule, hasTable, type People, type TableAddress } from './rule.ts';

/** Tables, one of which refers to the other. */
export interface TableReference {
  readonly from: TableAddress;
  readonly to: TableAddress;
}

/** What {@link childrenFirst} needs. */
export interface OrderOptions {
  readonly people: People | undefined;
  /** The foreign keys of the database, so that rules which do not name each other are ordered as well. Default: none. */
  readonly references?: readonly TableReference[];
}

/**
 * The rules, children before the rules that their rows lead to.
 *
 * Functions of the host come first, since they may need rows to find what they erase; the table of users comes last. If foreign
 * keys form a cycle, the declared references decide, else the order of declaration.
 */
export function childrenFirst(rules: readonly DataRule[], { people, references = [] }: OrderOptions): DataRule[] {
  const withTable = rules.filter(hasTable);
  const isOfPeople = (rule: DataRule) => people !== undefined && rule.table !== undefined && isSame(rule.table, people);
  const declared = (rule: DataRule) => {
    const named = rule.table?.sides.flatMap(({ person }) => (person.kind === 'reference' ? person.rule : [])) ?? [];
    return rules.filter(({ name }) => named.includes(name));
  };
  const parents = (rule: DataRule) => [
    ...declared(rule),
    ...references
      .filter(({ from }) => rule.table !== undefined && isSame(from, rule.table))
      .flatMap(({ to }) => withTable.filter((other) => other !== rule && isSame(other.table, to))),
  ];
  // Depth-first along the references: each rule after all that it leads to, so that parents come first in the whole.
  const parentsFirst = new Set<DataRule>();
  const visit = (rule: DataRule, open: ReadonlySet<DataRule>) => {
    if (parentsFirst.has(rule)) return;
    const within = new Set(open).add(rule);
    for (const parent of parents(rule)) if (!within.has(parent)) visit(parent, within);
    parentsFirst.add(rule);
  };
  const tablesInOrder = [...withTable].toReversed();
  for (const rule of tablesInOrder.filter(isOfPeople)) visit(rule, new Set());
  for (const rule of tablesInOrder) visit(rule, new Set());
  const childFirst = [...parentsFirst].toReversed();
  return [...rules.filter((rule) => !hasTable(rule)), ...childFirst];
}

function isSame(one: TableAddress, two: TableAddress): boolean {
  return one.table === two.table && (one.schema ?? two.schema) === (two.schema ?? one.schema);
}
