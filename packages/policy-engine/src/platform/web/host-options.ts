/** The options of the pages: their location, language and appearance. */
import { z } from 'zod';
import { hostFunction, listOf, made, name, objectWith, textWithout } from '../options/kinds.ts';
import { options } from '../options/options.ts';
import type { Relation } from '../options/read.ts';
import { shown, unknownName } from '../options/words.ts';
import { createLanguages, type HostTexts } from '../i18n/language.ts';
import { mistakesOfText } from '../i18n/notation.ts';
import type { Catalogue } from '../i18n/texts/catalogue.ts';
import { type TrustProxy, trustProxy } from '../network/trust-proxy.ts';
import { DEFAULT_WRITE_LIMIT } from './limits/limits.ts';
import { normalizeMount } from './routing/mount.ts';
import { checkedClock, systemNow } from '../clock.ts';
import type { Appearance } from '../appearance.ts';
import { failsafe, type WebLogger } from '../logger.ts';
import { isTimeZone } from './view/wall-time.ts';

const defaultLogger: WebLogger = {
  error(message, { error, ...details }) {
    const known = Object.keys(details).length > 0 ? [details] : [];
    console.error(message, ...known, ...(error === undefined ? [] : [error]));
  },
};

/** An address of this or another site that a browser can be sent to. */
const link = textWithout((text) => {
  const isPath = /^\/(?![/\\])/.test(text) && URL.canParse(text, 'http://local.invalid');
  const isUrl = /^https?:\/\//i.test(text) && URL.canParse(text);
  return isPath || isUrl ? null : `${shown(text)} is neither a path such as /sign-in nor a URL`;
});

const origin = made(z.string(), (text) => {
  const parsed = URL.parse(text);
  const isOrigin = parsed !== null && /^https?:$/.test(parsed.protocol);
  if (isOrigin && parsed.origin === text.replace(/\/$/, '').toLowerCase()) return parsed.origin;
  throw new Error(`${shown(text)} is not an origin such as https://shop.example`);
});

const localeFault = (tag: string) => {
  const isTag = isLocale(tag);
  return isTag ? null : `${shown(tag)} is not a language tag such as "en" or "pt-BR"`;
};

function isLocale(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length > 0;
  } catch {
    return false;
  }
}

const limitProblem = ({ input }: { readonly input?: unknown }) =>
  `must be a whole number of changes a minute, or false, not ${shown(input)}`;

const textsByLocale = z.record(textWithout(localeFault), z.record(z.string(), z.string()));

/** @param english all texts in English */
function textsOf(english: () => ReadonlyMap<string, string>): z.ZodType<HostTexts, HostTexts> {
  const faultOf = (locale: string, key: string, text: string) => {
    const known = english().get(key);
    if (known === undefined) return unknownName('text', key, [...english().keys()]);
    const [mistake] = text === '' ? [] : mistakesOfText(locale, text, known);
    return mistake === undefined ? undefined : `${mistake}; in English it is ${shown(known)}`;
  };
  return textsByLocale.superRefine((given, context) => {
    for (const [locale, words] of Object.entries(given)) {
      for (const [key, text] of Object.entries(words)) {
        const message = faultOf(locale, key, text);
        if (message !== undefined) context.addIssue({ code: 'custom', message, path: [locale, key] });
      }
    }
  });
}

const appearance = options<Appearance>()({
  name: name.optional().describe('name at the top of the pages; default: the localized "Privacy"'),
  homeUrl: link
    .optional()
    .describe(
      'the site: where the name leads, and a link back on the pages of people; default: the mount path, and no link back',
    ),
  siteName: name.optional().describe('name of the site in the link back to it; default: `appearance.name`'),
  stylesheets: listOf(z.string().min(1))
    .optional()
    .describe("style sheets of the host, same origin, loaded after the engine's: they set `--pe-accent`, `--pe-bg` …"),
});

/** See {@link webOptions}. */
export type WebShape = {
  readonly mountPath: z.ZodType<string | undefined, string | undefined>;
  readonly publicOrigins: z.ZodType<readonly string[], readonly string[] | undefined>;
  readonly trustProxy: z.ZodType<TrustProxy | undefined, TrustProxy | undefined>;
  readonly appearance: z.ZodType<Appearance, Appearance | undefined>;
  readonly texts: z.ZodType<HostTexts, HostTexts | undefined>;
  readonly defaultLocale: z.ZodType<string, string | undefined>;
  readonly timeZone: z.ZodType<string, string | undefined>;
  readonly loginUrl: z.ZodType<string | undefined, string | undefined>;
  readonly logoutUrl: z.ZodType<string | undefined, string | undefined>;
  readonly writeLimit: z.ZodType<number | false, number | false | undefined>;
  readonly logger: z.ZodType<WebLogger, WebLogger | undefined>;
  readonly now: z.ZodType<() => Date, (() => Date) | undefined>;
};

/** @param catalogues the texts that a host may replace */
export function webOptions(catalogues: readonly Catalogue[]): WebShape {
  let known: ReadonlyMap<string, string> | undefined;
  const english = () => (known ??= new Map(catalogues.flatMap(({ en }) => Object.entries(en))));
  return {
    mountPath: made(z.string(), (path) => {
      try {
        return normalizeMount(path);
      } catch {
        throw new Error(`${shown(path)} is not a path such as /policies`);
      }
    })
      .optional()
      .describe(
        "the path it is mounted at; default: the path from the framework, as in `app.use('/policies', …)`, otherwise `/policies`",
      ),
    publicOrigins: listOf(origin)
      .prefault([])
      .describe(
        "`['https://shop.example']`: needed behind a proxy that rewrites `Host`, and for links in mails; default: the origin of each request",
      ),
    trustProxy: trustProxy.describe(
      'whose `X-Forwarded-For`, `-Proto` and `-Host`, or `Forwarded`, are trusted: `true` for everybody, `false` for nobody, the number of proxies, or their addresses and CIDR blocks; default: as the setting of Express, Fastify, Koa or SvelteKit says, and nobody elsewhere',
    ),
    appearance: appearance.prefault({}).describe('name and style sheets of the pages'),
    texts: textsOf(english)
      .prefault({})
      .describe("texts of the pages by locale, to add or replace: `{ en: { 'consents.accept': 'I agree' } }`"),
    defaultLocale: textWithout(localeFault)
      .default('en')
      .describe('language if nothing else is known, and of policy texts'),
    timeZone: textWithout((zone) => {
      return isTimeZone(zone) ? null : `${shown(zone)} is not a time zone such as "UTC" or "Europe/Paris"`;
    })
      .default('UTC')
      .describe('IANA name of the time zone in which pages show times and texts are scheduled'),
    loginUrl: link.optional().describe('where people sign in; pages that need it lead there'),
    logoutUrl: link.optional().describe('where people sign out; a link at the top of the pages'),
    writeLimit: z
      .union([z.literal(false), z.int({ error: limitProblem }).min(1, { error: limitProblem })], {
        error: limitProblem,
      })
      .default(DEFAULT_WRITE_LIMIT)
      .describe(
        'changes per minute allowed to a user, or to a network of visitors; above it 429, except for rejections, which have a separate limit; `false` for no limit',
      ),
    logger: objectWith<WebLogger>(['error'], 'must be an object with a function error(message, details)')
      .optional()
      .transform((given) => failsafe(given ?? defaultLogger))
      .describe('`{ error(message, details) }`: where failures are logged; default: `console.error`'),
    now: hostFunction<() => Date>()
      .optional()
      .transform((given) => (given === undefined ? systemNow : checkedClock(given)))
      .describe('the current time, for tests; default: the system clock'),
  };
}

/** The content security policy of the pages permits style sheets of their own origin only. */
export const stylesheetsAreOwn: Relation = ({ appearance: given, publicOrigins }, report) => {
  const origins = listOf(origin).safeParse(publicOrigins).data ?? [];
  const { data } = z.object({ stylesheets: z.array(z.unknown()) }).safeParse(given);
  for (const [index, url] of (data?.stylesheets ?? []).entries()) {
    if (typeof url !== 'string') continue;
    const { origin: its } = URL.parse(url, OWN) ?? {};
    if (its === OWN || (its !== undefined && origins.includes(its))) continue;
    const reason = 'is not an address of this site: browsers would not load it';
    report(`appearance.stylesheets[${index}]`, `${shown(url)} ${reason}; use a path such as /shop.css`);
  }
};

/** Base of paths. */
const OWN = 'http://own.invalid';

/** A default language needs texts: the engine's own or the host's. */
export const defaultLocaleHasTexts: Relation = ({ defaultLocale, texts: given }, report) => {
  if (
    typeof defaultLocale !== 'string' ||
    !isLocale(defaultLocale) ||
    !textsByLocale.optional().safeParse(given).success
  )
    return;
  try {
    createLanguages(given as HostTexts | undefined, defaultLocale);
  } catch {
    report('defaultLocale', `there are no texts in ${shown(defaultLocale)}; add them with the option texts`);
  }
};
