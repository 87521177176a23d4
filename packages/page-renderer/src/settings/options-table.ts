/** The options in the forms that documentation and editors need. */
import { z } from 'zod';
import type { Option } from '../options/option.ts';
import { declaredCacheOptions, declaredOptions } from '../options/options.ts';
import { SETTINGS } from './settings.ts';
import { tableRow } from '../kernel/table-row.ts';

/** JSON Schema (draft 2020-12) of `config.json`, for editors. */
export function optionsJsonSchema(): Record<string, unknown> {
  const types = Object.entries(declaredOptions).map(([name, { type }]) => [name, type] as const);
  const file = z.strictObject({ $schema: z.string().optional(), ...Object.fromEntries(types) });
  const { $schema, ...schema } = z.toJSONSchema(file, { io: 'input' });
  return { $schema, title: 'Configuration of page-renderer', ...schema };
}

/** The table of options for the documentation, as Markdown. */
export function optionsTable(): string {
  const names = new Map(SETTINGS.map((setting) => [setting.option, setting]));
  const row = (name: string, { type }: Option<z.ZodType>) => {
    const json = z.toJSONSchema(type, { io: 'input' }) as { default?: unknown; description?: string };
    const isComputed =
      name === 'concurrency' || name === 'browsers' || name === 'warmingConcurrency' || name === 'cacheConfig';
    const fallback = isComputed || json.default === undefined ? '' : `\`${JSON.stringify(json.default)}\``;
    const setting = names.get(name);
    const file = setting?.masked ? ', `…_FILE`' : '';
    const variable = setting === undefined ? '' : `\`${setting.variable}\`${file}`;
    const flag = setting === undefined ? '' : `\`--${setting.flag}${setting.masked ? '-file' : ''}\``;
    return tableRow([`\`${name}\``, variable, flag, fallback, json.description ?? '']);
  };
  const rows = Object.entries(declaredOptions).map(([name, option]) => row(name, option));
  const cache = Object.entries(declaredCacheOptions).map(([name, option]) => row(`cacheConfig.${name}`, option));
  return ['| Option | Variable | Flag | Default | Meaning |', '|---|---|---|---|---|', ...rows, ...cache].join('\n');
}
