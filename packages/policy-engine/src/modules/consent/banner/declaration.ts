/** The cookie declaration: everything that is stored in a browser, by whom, for what purpose and for how long. */
import { z } from '@hono/zod-openapi';
import { LOCALE_COOKIE } from '../../../platform/web/chosen-locale.ts';
import type { Rule } from '../../rules/rules.ts';
import type { Script } from '../scripts/declaration.ts';
import type { Language } from '../../../platform/web/index.ts';

/** A cookie in the declaration. */
export interface DeclaredCookieJson {
  name: string;
  purpose: string;
  duration: string;
  domain: string | null;
  path: string;
}

/** A script with the data it stores. */
export interface DeclaredScriptJson {
  name: string;
  description: string;
  provider: string;
  cookies: DeclaredCookieJson[];
  local_storage: string[];
  session_storage: string[];
}

/** What `GET /cookies.json` answers. */
export interface DeclarationJson {
  locale: string;
  necessary: DeclaredCookieJson[];
  rules: { name: string; label: string; description: string; scripts: DeclaredScriptJson[] }[];
  settings_url: string;
}

const Cookie: z.ZodType<DeclaredCookieJson, DeclaredCookieJson> = z
  .object({
    name: z.string().openapi({ description: '`*` matches any characters' }),
    purpose: z.string(),
    duration: z.string().openapi({ description: 'In words' }),
    domain: z.string().nullable().openapi({ description: 'null: this host only' }),
    path: z.string(),
  })
  .openapi('DeclaredCookie');

export const DeclarationSchema: z.ZodType<DeclarationJson, DeclarationJson> = z
  .object({
    locale: z.string(),
    necessary: z.array(Cookie).openapi({ description: 'Cookies that store the consent itself and need no consent' }),
    rules: z.array(
      z.object({
        name: z.string(),
        label: z.string(),
        description: z.string(),
        scripts: z.array(
          z.object({
            name: z.string(),
            description: z.string(),
            provider: z.string(),
            cookies: z.array(Cookie),
            local_storage: z.array(z.string()),
            session_storage: z.array(z.string()),
          }),
        ),
      }),
    ),
    settings_url: z.string(),
  })
  .openapi('CookieDeclaration');

/** @param scripts those of this environment */
export function declarationJson(
  rules: readonly Rule[],
  scripts: readonly Script[],
  { locale, t }: Language,
  settingsUrl: string,
): DeclarationJson {
  const groups = rules
    .map((rule) => ({ rule, mine: scripts.filter((script) => script.rule === rule.name) }))
    .filter(({ mine }) => mine.length > 0);
  return {
    locale,
    necessary: necessary(t),
    rules: groups.map(({ rule, mine }) => ({
      name: rule.name,
      label: rule.label(locale),
      description: rule.description(locale),
      scripts: mine.map((script) => scriptJson(script, locale)),
    })),
    settings_url: settingsUrl,
  };
}

/** A script with the data it stores, in one language. */
export function scriptJson({ cookies, ...script }: Script, locale: string): DeclaredScriptJson {
  return {
    name: script.name,
    description: script.description(locale),
    provider: script.provider,
    cookies: cookies.map(({ name, purpose, duration, domain, path }) => ({
      name,
      purpose: purpose(locale),
      duration: duration(locale),
      domain: domain ?? null,
      path,
    })),
    local_storage: [...script.localStorage],
    session_storage: [...script.sessionStorage],
  };
}

/** Names of the engine's own cookies. */
export const OWN_COOKIES: readonly string[] = [
  'policy_rule_*',
  'policy_visitor',
  'policy_proof',
  'policy_gpc',
  LOCALE_COOKIE,
];

/** The engine's own cookies, which store and prove a decision (ePrivacy Directive Art. 5(3), second sentence). */
function necessary(t: Language['t']): DeclaredCookieJson[] {
  const place = { duration: t('choice.own.year'), domain: null, path: '/' };
  return [
    { name: 'policy_rule_*', purpose: t('choice.own.rule'), ...place },
    { name: 'policy_visitor', purpose: t('choice.own.visitor'), ...place },
    { name: 'policy_proof', purpose: t('choice.own.proof'), ...place },
    { name: 'policy_gpc', purpose: t('choice.own.gpc'), ...place },
    { name: LOCALE_COOKIE, purpose: t('choice.own.locale'), ...place },
  ];
}
