/** The records of processing activities (GDPR Art. 30), from the data rules. */
import type { Language } from '../../platform/i18n/language.ts';
import { localText } from '../export/host-function.ts';
import { csvOf } from '../../platform/csv.ts';
import type { DataMap } from './data-map.ts';
import { periodInWords, retentionInWords } from './duration.ts';
import { type DataRule, type Exempt, nameOfTable } from './rule.ts';

/** A kind of personal data; null if nothing is declared. */
export interface InventoryEntry {
  readonly name: string;
  readonly label: string;
  readonly purpose: string | null;
  readonly legal_basis: string | null;
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

/** All kinds of personal data, in the order of declaration. */
export interface Inventory {
  readonly entries: readonly InventoryEntry[];
  readonly exempt: readonly InventoryExemption[];
}

/** The inventory in a language. */
export function inventoryOf(map: Pick<DataMap, 'rules' | 'exempt'>, language: Language): Inventory {
  return { entries: map.rules.map((rule) => entryOf(rule, language)), exempt: map.exempt.map(exemptionOf) };
}

function entryOf(rule: DataRule, language: Language): InventoryEntry {
  const { locale } = language;
  const { table } = rule;
  return {
    name: rule.name,
    label: rule.label(locale),
    purpose: localText(rule.purpose, locale) ?? null,
    legal_basis: localText(rule.legalBasis, locale) ?? null,
    recipients: localText(rule.recipients, locale) ?? null,
    retention: retentionInWords(rule, language) ?? null,
    erasure: erasureInWords(rule, language),
    source: localText(rule.source, locale) ?? null,
    tables: table === undefined ? [] : [nameOfTable(table) + (table.columns ? ` (${table.columns.join(', ')})` : '')],
    exported: rule.portability !== undefined,
  };
}

function erasureInWords({ erasure }: DataRule, { t, locale }: Language): string | null {
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
        column: [...(erasure.until.rule === undefined ? [] : [erasure.until.rule]), erasure.until.from].join('.'),
        ground: localText(erasure.ground, locale) ?? '',
      });
    case 'run':
      return t('data_map.erasure.run');
  }
}

function exemptionOf({ columns, reason, ...table }: Exempt): InventoryExemption {
  return { table: nameOfTable(table), columns: columns ?? null, reason };
}

/** The inventory as CSV, with the names of its JSON. */
export function inventoryCsv({ entries }: Inventory): string {
  const columns = [
    'name',
    'label',
    'purpose',
    'legal_basis',
    'recipients',
    'retention',
    'erasure',
    'source',
    'tables',
    'exported',
  ] as const;
  const text = (value: InventoryEntry[(typeof columns)[number]]) =>
    Array.isArray(value) ? value.join('; ') : typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value ?? '');
  return csvOf(
    columns,
    entries.map((entry) => columns.map((column) => text(entry[column]))),
  );
}
