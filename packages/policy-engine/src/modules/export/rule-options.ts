/** The schemas of the export options of a rule, here and in the data map. */
import { z } from 'zod';
import { fileUrl, hostFunction, made, name, textWithout } from '../../platform/options/kinds.ts';
import { shown } from '../../platform/options/words.ts';
import { portabilityHelperName } from '../../platform/users/helper-names.ts';
import type { PortabilityRule, PortabilityRuleOptions } from './rule.ts';
import { compileTemplate, type Kind, type Render, type Template } from './templates/template.ts';

const NAME = /^[A-Za-z0-9][A-Za-z0-9_-]{0,62}$/;
/** Names that the export itself uses in its root folder, with and without a suffix. */
const TAKEN: ReadonlySet<string> = new Set(['index', 'manifest', 'schema', 'search', 'assets', 'images', 'privacy']);
/** Names that no folder can have on Windows, where people may unpack their data. */
const WINDOWS = /^(?:con|prn|aux|nul|com\d|lpt\d)$/i;

/** The name of a rule, which is also the name of its folder in an export. */
export const folderName: z.ZodType<string, string> = textWithout((text) => {
  if (!NAME.test(text)) return `${shown(text)} cannot name a folder; use letters, digits, "_" and "-"`;
  if (WINDOWS.test(text)) return `${shown(text)}: Windows has no folder of this name; choose another`;
  return TAKEN.has(text.toLowerCase()) ? `${shown(text)}: the export itself needs this name; choose another` : null;
});

/** A template of the host's, compiled at start. */
export function template<Data>(kind: Kind): z.ZodType<Render<Data>, Template<Data>> {
  const file = z.strictObject({ file: z.union([name, fileUrl]) });
  const error = ({ input }: { readonly input?: unknown }) =>
    `must be text, the path or URL of a file, { file } or a function, not ${shown(input)}`;
  const given = z.union([z.string(), fileUrl, hostFunction<Extract<Template<Data>, Function>>(), file], { error });
  return made(given as z.ZodType<Template<Data>, Template<Data>>, (source) => compileTemplate(source, kind));
}

/** Fields that leave although they look as if they must not, with reasons. */
export const include: z.ZodType<ReadonlyMap<string, string>, Readonly<Record<string, string>> | undefined> = z
  .record(
    name,
    z
      .string({ error: ({ input }) => `must be the reason why the field may leave, not ${shown(input)}` })
      .refine((text) => text.trim() !== '', 'state why the field may leave'),
    { error: ({ input }) => `must be reasons by field, such as { invite_code: 'Used up' }, not ${shown(input)}` },
  )
  .prefault({})
  .transform((reasons) => new Map(Object.entries(reasons)))
  .describe(
    'fields that are exported although they look like secrets, staff or data of others: `{ field: reason }`; default: none',
  );

/** What is read from the user record: a name or a function. */
export function reading<Type>(): z.ZodType<Type | string, Type | string> {
  return z.union([name, hostFunction<Type>()], {
    error: ({ input }) =>
      `must be the name of a property or method of the user, or a function of the user, not ${shown(input)}`,
  });
}

/** The function that an option may be. */
export type FunctionOf<Option extends 'collection' | 'member' | 'count'> = Exclude<
  NonNullable<PortabilityRuleOptions[Option]>,
  string
>;

/** A path that two rules of these names would share; null for none. */
export function nameConflict(one: Partial<PortabilityRule>, two: Partial<PortabilityRule>): string | null {
  if (typeof one.name !== 'string' || typeof two.name !== 'string') return null;
  if (one.name === two.name) return `two rules are named ${shown(one.name)}`;
  const both = `${shown(one.name)} and ${shown(two.name)} would`;
  if (one.name.toLowerCase() === two.name.toLowerCase())
    return `${both} be one folder on case-insensitive file systems`;
  if (one.kind === undefined || one.kind !== two.kind) return null;
  const helper = portabilityHelperName(one.kind, one.name);
  return helper === portabilityHelperName(two.kind, two.name) ? `${both} both be ${helper} of a user` : null;
}
