/**
 * What doctor reports about the data rules: exported but not erased, erased but not exported, kept without a ground; and what the
 * record of processing lacks.
 */
import type { Check, FindingKind, Found } from '../../kernel/module.ts';
import { localText } from '../export/index.ts';
import { gapOf } from './record/inventory.ts';
import { missingIn } from './record/missing.ts';
import type { RecordSources } from './record/record.ts';
import type { DataMapService } from './service.ts';
import { type DataRule, hasTable } from './rules/rule.ts';
import { schemaFaultsOf } from './schema/schema-faults.ts';
import { tenantFaultsOf } from './schema/tenants.ts';

/** The kinds, by code. */
export const findings: Readonly<Record<string, FindingKind>> = {
  data_rule_unfit: {
    severity: 'error',
    article: null,
    fix: {
      options: `dataRules: [{ name: 'orders', table: { table: 'orders', person: 'customer_id' }, erasure: 'delete' }],`,
      about: 'dataRules',
    },
  },
  data_never_erased: {
    severity: 'warning',
    article: 'Art. 17',
    fix: {
      options: `dataRules: [{ name: 'orders', table: { table: 'orders', person: 'customer_id' }, erasure: 'delete' }],`,
      about: 'dataRules',
    },
  },
  data_never_exported: {
    severity: 'warning',
    article: 'Art. 15, 20',
    fix: {
      options: `dataRules: [{ name: 'orders', table: { table: 'orders', person: 'customer_id' }, erasure: 'delete' }],`,
      about: 'dataRules',
    },
  },
  data_kept_without_ground: { severity: 'warning', article: 'Art. 5(1)(e), 17(3)' },
  record_incomplete: { severity: 'warning', article: 'Art. 30(1)' },
};

/** @param locale language of the host's texts */
export function dataMapChecks(map: DataMapService, sources: RecordSources, locale: string): Check[] {
  return [
    { run: () => symmetry(map.rules, locale) },
    { readsSchema: true, run: () => unfit(map) },
    { run: () => incomplete(map.rules, sources, locale) },
  ];
}

/** One finding for the whole record: its parts are declared together. */
function incomplete(rules: readonly DataRule[], sources: RecordSources, locale: string): Found[] {
  const missing = missingIn(rules, sources, locale);
  if (missing.length === 0) return [];
  return [
    {
      code: 'record_incomplete',
      subject: missing.map(({ option }) => option).join(', '),
      shown: (view) =>
        new Intl.ListFormat(view.locale, { type: 'unit' }).format(missing.map((gap) => gapOf(gap, view).fact)),
    },
  ];
}

/**
 * Compares what is exported with what is erased. If the host declares only portability rules, there is no map to compare with.
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

/** Neither exported nor erased without an explicit declaration, or kept for an empty ground. */
function isKeptWithoutGround({ portability, erasure, legalBasis }: DataRule, locale: string): boolean {
  if (erasure?.action === 'keep') return (localText(erasure.ground, locale) ?? '').trim() === '';
  if (erasure !== undefined || portability !== undefined) return false;
  return (localText(legalBasis, locale) ?? '').trim() === '';
}

async function unfit(map: DataMapService): Promise<Found[]> {
  const rules = new Map(map.rules.filter(hasTable).map((rule) => [rule.name, rule]));
  if (rules.size === 0) return [];
  const { schema } = await map.tables();
  const ofRules = map.rules.flatMap((rule) =>
    schemaFaultsOf(rule, schema, rules).map((fault) => `${rule.name}: ${fault}`),
  );
  const { faults, risks } = map.solution(schema);
  const tenants = tenantFaultsOf(map, schema);
  return [...ofRules, ...tenants, ...faults, ...risks].map((subject) => ({ code: 'data_rule_unfit', subject }));
}
