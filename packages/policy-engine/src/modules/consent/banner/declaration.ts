/** The cookie declaration: everything that is stored in a browser, by whom, for what purpose and for how long. */
import { z } from '@hono/zod-openapi';
import type { Rule } from '../../rules/index.ts';
import { type Script, storedJson, type StoredJson } from '../scripts/declaration.ts';
import { otherLanguages, type Reading } from '../../../platform/options/host-text.ts';
import type { TextKey } from '../../../platform/i18n/language.ts';
import type { Language } from '../../../platform/web/index.ts';
import {
  cookieJson,
  type DeclaredCookieJson,
  type NecessaryCookie,
  type NecessaryCookieJson,
  necessaryJson,
  storageKinds,
} from '../necessary/declaration.ts';

/** A script with the data it stores. */
export interface DeclaredScriptJson extends StoredJson {
  name: string;
  description: string;
  provider: string;
  cookies: DeclaredCookieJson[];
  lang?: LangJson | undefined;
}

/** How long something is kept that is not a cookie, and where: texts by their names in JSON. */
export const STORED_WORDS: Readonly<Record<keyof StoredJson, TextKey>> = {
  local_storage: 'choice.local_storage',
  session_storage: 'choice.session_storage',
  indexed_db: 'choice.indexed_db',
  cache_storage: 'choice.cache_storage',
  service_workers: 'choice.service_worker',
};

/** Languages of texts that are not in the language of the answer, by their names in JSON. */
export type LangJson = Record<string, string>;

export const LangSchema: z.ZodType<LangJson | undefined, LangJson | undefined> = z
  .record(z.string(), z.string())
  .optional()
  .openapi({
    description:
      'BCP 47 tags of the texts of this object that are not in `locale`, by their names; left out if all are',
  });

/** What `GET /cookies.json` answers. */
export interface DeclarationJson {
  locale: string;
  necessary: NecessaryCookieJson[];
  rules: {
    name: string;
    label: string;
    description: string;
    scripts: DeclaredScriptJson[];
    lang?: LangJson | undefined;
  }[];
  settings_url: string;
}

const COOKIE = {
  name: z.string().openapi({ description: '`*` matches any characters' }),
  purpose: z.string(),
  duration: z.string().openapi({ description: 'In words' }),
  domain: z.string().nullable().openapi({ description: 'null: this host only' }),
  path: z.string(),
  lang: LangSchema,
};

const Cookie: z.ZodType<DeclaredCookieJson, DeclaredCookieJson> = z.object(COOKIE).openapi('DeclaredCookie');

const Necessary: z.ZodType<NecessaryCookieJson, NecessaryCookieJson> = z
  .object({
    ...COOKIE,
    kind: z.enum(storageKinds).openapi({
      description: 'Where it is stored, as `localStorage`, `sessionStorage`, IndexedDB or the Cache Storage',
    }),
    recipients: z
      .string()
      .nullable()
      .openapi({ description: 'Third parties that receive or read it; null: declared that there are none' }),
  })
  .openapi('NecessaryCookie');

export const DeclarationSchema: z.ZodType<DeclarationJson, DeclarationJson> = z
  .object({
    locale: z.string(),
    necessary: z.array(Necessary).openapi({
      description:
        'Cookies and stored keys that need no consent: those that store the consent itself, then those of the site',
    }),
    rules: z.array(
      z.object({
        name: z.string(),
        label: z.string(),
        description: z.string(),
        lang: LangSchema,
        scripts: z.array(
          z.object({
            name: z.string(),
            description: z.string(),
            provider: z.string(),
            lang: LangSchema,
            cookies: z.array(Cookie),
            local_storage: z.array(z.string()),
            session_storage: z.array(z.string()),
            indexed_db: z.array(z.string()),
            cache_storage: z.array(z.string()),
            service_workers: z.array(z.string()),
          }),
        ),
      }),
    ),
    settings_url: z.string(),
  })
  .openapi('CookieDeclaration');

/** What the site declares. */
export interface Declared {
  readonly rules: readonly Rule[];
  /** Those of this environment. */
  readonly scripts: readonly Script[];
  readonly necessaryCookies: readonly NecessaryCookie[];
}

/** The declaration in one language. */
export function declarationJson(
  { rules, scripts, necessaryCookies }: Declared,
  language: Pick<Language, 'locale' | 't'>,
  { mount, settingsUrl }: { readonly mount: string; readonly settingsUrl: string },
): DeclarationJson {
  const { locale } = language;
  const groups = rules
    .map((rule) => ({ rule, mine: scripts.filter((script) => script.rule === rule.name) }))
    .filter(({ mine }) => mine.length > 0);
  return {
    locale,
    necessary: necessaryJson(necessaryCookies, language, mount),
    rules: groups.map(({ rule, mine }) => ruleJson(rule, mine, locale)),
    settings_url: settingsUrl,
  };
}

function ruleJson(rule: Rule, scripts: readonly Script[], locale: string): DeclarationJson['rules'][number] {
  const { name, label, description } = rule;
  return {
    name,
    label: label(locale),
    description: description(locale),
    ...otherLanguages({ label, description }, locale),
    scripts: scripts.map((script) => scriptJson(script, locale)),
  };
}

/** A script with the data it stores, in one language. */
export function scriptJson({ cookies, ...script }: Script, reading: Reading): DeclaredScriptJson {
  return {
    name: script.name,
    description: script.description(reading),
    provider: script.provider,
    ...otherLanguages({ description: script.description }, reading),
    cookies: cookies.map((cookie) => cookieJson(cookie, reading)),
    ...storedJson(script),
  };
}
