/** The records of processing activities (GDPR Art. 30), from the data rules. */
import { isolatedIn, type Language } from '../../../platform/i18n/language.ts';
import { nameAsWords } from '../../../platform/options/words.ts';
import { localText } from '../../export/index.ts';
import type { DataMap } from '../data-map.ts';
import { periodInWords, retentionInWords } from '../rules/duration.ts';
import { type MissingFact, missingIn } from './missing.ts';
import { type InventoryRecord, listed, recordOf, type RecordSources } from './record.ts';
import { type DataRule, type Exempt, nameOfTable } from '../rules/rule.ts';

/** A kind of personal data; null if nothing is declared. */
export interface InventoryEntry {
  readonly name: string;
  readonly label: string;
  readonly purpose: string | null;
  readonly legal_basis: string | null;
  readonly people: string | null;
  readonly recipients: string | null;
  readonly retention: string | null;
  /** What happens to it when its person is erased; null: nothing. */
  readonly erasure: string | null;
  readonly source: string | null;
  /** Where it is stored, with its columns: `orders (total, note)`. */
  readonly tables: readonly string[];
  readonly exported: boolean;
}

/** A table or columns without personal data. */
export interface InventoryExemption {
  readonly table: string;
  readonly columns: readonly string[] | null;
  readonly reason: string;
}

/** A part of the record that nobody declared. */
export interface InventoryGap {
  /** The option that declares it: `dataMap.record.security`, `dataRules[1].purpose`. */
  readonly option: string;
  /** What it is, in words: “Security measures”, “Purpose of “Orders””. */
  readonly fact: string;
}

/** The record of processing activities: its activities in the order of declaration, and the facts of Art. 30(1) about the whole. */
export interface Inventory extends InventoryRecord {
  /** BCP 47 tag of the language of its texts. */
  readonly locale: string;
  readonly entries: readonly InventoryEntry[];
  readonly exempt: readonly InventoryExemption[];
  /** What Art. 30(1) requires besides; empty if the record is complete, or kept elsewhere (`dataMap.record: false`). */
  readonly missing: readonly InventoryGap[];
}

/** The inventory in a language. */
export function inventoryOf(
  map: Pick<DataMap, 'rules' | 'exempt'>,
  sources: RecordSources,
  language: Language,
): Inventory {
  return {
    locale: language.locale,
    ...recordOf(sources, language),
    entries: map.rules.map((rule) => entryOf(rule, sources.record, language)),
    exempt: map.exempt.map(exemptionOf),
    missing: missingIn(map.rules, sources, language.locale).map((gap) => gapOf(gap, language)),
  };
}

/** A missing fact in words. */
export function gapOf({ option, fact, of }: MissingFact, { t, locale }: Pick<Language, 't' | 'locale'>): InventoryGap {
  return { option, fact: of === undefined ? t(fact) : t('data_map.of', { fact: t(fact), name: of(locale) }) };
}

function entryOf(rule: DataRule, record: RecordSources['record'], language: Language): InventoryEntry {
  const { locale } = language;
  const { table } = rule;
  return {
    name: rule.name,
    label: rule.label(locale),
    purpose: localText(rule.purpose, locale) ?? null,
    legal_basis: localText(rule.legalBasis, locale) ?? null,
    people: localText(rule.people, locale) ?? listed(record?.people, locale),
    recipients: localText(rule.recipients, locale) ?? listed(record?.recipients, locale),
    retention: retentionInWords(rule, language) ?? null,
    erasure: erasureInWords(rule, language),
    source: localText(rule.source, locale) ?? null,
    tables: table === undefined ? [] : [nameOfTable(table) + (table.columns ? ` (${table.columns.join(', ')})` : '')],
    exported: rule.portability !== undefined,
  };
}

function erasureInWords({ erasure }: DataRule, language: Language): string | null {
  const { t, locale } = language;
  switch (erasure?.action) {
    case undefined:
      return null;
    case 'delete':
      return t('data_map.erasure.delete');
    case 'set': {
      const columns = Object.keys(erasure.columns).join(', ');
      return t(erasure.pseudonymised ? 'data_map.erasure.pseudonymise' : 'data_map.erasure.set', { columns });
    }
    case 'keep':
      return t('data_map.kept_for', {
        period: periodInWords(erasure.until.period, locale),
        column: isolatedIn(
          language,
          [...(erasure.until.rule === undefined ? [] : [erasure.until.rule]), erasure.until.from]
            .map(nameAsWords)
            .join(' → '),
        ),
        ground: isolatedIn(language, localText(erasure.ground, locale) ?? ''),
      });
    case 'run':
      return t('data_map.erasure.run');
  }
}

function exemptionOf({ columns, reason, ...table }: Exempt): InventoryExemption {
  return { table: nameOfTable(table), columns: columns ?? null, reason };
}
