/** Every option as a setting: its names in the environment and on the command line, and the values that it can have. */
import { z } from 'zod';
import type { Option } from '../options/option.ts';
import { declaredCacheOptions, declaredOptions } from '../options/options.ts';

/** The beginning of the names of variables. */
export const PREFIX = 'PAGE_RENDERER_';

/** A kind of JSON value. */
export type Kind = 'string' | 'number' | 'boolean' | 'null' | 'array' | 'object';

/** An option, or one of `cacheConfig`. */
export interface Setting {
  /** Where it is in `config.json`, such as `['cacheConfig', 'redisUrl']`. */
  readonly path: readonly string[];
  /** The same as text, `cacheConfig.redisUrl`. */
  readonly option: string;
  /** Its environment variable, such as `PAGE_RENDERER_REDIS_URL`. */
  readonly variable: string;
  /** Its flag without the dashes, such as `redis-url`. */
  readonly flag: string;
  readonly kinds: ReadonlySet<Kind>;
  /** Whether a list of it can contain text; otherwise it contains objects. */
  readonly listsText: boolean;
  /** The value without its secrets; undefined for an option that has none. */
  readonly masked: ((value: unknown) => unknown) | undefined;
}

/** All of them, in the order of the documentation. */
export const SETTINGS: readonly Setting[] = [
  // `snapshotDir` is the same as the one in `cacheConfig`, whose options are settings of their own.
  ...settingsOf(declaredOptions, []).filter(({ option }) => option !== 'cacheConfig' && option !== 'snapshotDir'),
  ...settingsOf(declaredCacheOptions, ['cacheConfig']),
];

/** The name of a flag: `cacheMaxEntries` is `cache-max-entries`, and `browserURLs` is `browser-urls`. */
function flagOf(name: string): string {
  return name.replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => `-${letter}`).toLowerCase();
}

function settingsOf(options: Readonly<Record<string, Option<z.ZodType>>>, parents: readonly string[]): Setting[] {
  return Object.entries(options).map(([name, { type, masked }]) => {
    const flag = flagOf(name);
    const variable = `${PREFIX}${flag.replaceAll('-', '_').toUpperCase()}`;
    const path = [...parents, name];
    const { kinds, listsText } = shapeOf(type);
    return { path, option: path.join('.'), variable, flag, kinds, listsText, masked };
  });
}

/** The part of JSON Schema that is read here. */
interface Schema {
  readonly type?: Kind | 'integer';
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
}

function shapeOf(type: z.ZodType): Pick<Setting, 'kinds' | 'listsText'> {
  const kinds = new Set<Kind>();
  let listsText = false;
  const read = ({ type: kind, anyOf = [], items }: Schema) => {
    if (kind !== undefined) kinds.add(kind === 'integer' ? 'number' : kind);
    if (items && [items, ...(items.anyOf ?? [])].some((one) => one.type === 'string')) listsText = true;
    for (const one of anyOf) read(one);
  };
  read(z.toJSONSchema(type, { io: 'input' }) as Schema);
  return { kinds, listsText };
}
