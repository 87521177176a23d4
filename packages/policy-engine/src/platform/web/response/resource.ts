/** Everything at one path: the routes by their methods. */
import { DEFAULT_BODY_LIMIT } from '../request/body.ts';
import { isParameter, type RouteShape } from '../view/format.ts';
import type { AnyRoute } from '../routing/route.ts';

/** A route with the segments of its path. */
export interface Declared extends RouteShape {
  readonly route: AnyRoute;
  /** Whether it is the former method of an operation, which is not documented. */
  readonly isFormer?: boolean;
}

/** A route as part of a resource. */
export interface Operation {
  readonly route: AnyRoute;
  /**
   * Parameters of the route with fixed values in the path of the resource: `id` of `/notes/{id}` at `/notes/pending`.
   */
  readonly literals: Readonly<Record<string, string>>;
  /** The route's parameters by their names in the path of the resource. */
  readonly names: ReadonlyArray<readonly [own: string, here: string]>;
}

/** One path with all of its routes. */
export interface Resource {
  /** The path in Hono's syntax: `/notes/:id`. */
  readonly pattern: string;
  /** By upper-case method; HEAD is answered by GET. */
  readonly operations: ReadonlyMap<string, Operation>;
  /** Methods for `Allow`. */
  readonly allow: readonly string[];
  /** Maximum size of a body at this path in bytes. */
  readonly bodyLimit: number;
  /** Whether a form may have files. */
  readonly takesFiles: boolean;
}

/**
 * Literal segments before parameters, so that `/user_terms/pending` wins over `/user_terms/{id}` in any order of
 * modules.
 */
export function bySpecificity(a: RouteShape, b: RouteShape): number {
  for (let index = 0; index < Math.max(a.segments.length, b.segments.length); index += 1) {
    const difference = Number(isParameter(a.segments[index] ?? '')) - Number(isParameter(b.segments[index] ?? ''));
    if (difference !== 0) return difference;
  }
  return 0;
}

const nameOf = (segment: string): string => segment.slice(1, -1);

function answersAt(route: RouteShape, path: readonly string[]): boolean {
  return (
    route.segments.length === path.length &&
    route.segments.every((segment, index) => isParameter(segment) || segment === path[index])
  );
}

function operationOf({ route, segments }: Declared, path: readonly string[]): Operation {
  const literals: Record<string, string> = {};
  const names: [string, string][] = [];
  for (const [index, segment] of segments.entries()) {
    if (!isParameter(segment)) continue;
    const here = path[index] ?? '';
    if (isParameter(here)) names.push([nameOf(segment), nameOf(here)]);
    else literals[nameOf(segment)] = here;
  }
  return { route, literals, names };
}

function resourceOf(path: readonly string[], declared: readonly Declared[], bodyLimit: number): Resource {
  const operations = new Map<string, Operation>();
  for (const one of declared) {
    if (!answersAt(one, path)) continue;
    const method = one.route.method.toUpperCase();
    if (!operations.has(method)) operations.set(method, operationOf(one, path));
  }
  const limits = [...operations.values()].map(({ route }) => route.bodyLimit ?? 0);
  const methods = [...operations.keys(), ...(operations.has('GET') ? ['HEAD'] : []), 'OPTIONS'];
  return {
    pattern: `/${path.map((segment) => (isParameter(segment) ? `:${nameOf(segment)}` : segment)).join('/')}`,
    operations,
    allow: methods.toSorted(),
    bodyLimit: Math.max(bodyLimit, ...limits),
    takesFiles: [...operations.values()].some(({ route }) => route.takesFiles === true),
  };
}

/**
 * The resources of an engine, more specific paths first.
 *
 * @param declared the routes, more specific ones first
 * @param bodyLimit maximum size of a body in bytes unless a route allows more
 */
export function resourcesOf(declared: readonly Declared[], bodyLimit: number = DEFAULT_BODY_LIMIT): Resource[] {
  const paths = new Map(declared.map(({ segments }) => [segments.map(shapeOf).join('/'), segments]));
  const byLength = Map.groupBy(declared, ({ segments }) => segments.length);
  return [...paths.values()].map((path) => resourceOf(path, byLength.get(path.length) ?? [], bodyLimit));
}

/** Paths that differ only in the names of parameters are the same. */
function shapeOf(segment: string): string {
  return isParameter(segment) ? '{}' : segment;
}

/** The parameters of a route. @param find a parameter of the path by its name there */
export function paramsOf(
  { literals, names }: Operation,
  find: (name: string) => string | undefined,
): Readonly<Record<string, string>> {
  if (names.length === 0) return literals;
  const params: Record<string, string> = { ...literals };
  for (const [own, here] of names) params[own] = find(here) ?? '';
  return params;
}
