/**
 * JSX escapes attributes but lets `javascript:` URLs through; every URL that isn't a literal in a view passes through
 * here.
 */

// Browsers drop these inside a URL before they look for its scheme (https://url.spec.whatwg.org/#concept-basic-url-parser).
// oxlint-disable-next-line no-control-regex -- they are what is looked for
const IGNORED = /[\u0000-\u0020\u007f-\u00a0]/g;
const SCHEME = /^[a-z][a-z0-9+.-]*:/i;
const ALLOWED = /^(?:https?|mailto|tel):/i;

/**
 * A URL that is safe in `href`, `src` or `action`: relative, or http, https, mailto or tel. Anything else becomes `#`.
 */
export function safeHref(url: string): string {
  const seen = url.replace(IGNORED, '');
  return SCHEME.test(seen) && !ALLOWED.test(seen) ? '#' : url;
}

/**
 * A path that stays on this site, for targets from a request (`return_to`): prevents open redirects.
 *
 * @returns the path with query and fragment, or the fallback if it leads to another site
 */
export function localPath(target: string | null | undefined, fallback: string): string {
  if (!target?.startsWith('/')) return fallback;
  const base = 'http://local.invalid';
  if (!URL.canParse(target, base)) return fallback;
  const url = new URL(target, base);
  // `//host`, `/\host` and `/<tab>/host` all resolve to another origin and are caught here; `/.//host` by its path.
  return url.origin === base && !url.pathname.startsWith('//') ? url.pathname + url.search + url.hash : fallback;
}
