/** The visit behind a request of a host's own pages; what Express and Fastify share of it. */
import type { IncomingHttpHeaders } from 'node:http';
import type { Visit } from '../modules/consent/context/visit.ts';
import type { GuardOptions, Obstacle } from '../modules/consent/context/require-policies.ts';
import type { HostEnv } from '../platform/host-env.ts';
import { lazyRequest } from './lazy-request.ts';
import { urlOn } from './public-url.ts';

/** The part of an engine that `visitOf` needs. */
export interface VisitingEngine<Visited> {
  visit(request: Request, env?: HostEnv): Visited;
}

/** The part of an engine that `requirePolicies` needs. */
export type GuardingEngine = VisitingEngine<Pick<Visit, 'obstacle'>>;

/** What the framework knows of a request. */
export interface FrameworkRequest {
  readonly url: string;
  /** Protocol and host. What proxies are trusted costs more to find out than most pages need of it. */
  readonly origin: () => string;
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
  readonly env: HostEnv;
}

// On the request itself: a WeakMap of all requests costs the garbage collector more than the visits do.
const VISIT: unique symbol = Symbol('visit');

/** What a host's request object may carry. */
interface Visiting {
  [VISIT]?: { readonly engine: unknown; readonly visit: unknown };
}

/** The visit of a framework's request object: the same object gives the same visit, so that the database is asked once. */
export function visitOnce<Visited>(
  engine: VisitingEngine<Visited>,
  key: object,
  describe: () => FrameworkRequest,
): Visited {
  const holder: Visiting = key;
  const known = holder[VISIT];
  if (known?.engine === engine) return known.visit as Visited;
  const { url, origin, method, headers, env } = describe();
  const request = lazyRequest({ method, url: () => urlOn(origin(), url), headers });
  const visit = engine.visit(request, env);
  holder[VISIT] = { engine, visit };
  return visit;
}

/** An obstacle as an answer. */
export interface ObstacleAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Finds out whether a visit may go on, and what to answer otherwise. */
export async function answerTo(visit: Pick<Visit, 'obstacle'>, options: GuardOptions): Promise<ObstacleAnswer | null> {
  const obstacle = await visit.obstacle(options);
  return obstacle === null ? null : answerOf(obstacle);
}

function answerOf(obstacle: Obstacle): ObstacleAnswer {
  const common = { 'cache-control': 'private, no-store', vary: 'Accept, Cookie' };
  return obstacle.kind === 'redirect'
    ? { status: 303, headers: { ...common, location: obstacle.location }, body: '' }
    : {
        status: obstacle.status,
        headers: { ...common, 'content-type': 'application/problem+json' },
        body: obstacle.body,
      };
}
