/** Objects of options: unknown names are rejected, at every depth. */
import { z } from 'zod';
import { objectProblem } from './kinds.ts';
import { sentenceOf } from './words.ts';

type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;
type Defined<T> = Exclude<T, undefined>;
type IsOptional<T, Key extends keyof T> = Partial<Pick<T, Key>> extends Pick<T, Key> ? true : false;

/** A schema for each option. */
export type Shape = Readonly<Record<string, z.ZodType>>;

/** The options of a shape as parsed: checked, with every default filled in. */
export type Read<Options extends Shape> = Exact<z.output<z.ZodObject<Options>>>;

/** zod also allows undefined for each optional property. */
type Exact<T> = { [Key in keyof T]: Partial<Pick<T, Key>> extends Pick<T, Key> ? Defined<T[Key]> : T[Key] };

/**
 * Fails to compile unless a shape has exactly the options of an interface, with the same types, required or optional.
 */
export type Fits<Declared, Options> = {
  readonly [Key in keyof Declared]-?: Key extends keyof Options
    ? Same<Defined<z.input<Options[Key]>>, Defined<Declared[Key]>> extends true
      ? Same<undefined extends z.input<Options[Key]> ? true : false, IsOptional<Declared, Key>> extends true
        ? Options[Key]
        : 'the schema and the interface disagree on whether it is required'
      : 'the schema and the interface disagree on its type'
    : 'the schema lacks this option';
} & { readonly [Key in Exclude<keyof Options, keyof Declared>]: never };

/**
 * An object with exactly these options. Hosts read the interface; the compiler checks the schema against it.
 *
 * @example
 * ```ts
 * const gpc = options<GpcOptions>()({ lastUpdate: day.default('2026-11-21') });
 * ```
 */
export function options<Declared extends object>(): <const Options extends Shape>(
  shape: Options & Fits<Declared, Options>,
) => z.ZodType<Read<Options>, Declared> {
  return (shape) => z.strictObject(shape, { error: objectProblem(Object.keys(shape)) }) as never;
}

/** The schema that {@link asGiven} checks with, for the documentation. */
export const checkedBy: WeakMap<z.core.$ZodType, z.ZodType> = new WeakMap();

/**
 * An object of the host's that is checked and then used unchanged, since its methods may need their `this`. A class
 * instance may have more members than the options.
 */
export function asGiven<Declared extends object>(schema: z.ZodType<unknown, Declared>): z.ZodType<Declared, Declared> {
  const checked = z.custom<Declared>().superRefine((value, context) => {
    const prototype: unknown = typeof value === 'object' && value !== null ? Object.getPrototypeOf(value) : null;
    const isInstance = prototype !== null && prototype !== Object.prototype;
    for (const issue of schema.safeParse(value, { error: sentenceOf }).error?.issues ?? []) {
      if (!(isInstance && issue.code === 'unrecognized_keys')) context.addIssue(issue as never);
    }
  });
  checkedBy.set(checked, schema);
  return checked;
}
