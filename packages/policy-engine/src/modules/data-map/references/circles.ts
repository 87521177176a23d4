/** Puts rules in an order, and finds those that must each be before the others. */
import { dialectNamed } from '../../../platform/database/dialects.ts';
import type { Dialect } from '../../../platform/database/port.ts';
import type { TableRule } from '../rules/rule.ts';
import { type Reference, refuses } from './keys.ts';

/** Rules that must each be before the others. */
export type Circle = readonly TableRule[];

/** What must be, and what had better be, before a rule. */
interface Before {
  before(rule: TableRule): ReadonlySet<TableRule>;
  betterBefore(rule: TableRule): ReadonlySet<TableRule>;
}

/**
 * The rules in an order in which each comes after all that must be before it, rules of a circle next to each other. Where there is a
 * choice, the given order counts, and what had better be before.
 */
export function inOrder(
  rules: readonly TableRule[],
  graph: Before,
): { readonly order: readonly TableRule[]; readonly circles: readonly Circle[] } {
  const groups = circlesIn(rules, graph);
  const groupOf = new Map(groups.flatMap((group) => group.map((rule) => [rule, group] as const)));
  const left = new Set(groups);
  const order: TableRule[] = [];
  const isOpen = (of: (rule: TableRule) => ReadonlySet<TableRule>) => (group: Circle) =>
    group.every((rule) => [...of(rule)].every((one) => groupOf.get(one) === group || !left.has(groupOf.get(one)!)));
  const isFree = isOpen((rule) => graph.before(rule));
  const isBest = isOpen((rule) => new Set([...graph.before(rule), ...graph.betterBefore(rule)]));
  while (left.size > 0) {
    const open = [...left];
    const next = open.find(isBest) ?? open.find(isFree) ?? open[0]!;
    left.delete(next);
    order.push(...next);
  }
  return { order, circles: groups.filter(({ length }) => length > 1) };
}

/** Groups of rules that must each be before the others, in the given order. Most contain one rule. */
function circlesIn(rules: readonly TableRule[], graph: Before): Circle[] {
  const reached = new Map(rules.map((rule) => [rule, reachedFrom(rule, graph)]));
  const taken = new Set<TableRule>();
  return rules.flatMap((rule) => {
    if (taken.has(rule)) return [];
    const group = rules.filter((one) => one === rule || (reached.get(rule)!.has(one) && reached.get(one)!.has(rule)));
    for (const one of group) taken.add(one);
    return [group];
  });
}

function reachedFrom(rule: TableRule, graph: Before): ReadonlySet<TableRule> {
  const reached = new Set<TableRule>(graph.before(rule));
  // A set can be iterated while it grows.
  for (const one of reached) for (const next of graph.before(one)) reached.add(next);
  return reached;
}

/**
 * The order within one transaction, which need not find rows any more; null if the keys do not allow one. Where there is a choice, rows
 * that the database would delete with others go before those.
 */
export function togetherIn(
  circle: Circle,
  keys: ReadonlyArray<{ readonly child: TableRule; readonly parent: TableRule; readonly reference: Reference }>,
  dialect: Dialect,
): { readonly rules: readonly TableRule[]; readonly isDeferred: boolean } | null {
  const { deferKeys, keysPerRow } = dialectNamed(dialect);
  const rules: TableRule[] = [];
  let isDeferred = false;
  const left = new Set(circle);
  while (left.size > 0) {
    const isFree = (holds: (reference: Reference) => boolean) => (rule: TableRule) =>
      !keys.some(
        ({ child, parent, reference }) => parent === rule && child !== rule && left.has(child) && holds(reference),
      );
    const open = [...left];
    const mayGo = isFree(refuses);
    // What the database deletes with a row is not deleted if that row refers to it, where keys hold after each row.
    const refersOn = (rule: TableRule) =>
      keysPerRow === 'all' &&
      keys.some(({ child, parent, reference }) => child === rule && left.has(parent) && refuses(reference));
    const free = open.find(isFree(() => true)) ?? open.find((rule) => mayGo(rule) && !refersOn(rule));
    const deferred =
      free === undefined && deferKeys !== null
        ? open.find(isFree((reference) => refuses(reference) && !reference.key.isDeferrable))
        : undefined;
    const next = free ?? deferred;
    if (next === undefined) return null;
    if (free === undefined) isDeferred = true;
    left.delete(next);
    rules.push(next);
  }
  return { rules, isDeferred };
}
