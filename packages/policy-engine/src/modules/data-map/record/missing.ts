/** What GDPR Art. 30(1) requires and nobody declared. */
import { localText } from '../../export/index.ts';
import type { DataRule } from '../rules/rule.ts';
import type { RecordSources } from './record.ts';

const FACTS = {
  controller: 'data_map.controller',
  representative: 'data_map.representative',
  dataProtectionOfficer: 'data_map.officer',
  people: 'data_map.people',
  transfers: 'data_map.transfers',
  security: 'data_map.security',
  purpose: 'data_map.purpose',
  recipients: 'data_map.recipients',
  retention: 'data_map.retention',
} as const;

/** A part of the record that is not declared. */
export interface MissingFact {
  /** The option that declares it: `dataMap.record.security`, `dataRules[1].purpose`. */
  readonly option: string;
  /** What it is, in words. */
  readonly fact: (typeof FACTS)[keyof typeof FACTS];
  /** The activity that it is missing from; undefined for the record as a whole. */
  readonly of: ((locale: string) => string) | undefined;
}

/**
 * What is missing, in the order of the record; nothing if the host keeps its record elsewhere.
 *
 * @param locale in which the host's texts are read, since a text can be blank
 */
export function missingIn(rules: readonly DataRule[], sources: RecordSources, locale: string): MissingFact[] {
  const { record, consents } = sources;
  if (record === undefined) return [];
  const isBlank = (text: DataRule['purpose']) => (localText(text, locale) ?? '').trim() === '';
  const needsPeople = consents.length > 0 || rules.some(({ people }) => isBlank(people));
  const whole = [
    { name: 'controller', isMissing: record.controller === undefined && isBlank(sources.information.controller) },
    { name: 'representative', isMissing: record.representative === undefined },
    { name: 'dataProtectionOfficer', isMissing: record.dataProtectionOfficer === undefined },
    { name: 'people', isMissing: needsPeople && record.people === undefined },
    { name: 'transfers', isMissing: record.transfers === undefined },
    { name: 'security', isMissing: record.security === undefined },
  ] as const;
  return [
    ...whole
      .filter(({ isMissing }) => isMissing)
      .map(({ name }) => ({ option: `dataMap.record.${name}`, fact: FACTS[name], of: undefined })),
    ...rules.flatMap((rule) => missingInRule(rule, positionOf(rule, rules), { record, isBlank })),
    ...consents.flatMap((rule) => missingPurpose(rule, sources, locale)),
  ];
}

/** `dataRules[1]`: each option counts its own rules. */
function positionOf(rule: DataRule, rules: readonly DataRule[]): string {
  const { declaredAs } = rule;
  return `${declaredAs}[${rules.filter((one) => one.declaredAs === declaredAs).indexOf(rule)}]`;
}

function missingInRule(
  rule: DataRule,
  path: string,
  { record, isBlank }: { record: object & { recipients?: unknown }; isBlank: (text: DataRule['purpose']) => boolean },
): MissingFact[] {
  const hasPeriod = rule.retention?.schedule !== undefined || rule.erasure?.action === 'keep';
  const facts = [
    { name: 'purpose', isMissing: isBlank(rule.purpose) },
    { name: 'recipients', isMissing: isBlank(rule.recipients) && record.recipients === undefined },
    { name: 'retention', isMissing: !hasPeriod && isBlank(rule.retention?.words) },
  ] as const;
  return facts
    .filter(({ isMissing }) => isMissing)
    .map(({ name }) => ({ option: `${path}.${name}`, fact: FACTS[name], of: rule.label }));
}

/** A consent without a description, whose scripts have none either. */
function missingPurpose(
  rule: RecordSources['consents'][number],
  { scripts, rules }: RecordSources,
  locale: string,
): MissingFact[] {
  const own = scripts.filter((script) => script.rule === rule.name);
  if ([rule, ...own].some(({ description }) => description(locale).trim() !== '')) return [];
  return [{ option: `rules[${rules.indexOf(rule)}].description`, fact: FACTS.purpose, of: rule.label }];
}
