/** What the service runs with, and where each value comes from. */
import type { RendererConfig } from '../options/options.ts';
import { SETTINGS } from './settings.ts';

/** The value of one option. */
export interface EffectiveSetting {
  /** With its parent, such as `cacheConfig.redisUrl`. */
  readonly option: string;
  /** Without secrets. */
  readonly value: unknown;
  /** `default`, `file`, the name of an environment variable, or a flag with its dashes. */
  readonly from: string;
}

/**
 * @param given the options of all sources, without defaults
 * @param places the variable or flag of each option that has its value from one
 */
export function effectiveSettings(
  config: RendererConfig,
  given: Readonly<Record<string, unknown>>,
  places: ReadonlyMap<string, string>,
): EffectiveSetting[] {
  return SETTINGS.map(({ option, path, masked }) => {
    const value = valueAt(config, path);
    const isGiven =
      valueAt(given, path) !== undefined ||
      (option === 'cacheConfig.snapshotDir' && given['snapshotDir'] !== undefined);
    const from = places.get(option) ?? (isGiven ? 'file' : 'default');
    return { option, value: masked ? masked(value) : value, from };
  });
}

/** The value at a path of names and positions; undefined where there is none. */
export function valueAt(from: unknown, path: readonly PropertyKey[]): unknown {
  let value = from;
  for (const name of path) value = typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
  return value;
}
