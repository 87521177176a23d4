/** Names the service in every answer. */
export const X_RENDERER = 'page-renderer';

/**
 * What a page may not set: what belongs to the connection (RFC 9110 §7.6.1), to the body that we send, to the security of
 * our own origin, and to what we say about the render.
 */
const REFUSED = new Set([
  'accept-ranges',
  'age',
  'alt-svc',
  'clear-site-data',
  'connection',
  'date',
  'etag',
  'expect-ct',
  'keep-alive',
  'nel',
  'origin-agent-cluster',
  'permissions-policy',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'public-key-pins',
  'referrer-policy',
  'report-to',
  'reporting-endpoints',
  'server',
  'service-worker-allowed',
  'set-cookie',
  'set-cookie2',
  'strict-transport-security',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'vary',
  'via',
  'www-authenticate',
  'x-content-type-options',
  'x-frame-options',
  'x-renderer',
  'x-request-id',
  'x-xss-protection',
]);
const REFUSED_PREFIXES = ['access-control-', 'content-', 'cross-origin-', 'x-render-', 'x-rendertron-', 'sec-'];

const NAME = /^[!#$%&'*+\-.^_`|~\w]{1,128}$/;
// Visible ASCII, space and tab: whatever else a page writes could end the header (RFC 9110 §5.5).
const VALUE = /^[\t\x20-\x7e]{1,4096}$/;
const MAX_HEADERS = 32;

/**
 * The headers that a page may set with `<meta name="render:header" content="Name: value">`, in their order. What is malformed or not the page's to set is passed over.
 *
 * @param contents contents of the metas, each `Name: value`
 */
export function pageHeaders(contents: readonly string[]): Array<[name: string, value: string]> {
  const headers: Array<[string, string]> = [];
  for (const content of contents.slice(0, MAX_HEADERS)) {
    const colon = content.indexOf(':');
    const name = content.slice(0, Math.max(0, colon)).trim().toLowerCase();
    const value = content.slice(colon + 1).trim();
    if (NAME.test(name) && VALUE.test(value) && isAllowed(name, value)) headers.push([name, value]);
  }
  return headers;
}

function isAllowed(name: string, value: string): boolean {
  if (REFUSED.has(name) || REFUSED_PREFIXES.some((prefix) => name.startsWith(prefix))) return false;
  if (name !== 'location') return true;
  const { protocol } = URL.parse(value) ?? {};
  return protocol === 'http:' || protocol === 'https:';
}
