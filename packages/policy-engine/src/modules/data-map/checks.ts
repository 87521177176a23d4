/** What doctor finds in the data rules: what is exported and never erased, the other way round, and kept without a ground. */
import type { Check, FindingKind, Found } from '../../module.ts';
import { localText } from '../export/host-function.ts';
import type { DataMapService } from './service.ts';
import { type DataRule, hasTable } from './rule.ts';
import { schemaFaultsOf } from './schema-faults.ts';

/** The kinds, by code. */
export const findings: Readonly<Record<string, FindingKind>> = {
  data_rule_unfit: { severity: 'error', article: null },
  data_never_erased: { severity: 'warning', article: 'Art. 17' },
  data_never_exported: { severity: 'warning', article: 'Art. 15, 20' },
  data_kept_without_ground: { severity: 'warning', article: 'Art. 5(1)(e), 17(3)' },
};

/** @param locale language in which the host's grounds are read */
export function dataMapChecks(map: DataMapService, locale: string): Check[] {
  return [{ run: () => symmetry(map.rules, locale) }, { run: () => unfit(map) }];
}

/**
 * Holds what is exported against what is erased. Where the host declares portability rules alone there is no map yet that
 * could be held against anything.
 */
function symmetry(rules: readonly DataRule[], locale: string): Found[] {
  if (rules.every(({ declaredAs }) => declaredAs === 'portabilityRules')) return [];
  const named = (code: string, wanted: (rule: DataRule) => boolean): Found[] =>
    rules.filter(wanted).map(({ name, label }) => ({ code, subject: name, shown: (view) => label(view.locale) }));
  return [
    ...named('data_never_erased', ({ portability, erasure }) => portability !== undefined && erasure === undefined),
    ...named('data_never_exported', ({ portability, erasure }) => portability === undefined && erasure !== undefined),
    ...named('data_kept_without_ground', (rule) => isKeptWithoutGround(rule, locale)),
  ];
}

/** Neither exported nor erased and nothing said that allows it, or kept for a ground of no words. */
function isKeptWithoutGround({ portability, erasure, legalBasis }: DataRule, locale: string): boolean {
  if (erasure?.action === 'keep') return localText(erasure.ground, locale)?.trim() === '';
  if (erasure !== undefined || portability !== undefined) return false;
  return (localText(legalBasis, locale) ?? '').trim() === '';
}

async function unfit(map: DataMapService): Promise<Found[]> {
  const rules = new Map(map.rules.filter(hasTable).map((rule) => [rule.name, rule]));
  if (rules.size === 0) return [];
  const { schema } = await map.tables();
  return map.rules.flatMap((rule) =>
    schemaFaultsOf(rule, schema, rules).map((fault) => ({
      code: 'data_rule_unfit',
      subject: `${rule.name}: ${fault}`,
    })),
  );
}
