import { defineModule, type Module } from '../../module.ts';
import { userIdOf } from '../../platform/users/resource.ts';
import type { DataMapOptions, DataRuleOptions, ErasureRuleOptions } from './declaration.ts';
import { dataMapOptions } from './options.ts';
import { rulesFitTogether } from './relations.ts';
import { DataMapService } from './service.ts';
import { texts } from './texts/index.ts';

type Texts = typeof texts.en;
type Shapes = typeof dataMapOptions;

declare module '../../platform/i18n/texts/catalogue.ts' {
  // oxlint-disable-next-line typescript/no-empty-object-type -- declaration merging
  interface EnglishTexts extends Texts {}
}
declare module '../../config.ts' {
  interface ModuleOptions {
    /** Kinds of personal data, declared once: what is exported, how it is erased, how long it is kept. Default: none. */
    readonly dataRules?: readonly DataRuleOptions[];
    /** What is erased and not exported. Default: none. */
    readonly erasureRules?: readonly ErasureRuleOptions[];
    /** What is declared of personal data as a whole: the table of people, and what needs no rule. */
    readonly dataMap?: DataMapOptions;
  }
  // oxlint-disable-next-line typescript/no-empty-object-type -- declaration merging
  interface ModuleShapes extends Shapes {}
}
declare module '../../module.ts' {
  interface Services {
    readonly dataMap: DataMapService;
  }
}

/** What the host declares about personal data. */
export const dataMapModule: Module<'dataMap'> = defineModule({
  id: 'dataMap',
  options: dataMapOptions,
  relations: [rulesFitTogether],
  // A rule names what the database does not have, or the id of a person is none that a column can hold.
  errors: { data_map_unfit: {} },
  texts,
  create({ options, database, language, defaultLocale }) {
    const { dataRules, erasureRules, portabilityRules, dataMap, userResource } = options;
    const service = new DataMapService({
      declared: [...dataRules, ...erasureRules],
      portabilityRules,
      ...dataMap,
      database,
      idOf: userIdOf(userResource),
      language: (wishes) => language([...wishes, defaultLocale]),
    });
    return { service };
  },
});
