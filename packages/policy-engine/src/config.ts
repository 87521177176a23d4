/** The configuration: one schema, composed of the schemas of the modules. */
import { z } from 'zod';
import { declarationsOf, inOrderOfNeeds } from './kernel/compose.ts';
import type { Module, Setting } from './kernel/module.ts';
import type { Configuration, EngineOptions } from './kernel/options.ts';
import * as ownModules from './modules.ts';
import type { PortabilityRuleOptions } from './modules/export/rule.ts';
import { databaseOptions, namesFitTheDatabase } from './platform/database/options.ts';
import { frameTexts } from './platform/i18n/texts/catalogue.ts';
import { jobsOptions } from './platform/jobs/options.ts';
import { mailHasASender, mailOptions } from './platform/mail/options.ts';
import { jsonSchemaOf, optionTables } from './platform/options/describe.ts';
import { inDefaultLocale, isLanguageTag } from './platform/options/host-text.ts';
import { objectProblem } from './platform/options/kinds.ts';
import type { Shape } from './platform/options/options.ts';
import { readOptions } from './platform/options/read.ts';
import { userOptions } from './platform/users/options.ts';
import { defaultLocaleHasTexts, stylesheetsAreOwn, webOptions } from './platform/web/host-options.ts';

/** Configuration of an engine (spec: P-config). */
export interface PolicyEngineOptions<
  RuleName extends string = string,
  Portable extends PortabilityRuleOptions = PortabilityRuleOptions,
  UserRecord = unknown,
> extends EngineOptions<RuleName, Portable, UserRecord> {}

/** The options of the modules and of the platform, in the order of the documentation. */
function shapeOf(modules: readonly Module[]): Shape {
  const { catalogues, mails } = declarationsOf(modules);
  const aboutMails = Object.fromEntries(Object.entries(mails).map(([name, { about }]) => [name, about]));
  const own = inOrderOfNeeds(modules).map(({ options = {} }) => options);
  const platform = [userOptions, webOptions([frameTexts, ...catalogues]), mailOptions(aboutMails)];
  return Object.assign({}, ...own, ...platform, databaseOptions, jobsOptions) as Shape;
}

/** The schema of a configuration whose options come from several shapes. */
export function configurationSchema(shape: Shape): z.ZodType {
  return z.strictObject(shape, { error: objectProblem(Object.keys(shape)) });
}

/** JSON Schema of the options that can be expressed in JSON. */
export function configurationJsonSchema(): Record<string, unknown> {
  return jsonSchemaOf('Configuration of policy-engine', shapeOf(Object.values(ownModules)));
}

/** The tables of options for the documentation, as Markdown. */
export function configurationTables(): string {
  return optionTables(shapeOf(Object.values(ownModules)));
}

/** The options of an engine, with what each is for. */
export function settingsOf(modules: readonly Module[]): Setting[] {
  return Object.entries(shapeOf(modules)).map(([name, { description = '' }]) => ({ name, about: description }));
}

/** Created once for a list of modules: the schema is large. */
const schemas = new Map<string, z.ZodType<Configuration>>();

/**
 * Rejects configurations that would otherwise fail later, for a visitor, and fills in the defaults.
 *
 * @throws {PolicyEngineError} `configuration_invalid`, with a line and an entry of `problems` for each mistake
 */
export function readConfiguration(options: unknown, modules: readonly Module[]): Configuration {
  const relations = modules.flatMap((module) => module.relations ?? []);
  const key = modules.map(({ id }) => id).join();
  const schema = schemas.get(key) ?? (configurationSchema(shapeOf(modules)) as z.ZodType<Configuration>);
  schemas.set(key, schema);
  return inDefaultLocale(localeOf(options), () =>
    readOptions(schema, options, [
      namesFitTheDatabase(declarationsOf(modules).tables),
      defaultLocaleHasTexts,
      stylesheetsAreOwn,
      mailHasASender,
      ...relations,
    ]),
  );
}

/** The default locale, which plain texts of the host are in; an invalid one is reported with the other mistakes. */
function localeOf(options: unknown): string {
  const { defaultLocale: given } = (options ?? {}) as { readonly defaultLocale?: unknown };
  return typeof given === 'string' && isLanguageTag(given) ? given : 'en';
}
