/** Finds the route of a path. */
import { RegExpRouter } from 'hono/router/reg-exp-router';
import { SmartRouter } from 'hono/router/smart-router';
import { TrieRouter } from 'hono/router/trie-router';
import { isParameter, type RouteShape, segmentsOf } from './format.ts';
import type { AnyRoute } from './route.ts';

/** A route with the segments of its path. */
export interface Declared extends RouteShape {
  readonly route: AnyRoute;
}

/** A route that was found, with the parameters of its path, decoded. */
export interface Found {
  readonly route: AnyRoute;
  readonly params: Readonly<Record<string, string>>;
}

/** Literal segments before parameters, so that `/user_terms/pending` wins over `/user_terms/{id}` in whatever order rooms come. */
export function bySpecificity(a: Declared, b: Declared): number {
  for (const [index, segment] of a.segments.entries()) {
    const difference = Number(isParameter(segment)) - Number(isParameter(b.segments[index] ?? ''));
    if (difference !== 0) return difference;
  }
  return 0;
}

/** Every route of a path, whatever its method. */
export function routesAt(path: string, declared: readonly Declared[]): AnyRoute[] {
  const segments = segmentsOf(path);
  const fits = (shape: RouteShape) =>
    shape.segments.length === segments.length &&
    shape.segments.every((segment, index) => isParameter(segment) || segment === segments[index]);
  return declared.filter(fits).map(({ route }) => route);
}

/** Hono's router alone: its application would make a context and a response of its own for each request. */
export class Router {
  readonly #router: SmartRouter<AnyRoute>;
  /** Paths without parameters, which win over all others. */
  readonly #literal: Map<string, Found> = new Map();

  /** @param declared the routes, more specific ones first */
  constructor(declared: readonly Declared[]) {
    this.#router = new SmartRouter<AnyRoute>({ routers: [new RegExpRouter(), new TrieRouter()] });
    for (const { route, segments } of declared) {
      const key = `${route.method.toUpperCase()} ${route.path}`;
      if (!segments.some(isParameter)) this.#literal.set(key, { route, params: {} });
      this.#router.add(route.method.toUpperCase(), route.path.replace(/\{(\w+)\}/g, ':$1'), route);
    }
  }

  /** @param method upper-case; HEAD finds what GET finds */
  find(method: string, path: string): Found | null {
    const named = method === 'HEAD' ? 'GET' : method;
    const literal = this.#literal.get(`${named} ${path}`);
    if (literal !== undefined) return literal;
    const [handlers, stash] = this.#router.match(named, path);
    const first = handlers[0];
    if (first === undefined) return null;
    const [route, found] = first;
    const params: Record<string, string> = {};
    for (const [name, value] of Object.entries(found)) {
      params[name] = decode(typeof value === 'string' ? value : (stash?.[value] ?? ''));
    }
    return { route, params };
  }
}

function decode(segment: string): string {
  if (!segment.includes('%')) return segment;
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
