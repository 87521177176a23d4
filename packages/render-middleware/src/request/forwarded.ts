/**
 * The address that a visitor requested, as reverse proxies forward it: in `Forwarded` (RFC 7239), in `X-Forwarded-Host`, `-Proto` and
 * `-Port`, or in `Host` and `X-Forwarded-Proto`, the usual lines of nginx.
 *
 * Visitors can send all of these headers. What they say is used only with a host that the options list; host and scheme are used
 * together or not at all; and if two of them contradict each other, the address is not known.
 */
import type { ProxyOptions } from '../options/options.ts';
import { header, type RenderRequest } from './request.ts';

type Scheme = 'http' | 'https';

/** What one kind of header says. */
interface Said {
  readonly host?: string | undefined;
  readonly scheme?: Scheme | undefined;
}

/** A host name or address with an optional port: no user name, no path, nothing that `URL` would parse differently. */
export const AUTHORITY: RegExp = /^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;
/** One parameter of `Forwarded`, and what ends it. Values with a colon are accepted without quotes, too. */
const PARAMETER = /\s*(?:([!#$%&'*+.^`|~\w-]+)=("(?:[^"\\]|\\.)*"|[^\s",;]*)\s*)?([;,]|$)/y;
/** The two ports that name a scheme. */
const SCHEMES: Readonly<Record<string, Scheme>> = { ':80': 'http', ':443': 'https' };
const DEFAULT_PORT = /:(?:80|443)$/;

/** A host in the form in which hosts are compared; `undefined` if it is none. */
export function hostKey(host: string): string | undefined {
  return URL.parse(`http://${host}`)?.host.replace(DEFAULT_PORT, '');
}

function schemeIn(value: string | undefined): Scheme | undefined {
  const scheme = value?.trim().toLowerCase();
  return scheme === 'http' || scheme === 'https' ? scheme : undefined;
}

/** The elements of `Forwarded`, each with its parameters; `undefined` if it is malformed. */
function elementsOf(text: string): ReadonlyArray<ReadonlyMap<string, string>> | undefined {
  let element = new Map<string, string>();
  const elements = [element];
  const pattern = new RegExp(PARAMETER);
  while (pattern.lastIndex < text.length) {
    const [, name, value = '', end] = pattern.exec(text) ?? [];
    if (end === undefined) return undefined;
    if (name !== undefined) {
      // Each can occur only once (RFC 7239 §4).
      if (element.has(name.toLowerCase())) return undefined;
      element.set(name.toLowerCase(), value.startsWith('"') ? value.slice(1, -1).replaceAll(/\\(.)/g, '$1') : value);
    }
    if (end === ',') elements.push((element = new Map()));
  }
  return elements;
}

/**
 * What a chain of proxies says, of which each appends an element. The host is the last one that is listed: what a visitor wrote
 * is before that, and hosts behind it are internal names of proxies. Without any host the scheme is the first, that of
 * the proxy nearest to the visitor. If there are hosts and none is listed, nothing is used.
 */
function fromChain(hops: readonly Said[], isListed: (host: string) => boolean): Said {
  const first = hops.find(({ scheme }) => scheme !== undefined)?.scheme;
  if (!hops.some(({ host }) => host)) return { scheme: first };
  const hop = hops.findLast(({ host }) => host && isListed(host));
  return hop ? { host: hop.host, scheme: hop.scheme ?? first } : {};
}

function listOf(value: string | undefined): string[] {
  return value === undefined || value.trim() === '' ? [] : value.split(',').map((part) => part.trim());
}

/** @param hostHeader the header with the host, in lower case */
function xForwarded({ headers }: RenderRequest, hostHeader: string, isListed: (host: string) => boolean): Said {
  const hosts = listOf(header(headers, hostHeader));
  const schemes = listOf(header(headers, 'x-forwarded-proto'));
  if (hosts.length === schemes.length) {
    return fromChain(
      hosts.map((host, index) => ({ host, scheme: schemeIn(schemes[index]) })),
      isListed,
    );
  }
  // It is not known which of them belong together.
  const scheme = schemes.map(schemeIn).find((one) => one !== undefined);
  return fromChain(hosts.length === 0 ? [{ scheme }] : hosts.map((host) => ({ host, scheme })), isListed);
}

const differs = <T>(one: T | undefined, other: T | undefined): boolean =>
  one !== undefined && other !== undefined && one !== other;

/** The only value that is said; `'contradiction'` if two say different ones. */
function agreed(sayings: readonly Said[]): Said | 'contradiction' {
  const [one = {}, other = {}] = sayings;
  if (differs(one.host && hostKey(one.host), other.host && hostKey(other.host))) return 'contradiction';
  if (differs(one.scheme, other.scheme)) return 'contradiction';
  return { host: one.host ?? other.host, scheme: one.scheme ?? other.scheme };
}

/**
 * The origin that the visitor requested; `undefined` if it is not known: no listed host, headers that contradict each other, or a
 * malformed `Forwarded`.
 *
 * @param allowed hosts that are listed
 * @param own the scheme of the connection to this process, for when none is forwarded
 */
export function forwardedOrigin(
  request: RenderRequest,
  { forwardedHostHeader }: ProxyOptions,
  allowed: readonly string[],
  own: Scheme,
): string | undefined {
  const { headers } = request;
  const keys = new Set(allowed.map(hostKey));
  const isListed = (host: string) => AUTHORITY.test(host) && keys.has(hostKey(host));
  const name = forwardedHostHeader?.toLowerCase();
  const sayings: Said[] = [];
  if (name !== 'forwarded') sayings.push(xForwarded(request, name ?? 'x-forwarded-host', isListed));
  // If the options name another header for the host, it is the one that counts.
  const forwarded = name === undefined || name === 'forwarded' ? header(headers, 'forwarded') : undefined;
  if (forwarded !== undefined) {
    const elements = elementsOf(forwarded);
    if (!elements) return undefined;
    const hops = elements.map((element) => ({ host: element.get('host'), scheme: schemeIn(element.get('proto')) }));
    sayings.push(fromChain(hops, isListed));
  }
  const said = agreed(sayings);
  if (said === 'contradiction') return undefined;
  const host = said.host ?? header(headers, 'host') ?? hostOf(request);
  if (host === undefined || !isListed(host)) return undefined;
  const scheme = SCHEMES[DEFAULT_PORT.exec(host)?.[0] ?? ''];
  if (differs(scheme, said.scheme)) return undefined;
  return `${said.scheme ?? scheme ?? own}://${withPort(host, header(headers, 'x-forwarded-port'), isListed)}`;
}

/** The host of a web `Request`. */
export function hostOf({ url }: RenderRequest): string | undefined {
  return URL.canParse(url) ? new URL(url).host : undefined;
}

/** Many proxies forward an internal port, so it counts only if the host is listed with it. */
function withPort(host: string, port: string | undefined, isListed: (host: string) => boolean): string {
  const last = listOf(port).at(-1) ?? '';
  const isNamed = /:\d+$/.test(host) || DEFAULT_PORT.test(`:${last}`);
  const whole = `${host}:${last}`;
  return !isNamed && isListed(whole) ? whole : host;
}
