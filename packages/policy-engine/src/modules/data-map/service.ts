import type { LocalText, PortabilityRule } from '../export/index.ts';
import type { Naming } from '../../platform/database/schema/names.ts';
import type { Database } from '../../platform/database/port.ts';
import { LiveSchema } from '../../platform/database/schema/live-schema.ts';
import type { Language } from '../../platform/i18n/language.ts';
import type { MapFinding } from './schema/coverage.ts';
import { type HeldBackColumn, heldBackColumns } from './schema/held-back.ts';
import { mapReport, type MapReport } from './references/report.ts';
import { DataMap, type DataMapParts } from './data-map.ts';
import { retentionInWords } from './rules/duration.ts';
import { exportedRules } from './rows/export-rows.ts';
import type { DataRule } from './rules/rule.ts';
import { TableRows } from './rows/table-rows.ts';

/** Key of an engine's map for tests; not part of the public API. */
export const mapOfEngine: unique symbol = Symbol('policy-engine.data-map');

/** See {@link mapOfEngine}. */
export interface MapOfEngine {
  readonly map: DataMapService;
  readonly naming: Naming;
}

/** What the service needs. */
export interface DataMapServiceOptions extends DataMapParts {
  readonly database: Database;
  /** Id of a user of the host. */
  readonly idOf: (user: object) => string;
  readonly language: (wishes: readonly string[]) => Language;
}

/** The map of one engine, with its tables. */
export class DataMapService extends DataMap {
  /** Data rules that are exported, as rules for the export. Portability rules are not among them. */
  readonly exported: readonly PortabilityRule[];
  readonly #database: Database;

  constructor({ database, idOf, language, ...parts }: DataMapServiceOptions) {
    super(parts);
    this.#database = database;
    const retention = (rule: DataRule): LocalText | undefined => {
      const { words, schedule } = rule.retention ?? {};
      if (words !== undefined) return words;
      if (schedule === undefined && rule.erasure?.action !== 'keep') return undefined;
      return (locale) => retentionInWords(rule, language([locale])) ?? '';
    };
    this.exported = exportedRules(this, { database, idOf, retention, somebody: language([]).t('data_map.somebody') });
  }

  /** Which columns of the host's tables no rule covers, and which references no rule answers. */
  async uncovered(naming: Naming): Promise<MapFinding[]> {
    return (await this.report(naming)).findings;
  }

  /** All that `policy-engine map check` reports. */
  report(naming: Naming): Promise<MapReport> {
    return mapReport(this, this.#database, naming);
  }

  /** What exports hold back of the columns of data rules, and what rules include nevertheless. */
  async heldBack(): Promise<HeldBackColumn[]> {
    return heldBackColumns(this.rules, await LiveSchema.read(this.#database, this.schemas));
  }

  /** The retention of a rule as text; undefined if nothing is declared. */
  retentionInWords(rule: DataRule, language: Language): string | undefined {
    return retentionInWords(rule, language);
  }

  /** Reads rows of people in the current tables. */
  tables(): Promise<TableRows> {
    return TableRows.of(this, this.#database);
  }
}
