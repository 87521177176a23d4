/** `policy-engine map inventory`: the records of processing. */
import { type CommandDefinition, defineCommand, engineOption, UsageError, withEngine } from '../../../cli/command.ts';
import type { Database } from '../../../platform/database/port.ts';
import type { Inventory } from '../record/inventory.ts';
import { inventoryCsv } from '../record/csv.ts';
import { inventoryInLines } from '../record/lines.ts';

/** What a host's module must export as `engine`. */
interface MappedEngine {
  dataInventory(options: { readonly locales: readonly string[] }): Inventory;
  stop(): Promise<void>;
  readonly database: Pick<Database, 'close'>;
}

export const mapInventoryCommand: CommandDefinition = defineCommand({
  name: 'map inventory',
  usage: '--engine FILE [--csv | --json] [--locale TAG]',
  summary: 'write the records of processing activities (GDPR Art. 30)',
  details: `The controller and its contacts, each kind of personal data with its purpose, legal basis, people, recipients,
retention, erasure, source and tables, the purposes that rest on consent, transfers to third countries, security measures, and
what is not declared.`,
  options: {
    ...engineOption,
    csv: { type: 'boolean', about: 'as CSV, for a spreadsheet' },
    json: { type: 'boolean', about: 'as JSON' },
    locale: {
      type: 'string',
      value: 'TAG',
      about: 'language of the texts (default: the default locale of the engine)',
    },
  },
  failureCode: 2,
  example: 'npx --offline policy-engine map inventory --engine engine.js --csv > processing.csv',
  async run({ values: { engine: file, csv, json, locale }, languageOf, print }) {
    if (csv === true && json === true) throw new UsageError('map inventory: use either --csv or --json');
    const locales = locale === undefined ? [] : [locale];
    const inventory = await withEngine<MappedEngine, Inventory>(file, 'dataInventory', async (engine) =>
      engine.dataInventory({ locales }),
    );
    const language = languageOf([inventory.locale]);
    if (csv === true) print(inventoryCsv(inventory, language).trimEnd());
    else if (json === true) print(JSON.stringify(inventory, null, 2));
    else for (const line of inventoryInLines(inventory, language)) print(line);
  },
});
