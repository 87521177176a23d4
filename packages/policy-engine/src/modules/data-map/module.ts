import { defineModule, type Module } from '../../kernel/module.ts';
import { isConsent } from '../consent/gpc.ts';
import { userIdOf } from '../../platform/users/resource.ts';
import type { DataMapOptions, DataRuleOptions, ErasureRuleOptions } from './declaration.ts';
import { mapCheckCommand } from './check-command.ts';
import { dataMapChecks, findings } from './checks.ts';
import type { MapFinding } from './coverage.ts';
import { mapInitCommand } from './init-command.ts';
import { type Inventory, inventoryOf } from './inventory.ts';
import { mapInventoryCommand } from './inventory-command.ts';
import { dataMapOptions } from './options.ts';
import { rulesFitTogether } from './relations.ts';
import { dataMapRoutes } from './routes.tsx';
import { DataMapService, type MapOfEngine, mapOfEngine } from './service.ts';
import { texts } from './texts/index.ts';

type Texts = typeof texts.en;
type Shapes = typeof dataMapOptions;

declare module '../../platform/i18n/texts/catalogue.ts' {
  // oxlint-disable-next-line typescript/no-empty-object-type -- declaration merging
  interface EnglishTexts extends Texts {}
}
declare module '../../kernel/options.ts' {
  interface ModuleOptions<RuleName, Portable, UserRecord> {
    /** Kinds of personal data, declared once: what is exported, how it is erased, and how long it is kept. Default: none. */
    readonly dataRules?: readonly DataRuleOptions[];
    /** What is erased and not exported. Default: none. */
    readonly erasureRules?: readonly ErasureRuleOptions[];
    /** Declarations for personal data as a whole: the table of users, and what needs no rule. */
    readonly dataMap?: DataMapOptions;
  }
  // oxlint-disable-next-line typescript/no-empty-object-type -- declaration merging
  interface ModuleShapes extends Shapes {}
}
declare module '../../kernel/module.ts' {
  interface Services {
    readonly dataMap: DataMapService;
  }
}
declare module '../../kernel/members.ts' {
  interface EngineMembers<RuleName, Portable> {
    /**
     * Lists columns of the host's tables that lead to a person, or are named like personal data, without a data rule or exemption;
     * and rules that do not fit the tables.
     */
    checkDataMap(): Promise<MapFinding[]>;
    /**
     * The record of processing activities (GDPR Art. 30(1)), from data rules, consents and `dataMap.record`, with what is missing.
     *
     * @param options.locales languages for the texts, best first
     */
    dataInventory(options?: { readonly locales?: readonly string[] }): Inventory;
  }
}

/** What the host declares about personal data. */
export const dataMapModule: Module<'dataMap'> = defineModule({
  id: 'dataMap',
  options: dataMapOptions,
  relations: [rulesFitTogether],
  // A rule names something that the database lacks, or a column cannot hold the ID of the person.
  errors: { data_map_unfit: {} },
  texts,
  findings,
  commands: [mapCheckCommand, mapInitCommand, mapInventoryCommand],
  create({ options, database, naming, language: languageOf, defaultLocale }) {
    const language = (wishes: readonly string[]) => languageOf([...wishes, defaultLocale]);
    const { dataRules, erasureRules, portabilityRules, dataMap, userResource, rules, exporter } = options;
    const { scripts, necessaryCookies } = options;
    const service = new DataMapService({
      declared: [...dataRules, ...erasureRules],
      portabilityRules,
      ...dataMap,
      database,
      idOf: userIdOf(userResource),
      language,
    });
    const isGoverned = { governs: (name: string) => scripts.some(({ rule }) => rule === name) };
    const sources = {
      record: dataMap.record,
      information: exporter.information,
      rules: rules.all,
      consents: rules.all.filter((rule) => isConsent(rule, isGoverned)),
      scripts,
      necessaryCookies,
    };
    return {
      service,
      routes: [dataMapRoutes((inLanguage) => inventoryOf(service, sources, inLanguage))],
      checks: dataMapChecks(service, sources, defaultLocale),
      members: {
        ...({ [mapOfEngine]: { map: service, naming } satisfies MapOfEngine } as object),
        checkDataMap: () => service.uncovered(naming),
        dataInventory: ({ locales = [] }: { readonly locales?: readonly string[] } = {}) =>
          inventoryOf(service, sources, language(locales)),
      },
    };
  },
});
