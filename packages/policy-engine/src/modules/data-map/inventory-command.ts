/** `policy-engine map inventory`: the records of processing. */
import { type CommandDefinition, defineCommand, engineOption, UsageError, withEngine } from '../../cli/command.ts';
import type { Database } from '../../platform/database/port.ts';
import { type Inventory, type InventoryEntry, inventoryCsv } from './inventory.ts';

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
  details:
    'Each kind of personal data with its purpose, legal basis, recipients, retention, erasure, source and tables.',
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
  example: 'npx policy-engine map inventory --engine engine.js --csv > processing.csv',
  async run({ values: { engine: file, csv, json, locale }, print }) {
    if (csv === true && json === true) throw new UsageError('map inventory: use either --csv or --json');
    const locales = locale === undefined ? [] : [locale];
    const inventory = await withEngine<MappedEngine, Inventory>(file, 'dataInventory', async (engine) =>
      engine.dataInventory({ locales }),
    );
    if (csv === true) print(inventoryCsv(inventory).trimEnd());
    else if (json === true) print(JSON.stringify(inventory, null, 2));
    else for (const entry of inventory.entries) for (const line of inLines(entry)) print(line);
  },
});

function inLines({ name, label, tables, exported, ...said }: InventoryEntry): string[] {
  const lines = Object.entries({ ...said, tables: tables.join('; ') || null, exported: exported ? 'yes' : 'no' });
  return [`${label} (${name})`, ...lines.map(([key, value]) => `  ${key.replaceAll('_', ' ')}: ${value ?? '–'}`)];
}
