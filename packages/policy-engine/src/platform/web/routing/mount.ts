/** The mount path of the engine: as configured, else from the host's adapter, else `/policies`. */
import { isParameter, type RouteShape, segmentsOf } from '../view/format.ts';
import type { WebLogger } from '../../logger.ts';

const DEFAULT_MOUNT = '/policies';

/**
 * The mount path of an engine. Links that are created outside of a request to the engine (`requirePolicies`, banner,
 * mails) use it.
 */
export class Mount {
  readonly #configured: string | undefined;
  readonly #logger: WebLogger;
  #arrived: string | undefined;
  readonly #registrations: Array<() => string | null> = [];
  #isReported = false;

  /**
   * @param configured the host's option, if it is set
   * @throws TypeError if it isn't a path
   */
  constructor(configured: string | undefined, logger: WebLogger) {
    this.#configured = configured === undefined ? undefined : normalizeMount(configured);
    this.#logger = logger;
  }

  /** Mount path without a trailing slash; empty at the root. */
  get path(): string {
    return this.#configured ?? this.#arrived ?? this.#registered() ?? DEFAULT_MOUNT;
  }

  /** Registers how to get the path at which a framework mounts the engine; null while the framework doesn't know it. */
  register(path: () => string | null): void {
    this.#registrations.push(path);
  }

  /**
   * Records the mount path of a request; the first one is kept permanently. Reports one that contradicts the
   * configuration.
   */
  arrive(path: string): void {
    if (this.#configured === undefined) this.#arrived ??= path;
    else if (path !== this.#configured) {
      this.#report(
        `mountPath is ${shown(this.#configured)}, but the host mounts the engine at ${shown(path)}: ` +
          `set mountPath to ${shown(path)}, or mount it at ${shown(this.#configured)}`,
      );
    }
  }

  /** Reports a request outside of the mount path that would match a route under another one. */
  miss(pathname: string, routes: readonly RouteShape[]): void {
    if (this.#isReported) return;
    const likely = likelyMount(pathname, routes);
    if (likely === null) return;
    this.#report(
      `a request for ${shown(pathname)} came in, but the engine is mounted at ${shown(this.path)}: ` +
        `set mountPath to ${shown(likely)}`,
    );
  }

  #registered(): string | null {
    for (const ask of this.#registrations) {
      const path = ask();
      if (path !== null) return normalizeMount(path);
    }
    return null;
  }

  #report(message: string): void {
    if (this.#isReported) return;
    this.#isReported = true;
    this.#logger.error(message, {});
  }
}

function shown(path: string): string {
  return JSON.stringify(path || '/');
}

/** The part before the path of a route, if a path ends with one. */
function likelyMount(pathname: string, routes: readonly RouteShape[]): string | null {
  const segments = segmentsOf(pathname.replace(/\.(?:json|html)$/i, ''));
  // A route has few segments; a path may have thousands.
  for (let start = Math.max(0, segments.length - 8); start < segments.length; start += 1) {
    const end = segments.slice(start);
    const fits = (route: RouteShape) =>
      route.segments.length === end.length &&
      route.segments.every((segment, index) => segment === end[index] || (index > 0 && isParameter(segment)));
    if (routes.some(fits)) return start === 0 ? '/' : `/${segments.slice(0, start).join('/')}`;
  }
  return null;
}

/**
 * Normalizes a mount path: a leading slash, none at the end, empty for the root.
 *
 * @throws TypeError if it isn't a path
 */
export function normalizeMount(path: string): string {
  // Hosts without types pass what they have.
  if (typeof path !== 'string') throw new TypeError(`a mount path must be a string, not ${typeof path}`);
  const trimmed = withoutEndSlashes(path);
  if (trimmed !== '' && !/^(?:\/[^/?#\s\\]+)+$/.test(trimmed)) throw new TypeError(`"${path}" is not a mount path`);
  return trimmed;
}

/** The part of a path below the mount path, with a leading slash and none at the end; null if it isn't below. */
export function pathBelow(mount: string, pathname: string): string | null {
  if (!pathname.startsWith(mount)) return null;
  const rest = pathname.slice(mount.length);
  if (rest !== '' && !rest.startsWith('/')) return null;
  return withoutEndSlashes(rest) || '/';
}

/** A loop: a regular expression would restart at each slash of a path with many slashes. */
function withoutEndSlashes(path: string): string {
  let end = path.length;
  while (end > 0 && path[end - 1] === '/') end -= 1;
  return path.slice(0, end);
}
