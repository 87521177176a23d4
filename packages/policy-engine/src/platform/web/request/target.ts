/**
 * The target of a request's URL. A separate implementation, since Hono routes by the path alone: here the mount path
 * differs between requests, and the suffix of a path (`.json`, `.html`) selects a representation and is not part of the
 * route.
 */
import { type Format, formatOfAccept, type RouteShape, splitSuffix, suffixOf } from '../view/format.ts';
import type { HostEnv } from '../../host-env.ts';
import { httpErrors } from '../response/http-error.ts';
import { normalizeMount, pathBelow } from '../routing/mount.ts';

/** The path to route by, and the requested representation. */
export interface Target {
  readonly url: URL;
  /** Mount path without a trailing slash; empty at the root. */
  readonly mount: string;
  /** Path below the mount path, without format suffix. */
  readonly path: string;
  readonly format: Format;
  /** Whether the path had a format suffix. */
  readonly hasSuffix: boolean;
  /** Whether the path is not below the mount path. */
  readonly isOutside: boolean;
  /** Why it cannot be answered: 404 outside of the mount path, 406 for an unknown suffix, 500 for an invalid mount path. */
  readonly refusal?: unknown;
}

/** Determines the target of a request. @param shapes every declared route */
export function targetOf(request: Request, env: HostEnv, basePath: string, shapes: readonly RouteShape[]): Target {
  const url = new URL(request.url);
  const wished = formatOfAccept(request.headers.get('accept'));
  let mount = basePath;
  try {
    if (env.mountPath !== undefined) mount = normalizeMount(env.mountPath);
  } catch (refusal) {
    return {
      url,
      mount,
      isOutside: false,
      path: '/',
      format: suffixOf(url.pathname) ?? wished,
      hasSuffix: false,
      refusal,
    };
  }
  const below = pathBelow(mount, url.pathname);
  const known = { url, mount, isOutside: below === null };
  if (below === null) {
    const format = suffixOf(url.pathname) ?? wished;
    return { ...known, path: '/', format, hasSuffix: false, refusal: httpErrors.notFound() };
  }
  if (below.startsWith('/assets/')) return { ...known, path: below, format: wished, hasSuffix: false };
  try {
    const { path, suffix } = splitSuffix(below, shapes);
    return { ...known, path, format: suffix ?? wished, hasSuffix: suffix !== null };
  } catch (refusal) {
    return { ...known, path: below, format: wished, hasSuffix: false, refusal };
  }
}

/** The URL path of a path below the mount path. */
export function hrefOn(mount: string, path: string): string {
  return path === '/' ? mount || '/' : mount + path;
}
