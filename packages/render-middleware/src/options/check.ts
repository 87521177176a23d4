import { AGENT_CLASSES } from '../bots/agent.ts';
import { RenderMiddlewareError } from '../errors.ts';
import { hostKey } from '../request/forwarded.ts';
import { checkOptionNames } from './option-names.ts';
import type { CircuitOptions, DecisionOptions, ProxyOptions, RenderMiddlewareOptions } from './options.ts';
import { warnWithoutOrigin } from './warning.ts';

const SHADOW_OUTPUTS: ReadonlySet<unknown> = new Set(['flat', 'declarative']);
/** A header name (RFC 9110 §5.1). */
const TOKEN = /^[!#$%&'*+.^_`|~\w-]+$/;
/** Node's timers turn anything above 2^31-1 into 1 ms. */
const LONGEST_TIMER = 2 ** 31 - 1;

function invalid(message: string): never {
  throw new RenderMiddlewareError('invalid-option', message);
}

const shown = (value: unknown): string => JSON.stringify(value) ?? String(value);

function httpUrl(name: string, value: unknown): URL {
  const url = typeof value === 'string' && URL.canParse(value) ? new URL(value) : undefined;
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') {
    invalid(`${name} must be an absolute http or https URL, got ${shown(value)}`);
  }
  if (url.username || url.password) invalid(`${name} must not contain a user name or password`);
  if (url.search || url.hash) invalid(`${name} must not have a query or fragment, got ${shown(value)}`);
  return url;
}

function wholeNumber(name: string, value: unknown, unit: string): void {
  const isRight = Number.isInteger(value) && (value as number) > 0 && (value as number) <= LONGEST_TIMER;
  if (value !== undefined && !isRight)
    invalid(`${name} must be a whole number of ${unit} above 0, got ${shown(value)}`);
}

function expression(name: string, value: unknown, example: string): void {
  if (value !== undefined && !(value instanceof RegExp)) {
    invalid(`${name} must be a regular expression such as ${example}, got ${shown(value)}`);
  }
}

function isExpression(text: string): boolean {
  try {
    return RegExp(text) instanceof RegExp;
  } catch {
    return false;
  }
}

function patterns(name: string, value: unknown): void {
  if (value === undefined) return;
  if (!Array.isArray(value)) invalid(`${name} must be an array of patterns, got ${shown(value)}`);
  for (const pattern of value as readonly unknown[]) {
    if (pattern instanceof RegExp) continue;
    if (typeof pattern !== 'string')
      invalid(`${name} must contain regular expressions or strings, got ${shown(pattern)}`);
    if (!isExpression(pattern)) invalid(`${name} contains ${shown(pattern)}, which is not a regular expression`);
  }
}

function checkClassNames(name: string, names: readonly unknown[]): void {
  const unknown = names.find((one) => !(AGENT_CLASSES as readonly unknown[]).includes(one));
  if (unknown !== undefined)
    invalid(`${name} contains ${shown(unknown)}, which is not a class; the classes are ${AGENT_CLASSES.join(', ')}`);
}

/** @throws {RenderMiddlewareError} `invalid-option` */
export function checkDecision(options: DecisionOptions): void {
  const { classes, userAgentPattern, excludeUrlPattern, allowlist, denylist, whitelist, blacklist } = options;
  if (classes !== undefined) {
    if (!Array.isArray(classes)) invalid(`classes must be an array, got ${shown(classes)}`);
    checkClassNames('classes', classes);
    if (userAgentPattern !== undefined) {
      invalid('userAgentPattern replaces the list of bots, so that classes would have no effect; use one of the two');
    }
  }
  expression('userAgentPattern', userAgentPattern, '/bot|crawl/i');
  expression('excludeUrlPattern', excludeUrlPattern, String.raw`/^\/admin/`);
  for (const [name, value] of Object.entries({ allowlist, denylist, whitelist, blacklist })) patterns(name, value);
  if (allowlist && whitelist) invalid('allowlist and whitelist are two names of one option; use only one of them');
  if (denylist && blacklist) invalid('denylist and blacklist are two names of one option; use only one of them');
  if ((allowlist ?? whitelist)?.length === 0)
    invalid('allowlist is empty, so nothing would ever be rendered; leave it out');
}

function checkAddress(options: ProxyOptions): void {
  const renderer = httpUrl('proxyUrl', options.proxyUrl);
  const { origin, allowedForwardedHosts, forwardedHostHeader } = options;
  if (origin !== undefined) {
    const site = httpUrl('origin', origin);
    if (site.pathname !== '/') invalid(`origin must not have a path, got ${shown(origin)}`);
    if (site.href === renderer.href)
      invalid(`proxyUrl and origin are both ${shown(origin)}: the site would send requests to itself`);
    if (allowedForwardedHosts) invalid('origin and allowedForwardedHosts contradict each other; use one of the two');
  }
  if (allowedForwardedHosts !== undefined) {
    const isList =
      Array.isArray(allowedForwardedHosts) && allowedForwardedHosts.every((one) => typeof one === 'string');
    if (!isList) invalid('allowedForwardedHosts must be an array of host names');
    if (allowedForwardedHosts.length === 0)
      invalid('allowedForwardedHosts is empty, so nothing would ever be rendered; list the hosts of the site');
    const wrong = allowedForwardedHosts.find((one) => /[/?#@\\\s]/.test(one) || hostKey(one) === undefined);
    if (wrong !== undefined)
      invalid(
        `allowedForwardedHosts must contain hosts such as shop.example or shop.example:8443, got ${shown(wrong)}`,
      );
  }
  if (forwardedHostHeader === undefined) return;
  if (typeof forwardedHostHeader !== 'string' || !TOKEN.test(forwardedHostHeader)) {
    invalid(`forwardedHostHeader must be the name of a header, got ${shown(forwardedHostHeader)}`);
  }
  if (!allowedForwardedHosts) invalid('forwardedHostHeader has no effect without allowedForwardedHosts; set both');
}

function checkTokens({ renderToken, prerenderToken }: ProxyOptions): void {
  for (const [name, value] of Object.entries({ renderToken, prerenderToken })) {
    if (value !== undefined && !(typeof value === 'string' && /^[\x21-\x7e]+$/.test(value))) {
      invalid(`${name} must be a string of visible ASCII characters without spaces`);
    }
  }
  if (renderToken !== undefined && prerenderToken !== undefined) {
    invalid('renderToken and prerenderToken cannot be combined; use one of the two');
  }
}

function checkRequestOptions({ dialect, prerenderToken, injectShadyDom, shadow }: ProxyOptions): void {
  if (dialect !== undefined && dialect !== 'rendertron' && dialect !== 'prerender') {
    invalid(`dialect must be "rendertron" or "prerender", got ${shown(dialect)}`);
  }
  if (injectShadyDom !== undefined && typeof injectShadyDom !== 'boolean') {
    invalid(`injectShadyDom must be true or false, got ${shown(injectShadyDom)}`);
  }
  if (shadow !== undefined) {
    const values: unknown[] = typeof shadow === 'object' && shadow !== null ? Object.values(shadow) : [shadow];
    if (typeof shadow === 'object' && shadow !== null) checkClassNames('shadow', Object.keys(shadow));
    const wrong = values.find((one) => !SHADOW_OUTPUTS.has(one));
    if (wrong !== undefined) invalid(`shadow must be "flat" or "declarative", got ${shown(wrong)}`);
    if (injectShadyDom)
      invalid('with injectShadyDom there are no shadow roots, so that shadow would have no effect; use one of the two');
  }
  const isPrerender = dialect === 'prerender' || (dialect === undefined && prerenderToken !== undefined);
  if (isPrerender && (injectShadyDom || shadow !== undefined)) {
    invalid('injectShadyDom and shadow are parameters of the rendertron dialect; set dialect to "rendertron"');
  }
}

function checkCircuit(circuit: CircuitOptions | false | undefined): void {
  if (circuit === undefined || circuit === false) return;
  if (typeof circuit !== 'object' || circuit === null)
    invalid(`circuit must be an object or false, got ${shown(circuit)}`);
  wholeNumber('circuit.failures', circuit.failures, 'failures');
  wholeNumber('circuit.pause', circuit.pause, 'milliseconds');
}

/**
 * Checks options and returns them.
 *
 * @throws {RenderMiddlewareError} `invalid-option`, with a sentence that names the option and what was given.
 */
export function checkOptions<Options extends RenderMiddlewareOptions>(options: Options): Options {
  if (typeof options !== 'object' || options === null) invalid('options must be an object with at least proxyUrl');
  checkOptionNames(options);
  checkAddress(options);
  checkDecision(options);
  checkTokens(options);
  checkRequestOptions(options);
  checkCircuit(options.circuit);
  wholeNumber('timeout', options.timeout, 'milliseconds');
  const { userAgentPattern, shadow, verify, clientAddress, onFallback } = options;
  if (userAgentPattern !== undefined && typeof shadow === 'object') {
    invalid('shadow by class needs the list of bots, which userAgentPattern replaces; use one of the two');
  }
  for (const [name, value] of Object.entries({ verify, clientAddress, onFallback })) {
    if (value !== undefined && typeof value !== 'function') invalid(`${name} must be a function, got ${shown(value)}`);
  }
  if (options.origin === undefined && options.allowedForwardedHosts === undefined) warnWithoutOrigin();
  return options;
}
