import { defineModule, type Module } from '../../module.ts';
import { DataMap } from './data-map.ts';
import type { DataMapOptions, DataRuleOptions, ErasureRuleOptions } from './declaration.ts';
import { dataMapOptions } from './options.ts';
import { rulesFitTogether } from './relations.ts';

type Shapes = typeof dataMapOptions;

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
    readonly dataMap: DataMap;
  }
}

/** What the host declares about personal data. */
export const dataMapModule: Module<'dataMap'> = defineModule({
  id: 'dataMap',
  options: dataMapOptions,
  relations: [rulesFitTogether],
  create({ options }) {
    const { dataRules, erasureRules, portabilityRules, dataMap } = options;
    return { service: new DataMap({ declared: [...dataRules, ...erasureRules], portabilityRules, ...dataMap }) };
  },
});
