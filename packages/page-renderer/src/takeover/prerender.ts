/**
 * Reads configurations of Prerender (https://github.com/prerender/prerender 5, prerender-node 3): the options of a server script, its
 * variables, and the settings of the middleware, key by key. Only values that are written out are read; nothing is run.
 */
import type { KeyOutcome } from './outcome.ts';

/** Options for a configuration of this service, and what became of each key. */
export interface PrerenderReading {
  readonly options: Readonly<Record<string, unknown>>;
  readonly outcomes: readonly KeyOutcome[];
}

type Take = (value: unknown, key: string) => { readonly outcome: KeyOutcome; readonly value?: unknown };

const takenAs =
  (option: string, note?: string): Take =>
  (value, key) => ({
    value,
    outcome: { key, outcome: 'taken-as', option, value, ...(note !== undefined && { note }) },
  });
const ignored =
  (reason: string): Take =>
  (_value, key) => ({ outcome: { key, outcome: 'ignored', reason } });

const COMPLETE = 'a page is complete when nothing is pending that changes it, not after a time';

/** Options of `prerender({ … })`. */
const SERVER: Readonly<Record<string, Take>> = {
  port: takenAs('port'),
  chromeLocation: takenAs('executablePath'),
  pageLoadTimeout: takenAs('timeout', 'including the wait for a slot'),
  logRequests: (value, key) =>
    value === true ? takenAs('logLevel')('info', key) : ignored('"logLevel" decides what is logged')(value, key),
  captureConsoleLog: ignored('/explain lists what a page writes to its console'),
  waitAfterLastRequest: ignored(COMPLETE),
  pageDoneCheckInterval: ignored(COMPLETE),
  followRedirects: ignored('redirects are answered as redirects, as by default in Prerender'),
  enableServiceWorker: ignored('each render has a browser context of its own, without service workers of earlier ones'),
  userAgent: ignored('set "reqHeaders": { "User-Agent": … }'),
  chromeFlags: ignored('flags are not passed to the browser, because one could switch off the address guard'),
  extraChromeFlags: ignored('flags are not passed to the browser, because one could switch off the address guard'),
  browserDebuggingPort: ignored('browsers are addressed by a pipe; "browserURLs" names those that run elsewhere'),
  browserTryRestartPeriod: ignored('"recycleAfterMinutes" and "recycleAfterRenders" decide when a browser is replaced'),
  parseShadowDom: ignored('shadow roots are part of the HTML; "shadow" of a request says in which form'),
  timeoutStatusCode: ignored('"partial" decides what is answered for a page that exceeds its time'),
  renderErrorStatusCode: ignored('each error has its status: page-renderer explain'),
  pdfOptions: ignored('they are parameters of each request'),
  proxyServer: ignored('the address guard connects itself'),
};

/** The same as variables. */
const VARIABLES: Readonly<Record<string, string>> = {
  PAGE_LOAD_TIMEOUT: 'pageLoadTimeout',
  WAIT_AFTER_LAST_REQUEST: 'waitAfterLastRequest',
  PAGE_DONE_CHECK_INTERVAL: 'pageDoneCheckInterval',
  FOLLOW_REDIRECTS: 'followRedirects',
  LOG_REQUESTS: 'logRequests',
  PRERENDER_LOG_REQUESTS: 'logRequests',
  CAPTURE_CONSOLE_LOG: 'captureConsoleLog',
  ENABLE_SERVICE_WORKER: 'enableServiceWorker',
  BROWSER_DEBUGGING_PORT: 'browserDebuggingPort',
  BROWSER_TRY_RESTART_PERIOD: 'browserTryRestartPeriod',
  BROWSER_FORCE_RESTART_PERIOD: 'browserTryRestartPeriod',
  PARSE_SHADOW_DOM: 'parseShadowDom',
  TIMEOUT_STATUS_CODE: 'timeoutStatusCode',
  RENDERING_ERROR_STATUS_CODE: 'renderErrorStatusCode',
};

/** Plug-ins: what this service does instead. Those that restrict it are refused until an option does. */
const PLUGINS: Readonly<Record<string, (key: string) => KeyOutcome>> = {
  sendPrerenderHeader: (key) => ({ key, outcome: 'taken', note: 'requests of a render have X-Prerender: 1' }),
  browserForceRestart: (key) => ({ key, outcome: 'ignored', reason: '"recycleAfterMinutes" replaces browsers' }),
  blockResources: (key) => ({ key, outcome: 'ignored', reason: 'set "blockResources" to the types to withhold' }),
  addMetaTags: (key) => ({
    key,
    outcome: 'taken',
    note: 'the page’s own status and headers are read from its meta tags',
  }),
  removeScriptTags: (key) => ({ key, outcome: 'taken', note: 'scripts that have run are removed' }),
  httpHeaders: (key) => ({ key, outcome: 'taken', note: 'prerender-status-code and prerender-header are read' }),
  whitelist: (key) => ({ key, outcome: 'refused', reason: 'set ALLOWED_DOMAINS, or "renderOnly"' }),
  blacklist: (key) => ({ key, outcome: 'refused', reason: 'set "restrictedUrlPattern"' }),
  basicAuth: (key) => ({ key, outcome: 'refused', reason: 'set "renderToken"' }),
};

/** Settings of the middleware: what `init` writes in their place, or what a person has to write. */
const MIDDLEWARE: Readonly<Record<string, Take>> = {
  prerenderServiceUrl: takenAs('proxyUrl', 'the middleware asks this service'),
  protocol: takenAs('origin', 'as --origin says'),
  host: takenAs('origin', 'as --origin says'),
  prerenderToken: ignored('write it as "renderToken" of this service and of render-middleware'),
  whitelisted: ignored('write it as "allowlist" of render-middleware'),
  blacklisted: ignored('write it as "denylist" of render-middleware'),
  crawlerUserAgents: ignored(
    'the list of render-middleware contains that of prerender-node; one of your own is its "userAgentPattern"',
  ),
  extensionsToIgnore: ignored('render-middleware renders no files; further addresses are its "denylist"'),
  forwardHeaders: ignored('nothing of a visitor is sent to the renderer but conditions and encodings'),
  prerenderServerRequestOptions: ignored('it has no counterpart; "timeout" is an option of render-middleware'),
  beforeRender: ignored('it is not needed: the renderer caches'),
  afterRender: ignored(
    'write it as "onFallback" of render-middleware, which is called for pages that are not rendered',
  ),
};

/** The same as variables. */
const MIDDLEWARE_VARIABLES: Readonly<Record<string, string>> = {
  PRERENDER_SERVICE_URL: 'prerenderServiceUrl',
  PRERENDER_TOKEN: 'prerenderToken',
};

/** Reads the text of a server script. @returns undefined if it does not start Prerender */
export function readPrerenderServer(text: string): PrerenderReading | undefined {
  const required =
    /\b(?<name>\w+)\s*=\s*require\(\s*['"]prerender['"]\s*\)|\bimport\s+(?<imported>\w+)\s+from\s+['"]prerender['"]/.exec(
      text,
    );
  const name = required?.groups?.['name'] ?? required?.groups?.['imported'];
  if (name === undefined) return undefined;
  const call = new RegExp(`\\b${name}\\s*\\(\\s*\\{(?<body>[^]*?)\\}\\s*\\)`).exec(text)?.groups?.['body'] ?? '';
  const given = [
    ...call.matchAll(
      /(?:^|[,{\n])\s*['"]?(?<key>\w+)['"]?\s*:\s*(?<value>'[^']*'|"[^"]*"|true|false|[\d_]+(?:\s*\*\s*[\d_]+)*(?=\s*[,}\n]|$)|[^,\n]+)/g,
    ),
  ];
  const options: Record<string, unknown> = {};
  const outcomes: KeyOutcome[] = [];
  for (const { groups = {} } of given) {
    const key = groups['key'] ?? '';
    const value = literal(groups['value'] ?? '');
    const made = SERVER[key]?.(value, key);
    if (made === undefined) outcomes.push({ key, outcome: 'ignored', reason: 'no option of Prerender that is known' });
    else if (value === undefined && made.outcome.outcome === 'taken-as') {
      outcomes.push({ key, outcome: 'refused', reason: 'its value is computed; write it out' });
    } else add(options, outcomes, made);
  }
  for (const found of text.matchAll(new RegExp(`^[^/\\n]*\\.use\\(\\s*${name}\\.(?<plugin>\\w+)`, 'gm'))) {
    const plugin = found.groups?.['plugin'] ?? '';
    const key = `${name}.${plugin}()`;
    const known = PLUGINS[plugin];
    outcomes.push(
      known?.(key) ?? {
        key,
        outcome: 'ignored',
        reason: 'plug-ins are not run; see "cache" for results that are kept',
      },
    );
  }
  return { options, outcomes };
}

/** Reads the variables of a Prerender server, and those of prerender-node; those that restrict it are read at each start (`peers.ts`). */
export function readPrerenderVariables(env: NodeJS.ProcessEnv): PrerenderReading {
  const options: Record<string, unknown> = {};
  const outcomes: KeyOutcome[] = [];
  for (const [variable, key] of Object.entries(VARIABLES)) {
    const text = env[variable];
    const value = text === undefined || text === '' ? undefined : (literal(text) ?? text);
    if (value !== undefined) add(options, outcomes, SERVER[key]!(value, variable));
  }
  for (const [variable, key] of Object.entries(MIDDLEWARE_VARIABLES)) {
    if (env[variable]) outcomes.push(MIDDLEWARE[key]!(undefined, variable).outcome);
  }
  return { options, outcomes };
}

/** Reads where a script sets up prerender-node. @returns undefined if it does not */
export function readPrerenderMiddleware(text: string): readonly KeyOutcome[] | undefined {
  if (!/['"]prerender-node['"]/.test(text)) return undefined;
  const found = text.matchAll(
    /\.(?:set\(\s*['"](?<set>\w+)['"]|(?<call>whitelisted|blacklisted)\(|(?<list>crawlerUserAgents|extensionsToIgnore)\b)/g,
  );
  const keys = new Set([...found].map(({ groups = {} }) => groups['set'] ?? groups['call'] ?? groups['list'] ?? ''));
  // Values may be secret.
  return [...keys].map(
    (key) => (MIDDLEWARE[key] ?? ignored('no setting of prerender-node that is known'))(undefined, key).outcome,
  );
}

function add(options: Record<string, unknown>, outcomes: KeyOutcome[], { outcome, value }: ReturnType<Take>): void {
  outcomes.push(outcome);
  if (outcome.outcome === 'taken-as' && value !== undefined) options[outcome.option] = value;
}

/** A string, a switch, or a number that may be a product; undefined for anything else. */
function literal(text: string): unknown {
  const trimmed = text.trim().replace(/,$/, '');
  const quoted = /^(['"])(?<inside>.*)\1$/.exec(trimmed)?.groups?.['inside'];
  if (quoted !== undefined) return quoted;
  if (trimmed === 'true' || trimmed === 'false') return trimmed === 'true';
  if (!/^[\d_]+(?:\s*\*\s*[\d_]+)*$/.test(trimmed)) return undefined;
  return trimmed.split('*').reduce((product, part) => product * Number(part.trim().replaceAll('_', '')), 1);
}
