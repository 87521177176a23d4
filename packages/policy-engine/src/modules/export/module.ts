import { defineModule, type Module } from '../../kernel/module.ts';
import { exportOptions } from './options.ts';
import { verifyExportCommand } from './command.ts';
import { ExportService } from './exporter.ts';
import { texts } from './texts/index.ts';
import type { Exporter } from './exporter.ts';
import type { ExporterOptions } from './settings.ts';

type Texts = typeof texts.en;
type Shapes = typeof exportOptions;

declare module '../../platform/i18n/texts/catalogue.ts' {
  // oxlint-disable-next-line typescript/no-empty-object-type -- declaration merging
  interface EnglishTexts extends Texts {}
}
declare module '../../kernel/module.ts' {
  interface Services {
    readonly export: ExportService;
  }
}
declare module '../../kernel/options.ts' {
  interface ModuleOptions<RuleName, Portable, UserRecord> {
    /** The data that people can export: an access request returns what these rules declare. Default: none. */
    readonly portabilityRules?: readonly Portable[];
    /** How exports are made and what they look like (spec: Exporter). */
    readonly exporter?: ExporterOptions;
  }
  // oxlint-disable-next-line typescript/no-empty-object-type -- declaration merging
  interface ModuleShapes extends Shapes {}
}
declare module '../../kernel/members.ts' {
  interface EngineMembers<RuleName, Portable> {
    /** Creates exports; access requests use it, and the host may use it, too. */
    readonly exporter: Exporter;
  }
}

/** Turns a person's data into a site that they can keep. */
export const exportModule: Module<'export'> = defineModule({
  id: 'export',
  needs: ['dataMap'],
  options: exportOptions,
  texts,
  commands: [verifyExportCommand],
  create({ options, language, defaultLocale, now, logger, service }) {
    const exporter = new ExportService({
      rules: [...options.portabilityRules, ...service('dataMap').exported],
      settings: options.exporter,
      brand: options.appearance.name,
      origin: options.publicOrigins[0],
      language: (wishes) => language([...wishes, defaultLocale]),
      now,
      logger,
    });
    return { service: exporter, members: { exporter } };
  },
});
