import { defineModule, type Module } from '../../kernel/module.ts';
import { exportOptions } from './options.ts';
import { verifyExportCommand } from './archive/command.ts';
import { ExportService } from './exporter.ts';
import { texts } from './texts/texts.generated.ts';

// What the module adds to shared types must be visible where the engine is used.
export type * from './index.ts';
export type * from './texts/texts.generated.ts';

/** Turns a person's data into a site that they can keep. */
export const exportModule: Module<'export'> = defineModule({
  id: 'export',
  needs: ['dataMap'],
  options: exportOptions,
  texts,
  commands: [verifyExportCommand],
  create({ options, language, defaultLocale, timeZone, now, logger, service }) {
    const exporter = new ExportService({
      rules: [...options.portabilityRules, ...service('dataMap').exported],
      settings: options.exporter,
      brand: options.appearance.name,
      origin: options.publicOrigins[0],
      language: (wishes) => language([...wishes, defaultLocale]),
      timeZone,
      now,
      logger,
    });
    return { service: exporter, members: { exporter } };
  },
});
