/** How an option of `config.json` is declared. */
import { z } from 'zod';
import type { Declared } from './declared.ts';

export const MIB: number = 1024 * 1024;
export const folder: z.ZodString = z.string().min(1);

/** Configurations of Rendertron have these numbers as strings, too. */
export const numeral = (pattern: RegExp): z.ZodType<number, string> => z.string().regex(pattern).transform(Number);

/** An option: its type, and whether its value can change results. */
export interface Option<Type extends z.ZodType> extends Declared {
  readonly type: Type;
  /** The value without its secrets, for an option that has any. */
  readonly masked?: (value: unknown) => unknown;
}
export type Options = Readonly<Record<string, Option<z.ZodType>>>;
/** An option for each value of a configuration. */
export type OptionsOf<Config> = { readonly [Name in keyof Config]: Option<z.ZodType<Config[Name]>> };
export type TypesOf<Given extends Options> = { [Name in keyof Given]: Given[Name]['type'] };

/** An option that is part of the cache key. */
export const changesResult = <Type extends z.ZodType>(meaning: string, type: Type): Option<Type> => {
  return { type: type.describe(meaning), changesResult: true };
};
/** An option that does not change results. */
export const keepsResult = <Type extends z.ZodType>(meaning: string, type: Type): Option<Type> => {
  return { type: type.describe(meaning), changesResult: false };
};

/**
 * An option whose value is a secret, or contains one. It can be read from a file (`PAGE_RENDERER_…_FILE`).
 *
 * @param masked the value as it may be shown
 */
export const secret = <Type extends z.ZodType>(
  masked: (value: z.output<Type>) => unknown,
  option: Option<Type>,
): Option<Type> => ({ ...option, masked: masked as (value: unknown) => unknown });
