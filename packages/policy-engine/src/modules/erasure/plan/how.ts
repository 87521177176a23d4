/** How rows that refer to each other are deleted, in a sentence for a developer. */
import type { RuleSolution, TableRule } from '../../data-map/index.ts';
import type { Dependents } from '../host/dependents.ts';

/** Null if the order alone is enough. */
export function howText(
  { name }: TableRule,
  { detached, leavesBy, together }: RuleSolution,
  dependents: Pick<Dependents, 'nameOf'>,
): string | null {
  const ways = [
    ...(detached.length === 0 ? [] : [`${namesOf(detached, dependents)} of the person's rows becomes null first`]),
    ...(leavesBy.length === 0 ? [] : [`rows to which no ${namesOf(leavesBy, dependents)} refers go first`]),
    ...(together === null
      ? []
      : [
          `in one transaction with ${together.rules
            .filter((one) => one.name !== name)
            .map((one) => one.name)
            .join(', ')}` +
            (together.isDeferred ? ', whose foreign keys are checked at its end' : '') +
            (together.byRow.length > 0 ? ', rows first to which no other refers' : ''),
        ]),
  ];
  return ways.length === 0 ? null : ways.join('; ');
}

function namesOf(references: RuleSolution['detached'], dependents: Pick<Dependents, 'nameOf'>): string {
  return [...new Set(references.map((reference) => dependents.nameOf(reference)))].join(', ');
}
