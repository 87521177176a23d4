/** The options of scripts and of the signals that concern them (spec: P-script). */
import type { RegionOf } from './regions/places.ts';
import { idlePosture, posture, purpose } from '../rules/index.ts';
import { z } from 'zod';
import { localised } from '../../platform/options/host-text.ts';
import {
  fileUrl,
  hostFunction,
  listOf,
  localText,
  made,
  name,
  textWithout,
  wholeNumber,
} from '../../platform/options/kinds.ts';
import { options } from '../../platform/options/options.ts';
import type { Relation } from '../../platform/options/read.ts';
import { shown } from '../../platform/options/words.ts';
import { engineCookieNames } from '../browsers/index.ts';
import { dayFault, GPC_SINCE, type GpcOptions } from './banner/gpc-resource.ts';
import { type BannerOptions, RENDERERS, wordFault } from './banner/hidden-from.ts';
import { BANNER_LAYOUTS, BANNER_SIDES, type BannerLayout, type BannerSide } from '../appearance/index.ts';
import { LONGEST_VENDOR } from './banner/input.ts';
import { PAGE_CACHING, type PageCaching } from './context/page-caching.ts';
import { type ConsentModeOptions, type ConsentType, consentTypes } from './scripts/consent-mode.ts';
import { cookieDomain, cookieName, cookiePath } from './scripts/cookie-options.ts';
import type { NecessaryCookie, NecessaryCookieOptions } from './necessary/declaration.ts';
import { necessaryCookies } from './necessary/options.ts';
import type { Script, ScriptCookieOptions, ScriptOptions, ScriptTemplate } from './scripts/declaration.ts';
import { namesMeant } from './scripts/patterns.ts';
import { type SignalName, signalNames } from './scripts/signals/index.ts';
import { templateOf } from './scripts/template.ts';
import type { Tool, ToolOptions } from './tools/declaration.ts';
import { otherConsentTools } from './tools/options.ts';

const DEFAULT_RULE = 'cookie';

const template: z.ZodType<ScriptTemplate, ScriptTemplate> = z.union(
  [z.string(), fileUrl, hostFunction<Exclude<ScriptTemplate, string | URL>>()],
  { error: ({ input }) => `must be HTML, the path or URL of a file, or a function, not ${shown(input)}` },
);

/** `set NODE_ENV=production && node` on Windows sets it with a space at its end: no script would render. */
const environmentName = name.refine((text) => !/\s/.test(text), {
  error: ({ input }) => `${shown(input)} contains white space`,
});

const words = localText.optional();

const cookie = options<ScriptCookieOptions>()({
  name: cookieName.describe('its name; `*` matches any characters, as in `_ga_*`'),
  purpose: words.describe('what it is for'),
  duration: words.describe('how long it is kept, in words'),
  domain: cookieDomain.optional().describe("default: the script's"),
  path: cookiePath.default('/').describe('path it is set for'),
});

/** The name by which a person accepts or rejects a vendor; it is also in the ledger. */
function providerFault(text: string): string | null {
  if (text.length > LONGEST_VENDOR) return `must have at most ${LONGEST_VENDOR} characters`;
  return text === text.trim() && /^[^\p{Cc}\p{Cs}]*$/u.test(text)
    ? null
    : `${shown(text)} is not a valid name: it has surrounding white space or a control character`;
}

const storageKeys = listOf(
  textWithout((key) => (/^\**$/.test(key) ? `${shown(key)} would clear every key` : null)),
).prefault([]);

const storedNames = (what: string) =>
  listOf(
    textWithout((name) => (/^\**$/.test(name) ? `${shown(name)} would delete every ${what}; write its name` : null)),
  ).prefault([]);

const scopes = listOf(
  textWithout((path) => {
    if (!path.startsWith('/')) return `${shown(path)} is not the path of a scope; write one such as "/push/"`;
    return /^\/\*+$/.test(path)
      ? `${shown(path)} would remove every service worker; write the path of its scope`
      : null;
  }),
).prefault([]);

const script = options<ScriptOptions>()({
  name: name.describe('label of the script, unique'),
  script: made(template, templateOf).describe(
    'HTML, the path or URL of a file with it (text without `<` is a path), or a function; `{nonce}` stands for the nonce',
  ),
  environments: listOf(environmentName, 'must name at least one environment, such as "production"')
    .refine(({ length }) => length > 0, 'must name at least one environment, such as "production"')
    .describe('the only environments in which it renders'),
  description: words.describe('its purpose, as text or by locale'),
  provider: textWithout(providerFault)
    .default('')
    .describe(
      'its vendor: a company, by the name that people know; if a rule has several vendors, people can reject them one by one',
    ),
  cookies: listOf(
    z.union([cookieName, cookie], { error: ({ input }) => `must be a name, or an object, not ${shown(input)}` }),
  )
    .prefault([])
    .describe('cookies it creates: names, or objects with the options below'),
  domain: cookieDomain
    .optional()
    .describe('domain its cookies belong to, with or without a leading dot; needed to delete them'),
  localStorage: storageKeys.describe('keys it writes to `localStorage`; `*` matches any characters'),
  sessionStorage: storageKeys.describe('keys it writes to `sessionStorage`; `*` matches any characters'),
  indexedDB: storedNames('database').describe('names of its IndexedDB databases; `*` matches any characters'),
  cacheStorage: storedNames('cache').describe('names of its caches in the Cache Storage; `*` matches any characters'),
  serviceWorkers: scopes.describe(
    'paths of the scopes of its service workers, as in `/push/`; `*` matches any characters',
  ),
  permanent: z.boolean().default(false).describe('true keeps its cookies and all that it stores on rejection'),
  rule: z.string().default(DEFAULT_RULE).describe('name of the rule whose acceptance it needs'),
  purpose: purpose.describe('what it is for: `statistics`, `appearance` or `ads`; default: that of its rule'),
  posture: posture.describe(
    'whether it needs consent first, as `rules[].posture`; needs `provider`; default: as its rule',
  ),
  consentMode: listOf(z.enum(consentTypes) as z.ZodType<ConsentType, ConsentType>)
    .prefault([])
    .describe('types of Google Consent Mode that the acceptance grants, as `analytics_storage`'),
}).transform(
  ({ script: html, description, cookies, domain: usual, posture: byLaw, purpose: about, ...plain }): Script => {
    return {
      ...plain,
      byLaw,
      purpose: about,
      template: html,
      description: localised(description ?? ''),
      cookies: cookies.map((given) => {
        const own = typeof given === 'string' ? { name: given, path: '/' } : given;
        const [purpose, duration] = [localised(own.purpose ?? ''), localised(own.duration ?? '')];
        return { name: own.name, path: own.path, domain: own.domain ?? usual, purpose, duration };
      }),
    };
  },
);

const consentMode = options<ConsentModeOptions>()({
  waitForUpdate: wholeNumber(0, 60_000, 'milliseconds')
    .default(500)
    .describe("milliseconds that tags wait for the decision of the page's own code"),
  adsDataRedaction: z
    .boolean()
    .default(false)
    .describe('removes identifiers from ad clicks while `ad_storage` is denied'),
  urlPassthrough: z.boolean().default(false).describe('passes click IDs on in links while storage is denied'),
  dataLayer: z
    .string()
    .regex(/^[A-Za-z_$][\w$]*$/, {
      error: ({ input }) => `${shown(input)} is not the name of a variable; write one such as dataLayer`,
    })
    .default('dataLayer')
    .describe("name of the variable that Google's tags read, where pages call it otherwise"),
});

const gpc = options<GpcOptions>()({
  lastUpdate: textWithout(dayFault)
    .default(GPC_SINCE)
    .describe("day of the site's last statement about it, which `/.well-known/gpc.json` publishes"),
});

const banner = options<BannerOptions>()({
  layout: (z.enum(BANNER_LAYOUTS) as z.ZodType<BannerLayout, BannerLayout>)
    .default('bar')
    .describe(
      'along the lower edge (`bar`), in a lower corner (`corner`), or as a modal dialog over the page (`dialog`)',
    ),
  side: (z.enum(BANNER_SIDES) as z.ZodType<BannerSide, BannerSide>)
    .default('end')
    .describe('which corner: where lines begin (`start`), or where they end (`end`)'),
  isBot: hostFunction<NonNullable<BannerOptions['isBot']>>()
    .optional()
    .describe('`(request) => boolean`: whether the request comes from a bot; bots are shown no banner'),
  hideFrom: listOf(textWithout(wordFault))
    .prefault([...RENDERERS])
    .describe(
      'words of user agents from which the banner is hidden, for renderers whose pages go to bots; this gives no consent',
    ),
});

/** {@link BannerOptions} with their defaults. */
export type BannerSettings = Required<Omit<BannerOptions, 'isBot'>> & Pick<BannerOptions, 'isBot'>;

export const consentOptions: {
  readonly scripts: z.ZodType<readonly Script[], readonly ScriptOptions[] | undefined>;
  readonly necessaryCookies: z.ZodType<readonly NecessaryCookie[], readonly NecessaryCookieOptions[] | undefined>;
  readonly consentMode: z.ZodType<Required<ConsentModeOptions>, ConsentModeOptions | undefined>;
  readonly otherConsentTools: z.ZodType<readonly Tool[], readonly ToolOptions[] | undefined>;
  readonly consentSignals: z.ZodType<readonly SignalName[], readonly SignalName[] | undefined>;
  readonly gpc: z.ZodType<Required<GpcOptions>, GpcOptions | undefined>;
  readonly banner: z.ZodType<BannerSettings, BannerOptions | undefined>;
  readonly cookieInventory: z.ZodType<boolean, boolean | undefined>;
  readonly pageCaching: z.ZodType<PageCaching, PageCaching | undefined>;
  readonly environment: z.ZodType<string, string | undefined>;
  readonly region: z.ZodType<RegionOf | undefined, RegionOf | undefined>;
} = {
  scripts: listOf(script).prefault([]).describe('scripts of third parties, with their cookies'),
  necessaryCookies,
  consentMode: consentMode
    .prefault({})
    .describe("how Google's tags behave without consent, where a script declares `consentMode`"),
  otherConsentTools,
  consentSignals: listOf(
    z.enum(signalNames, {
      error: ({ input }) => `${shown(input)} is not a signal; write one of ${signalNames.join(', ')}`,
    }) as z.ZodType<SignalName, SignalName>,
  )
    .prefault(['google'])
    .transform((names) => [...new Set(names)])
    .describe(
      'whose tags are told the types of `consentMode`: `google`, `microsoft-uet` (Microsoft Advertising), `microsoft-clarity`',
    ),
  gpc: gpc.prefault({}).describe('what the site states about Global Privacy Control'),
  banner: banner.prefault({}).describe('who sees the consent banner, and where'),
  cookieInventory: z
    .boolean()
    .default(true)
    .describe('whether the names of cookies in requests are counted, for the page “Cookies found”'),
  pageCaching: (
    z.enum(PAGE_CACHING, {
      error: ({ input }) =>
        `must be "private" or "host", not ${shown(input)}; write "host" to keep your own Cache-Control`,
    }) as z.ZodType<PageCaching, PageCaching>
  )
    .default('private')
    .describe(
      'who says whether caches may keep pages with a decision of their visitor: `private` sends them with `Cache-Control: private, no-cache`, `host` with the header of the host, if it sets one',
    ),
  environment: environmentName
    .optional()
    .transform((given) => given ?? (process.env['NODE_ENV'] || 'development'))
    .pipe(environmentName)
    .describe('decides which scripts render; default: `NODE_ENV`, else `development`'),
  region: hostFunction<RegionOf>()
    .optional()
    .describe(
      '`(request) => string | null`: region of the sender, as `fr` or `us-ca`, for `rules[].posture`, and for how long decisions count there; default: not known',
    ),
};

type Given = Readonly<Record<string, unknown>>;

const objectsOf = (list: unknown): (Given | null)[] =>
  Array.isArray(list) ? list.map((one: unknown) => (typeof one === 'object' ? (one as Given | null) : null)) : [];

/** Declared cookies that are the engine's own: with them a rejection would delete what remembers it. */
function engineCookiesIn(cookies: unknown, engineCookies: readonly string[]): { place: number; own: string }[] {
  if (!Array.isArray(cookies)) return [];
  return cookies.flatMap((given: unknown, place) => {
    const declared = typeof given === 'string' ? given : (given as Given | null)?.['name'];
    if (typeof declared !== 'string') return [];
    const own = engineCookies.find((engineCookie) => namesMeant(declared, [engineCookie]).includes(engineCookie));
    return own === undefined ? [] : [{ place, own }];
  });
}

/** Postures need a region, and that of a script needs its vendor, which people object to. */
export const posturesFit: Relation = ({ rules, scripts, region }, report) => {
  const isByLaw = (one: Given | null) => one?.['posture'] !== undefined && one['posture'] !== 'opt-in';
  const isLost = (place: string, one: Given | null) => {
    if (isByLaw(one) && region === undefined) report(place, 'needs the option region: (request) => string | null');
  };
  const declared = objectsOf(rules);
  for (const [index, rule] of declared.entries()) isLost(`rules[${index}].posture`, rule);
  for (const [index, script] of objectsOf(scripts).entries()) {
    const place = `scripts[${index}].posture`;
    isLost(place, script);
    if (script?.['posture'] === undefined) continue;
    const { provider = '', rule: name = DEFAULT_RULE } = script;
    if (provider === '') report(place, 'needs provider: people object to vendors by their names');
    const rule = declared.find((one) => one?.['name'] === name);
    const byLaw = posture.safeParse(script['posture']).data;
    const idle = byLaw ? idlePosture(script['purpose'] ?? rule?.['purpose'], byLaw) : null;
    if (idle !== null) report(place, idle);
    if (isByLaw(script) && (rule?.['blocking'] === true || rule?.['sessionless'] !== true)) {
      report(place, `needs a rule that is sessionless and not blocking; ${shown(name)} is another one`);
    }
  }
};

/** What a script declares about its rule and its cookies must agree with the rest of the configuration. */
export const scriptsFit: Relation = ({ rules, scripts }, report) => {
  const ruleNames = new Set(objectsOf(rules).map((rule) => rule?.['name']));
  const notices = new Set(objectsOf(rules).flatMap((rule) => (rule?.['notice'] === true ? [rule['name']] : [])));
  const engineCookies = engineCookieNames([...ruleNames].map(String));
  const seen = new Set<unknown>();
  for (const [index, given] of objectsOf(scripts).entries()) {
    if (given === null) continue;
    const { name: label, rule = DEFAULT_RULE, permanent, domain: usual, cookies } = given;
    if (seen.has(label)) report(`scripts[${index}].name`, `two scripts are named ${shown(label)}`);
    if (label !== undefined) seen.add(label);
    if (typeof rule === 'string' && !ruleNames.has(rule)) {
      report(`scripts[${index}].rule`, `there is no rule ${shown(rule)}`);
    }
    if (notices.has(rule)) report(`scripts[${index}].rule`, `${shown(rule)} is a notice, which nobody accepts`);
    const isLost = (one: unknown) => typeof one === 'string' || (one as Given | null)?.['domain'] === undefined;
    if (permanent !== true && usual === undefined && Array.isArray(cookies) && cookies.some(isLost)) {
      report(`scripts[${index}].domain`, 'is missing: cookies cannot be deleted without their domain');
    }
    for (const { place, own } of engineCookiesIn(cookies, engineCookies)) {
      report(`scripts[${index}].cookies[${place}]`, `${own} is a cookie of the engine, which remembers the decision`);
    }
  }
};
