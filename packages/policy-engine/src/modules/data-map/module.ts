import { defineModule, type Module } from '../../kernel/module.ts';
import { isConsent } from '../consent/index.ts';
import { userIdOf } from '../../platform/users/resource.ts';
import { mapCheckCommand } from './commands/check-command.ts';
import { dataMapChecks, findings } from './checks.ts';
import { mapInitCommand } from './commands/init-command.ts';
import { inventoryOf } from './record/inventory.ts';
import { mapInventoryCommand } from './commands/inventory-command.ts';
import { dataMapOptions } from './options.ts';
import { rulesFitTogether } from './rules/relations.ts';
import { dataMapRoutes } from './record/routes.tsx';
import { DataMapService, type MapOfEngine, mapOfEngine } from './service.ts';
import { texts } from './texts/texts.generated.ts';

// What the module adds to shared types must be visible where the engine is used.
export type * from './index.ts';
export type * from './texts/texts.generated.ts';

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
        heldBackColumns: () => service.heldBack(),
        dataMapReport: () => service.report(naming),
        dataInventory: ({ locales = [] }: { readonly locales?: readonly string[] } = {}) =>
          inventoryOf(service, sources, language(locales)),
      },
    };
  },
});
