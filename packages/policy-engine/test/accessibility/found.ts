/** The findings about one surface, collected from its pages. */
import type { AxeOutcome } from '../../../../testing/axe.ts';
import type { CheckName } from './criteria.ts';

/** The result of a check. */
export interface Finding {
  /** Whether the page has content that the check is about. */
  readonly isThere: boolean;
  readonly faults: readonly string[];
}

/** The findings on all pages of a surface. */
export interface Found {
  readonly checks: Map<CheckName, Finding>;
  readonly axe: Map<string, AxeOutcome>;
}

/** Merges the findings of one page into those of earlier pages. */
export function addFinding(found: Found, name: CheckName, { isThere, faults }: Finding): void {
  const before = found.checks.get(name) ?? { isThere: false, faults: [] };
  found.checks.set(name, {
    isThere: before.isThere || isThere,
    faults: [...new Set([...before.faults, ...faults])],
  });
}

/** The same for a rule of axe. */
export function addOutcome(found: Found, outcome: AxeOutcome): void {
  const before = found.axe.get(outcome.rule) ?? { ...outcome, passes: 0, violations: [], incomplete: [] };
  found.axe.set(outcome.rule, {
    ...outcome,
    passes: before.passes + outcome.passes,
    violations: [...before.violations, ...outcome.violations],
    incomplete: [...before.incomplete, ...outcome.incomplete],
  });
}
