import type { LocalText } from '../export/host-function.ts';
import type { PortabilityRule } from '../export/rule.ts';
import { LiveSchema } from '../../platform/database/live-schema.ts';
import type { Naming } from '../../platform/database/names.ts';
import type { Database } from '../../platform/database/port.ts';
import type { Language } from '../../platform/i18n/language.ts';
import { type MapFinding, uncovered } from './coverage.ts';
import { DataMap, type DataMapParts } from './data-map.ts';
import { retentionInWords } from './duration.ts';
import { exportedRules } from './export-rows.ts';
import type { DataRule } from './rule.ts';
import { TableRows } from './table-rows.ts';

/** Where an engine keeps what tests look into; no part of what it offers its host. */
export const mapOfEngine: unique symbol = Symbol('policy-engine.data-map');

/** See {@link mapOfEngine}. */
export interface MapOfEngine {
  readonly map: DataMapService;
  readonly naming: Naming;
}

/** What the service is made of. */
export interface DataMapServiceOptions extends DataMapParts {
  readonly database: Database;
  /** Id of a user of the host. */
  readonly idOf: (user: object) => string;
  readonly language: (wishes: readonly string[]) => Language;
}

/** The map of one engine, with the tables that it is about. */
export class DataMapService extends DataMap {
  /** Data rules that are exported, as the export reads them. Portability rules are not among them. */
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
    this.exported = exportedRules(this, { database, idOf, retention });
  }

  /** Which columns of the host's tables no rule says anything of. */
  async uncovered(naming: Naming): Promise<MapFinding[]> {
    return uncovered(this, await LiveSchema.read(this.#database, this.schemas), naming);
  }

  /** How long the data of a rule is kept, in words; undefined if nothing is declared. */
  retentionInWords(rule: DataRule, language: Language): string | undefined {
    return retentionInWords(rule, language);
  }

  /** Reads rows of people in the tables as they are now. */
  tables(): Promise<TableRows> {
    return TableRows.of(this, this.#database);
  }
}
