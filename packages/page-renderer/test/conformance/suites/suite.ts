/**
 * The test suites of the peers as tables: each case by its name, implemented again for this service. If the service differs on
 * purpose, the row contains the reason, and its check tests the behaviour of this service.
 */
import type { Renderer } from 'page-renderer';
import type { Site } from '../../support/site.ts';

/** The dependencies of the cases. */
export interface SuiteBench {
  site: Site;
  renderer: Renderer;
  /** With `renderOnly` for the site, a `restrictedUrlPattern` for `.test.html` and a `Referer`. */
  configured: Renderer;
  /** With a cache, and {@link ADMIN_TOKEN}. */
  stores: Readonly<Record<StoreName, Renderer>>;
}

/** The caches that Rendertron also has. */
export type StoreName = 'memory' | 'filesystem' | 'datastore';

/** The function that removes everything from a cache. */
export const ADMIN_TOKEN = 'the-token-of-the-suites';

/** A case of a suite. */
export interface SuiteCase {
  /** Its name in the suite. */
  name: string;
  /** Why this service differs, preceded by the behaviour that the suite expects. */
  differs?: string;
  check(bench: SuiteBench): Promise<void>;
}

/** A case with an optional reason for a difference. */
export function caseOf(name: string, check: SuiteCase['check'], differs?: string): SuiteCase {
  return { name, check, ...(differs !== undefined && { differs }) };
}

/** The cases of one file of a suite. */
export interface SuiteFile {
  file: string;
  cases: readonly SuiteCase[];
}

/** A peer's suite. */
export interface Suite {
  peer: string;
  files: readonly SuiteFile[];
}

/** Requests a path of a renderer's HTTP interface. */
export function ask(renderer: Renderer, path: string, init?: RequestInit): Promise<Response> {
  return renderer.fetch(new Request(`http://renderer.test${path}`, init));
}
