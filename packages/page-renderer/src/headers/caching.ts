/** What the headers of a response say about who may keep it (RFC 9111). */

/** Headers of a response: names in lower case, several values of a name on separate lines. */
type Headers = Readonly<Record<string, string>>;

/** Directives of `Cache-Control` (RFC 9111 §5.2), their names in lower case. Some origins separate them by semicolons. */
export function directivesOf(headers: Headers): Map<string, string> {
  const items = (headers['cache-control'] ?? '').split(/[\n,;]/).map((item) => item.trim());
  return new Map(
    items.filter(Boolean).map((item) => {
      const [name = '', value = ''] = item.split('=', 2);
      return [name.trim().toLowerCase(), value.trim().replaceAll('"', '')];
    }),
  );
}

/**
 * What a response says against keeping it for other clients: `no-store`, `private`, or `vary: ` and the name of a request header
 * in lower case.
 */
export type Objection = 'no-store' | 'private' | `vary: ${string}`;

/** Maximum number of headers in `Vary` that are read; a response with more varies on anything. */
const MAX_VARY = 20;
const NAME = /^[!#$%&'+\-.^_`|~\w]{1,64}$/;

/**
 * Request headers that have one value in every request of the renderer for a page of one key, and that do not say who visits it:
 * what any browser sends when it opens an address, what follows from the address and the emulated device (`User-Agent` and client
 * hints: `mobile` and `userAgent` are part of the key), and what only scripts send for a part of a page.
 */
const ONE_VALUE: readonly RegExp[] = [
  /^(?:accept|accept-charset|accept-encoding|connection|content-type|host|pragma|priority|range|te|via)$/,
  /^(?:if-.*|upgrade-insecure-requests|x-forwarded-(?:host|port|proto)|forwarded)$/,
  /^(?:user-agent|sec-ch-.*|device-memory|dpr|downlink|ect|rtt|save-data|viewport-width|width|dnt|sec-gpc)$/,
  /^(?:origin|access-control-request-.*|sec-fetch-.*|sec-purpose|purpose|x-requested-with|service-worker.*)$/,
  // With which a renderer says that it is one; render-middleware names it.
  /^x-prerender$/,
  // Next.js, SvelteKit, Inertia, htmx, Turbo, pjax, Unpoly.
  /^(?:rsc|next-.*|x-nextjs-.*|x-sveltekit-.*|x-inertia.*|hx-.*|turbo-.*|x-turbo-.*|x-pjax.*|x-up-.*)$/,
];

/** What the headers of one response say against keeping it. */
export function objectionsIn(headers: Headers): Objection[] {
  const directives = directivesOf(headers);
  const objections: Objection[] = [];
  // A cache that knows the status ignores `no-store` beside `must-understand` (RFC 9111 §5.2.2.3).
  if (directives.has('no-store') && !directives.has('must-understand')) objections.push('no-store');
  if (directives.has('private')) objections.push('private');
  return [...objections, ...variesOn(headers).map((name): Objection => `vary: ${name}`)];
}

/** The names in `Vary` (RFC 9110 §12.5.5) that matter, in lower case; `*` for anything. */
function variesOn(headers: Headers): string[] {
  const sent = (headers['vary'] ?? '').toLowerCase().split(/[\n,]/);
  const names = [...new Set(sent.map((name) => name.trim()).filter(Boolean))];
  if (names.length > MAX_VARY || !names.every((name) => NAME.test(name))) return ['*'];
  return names.filter((name) => !ONE_VALUE.some((pattern) => pattern.test(name)));
}
