/**
 * The test suites of the peers as tables: each case by its name, done anew against this service. Where it answers
 * otherwise on purpose, the row says why, and its check is of what it answers.
 */
import type { Renderer } from 'page-renderer';
import type { Site } from '../../support/site.ts';

/** What the cases are done with. */
export interface SuiteBench {
  site: Site;
  renderer: Renderer;
  /** With `renderOnly` for the site, a `restrictedUrlPattern` for `.test.html` and a `Referer`. */
  configured: Renderer;
  /** With a cache, and {@link ADMIN_TOKEN}. */
  stores: Readonly<Record<StoreName, Renderer>>;
}

/** The caches that Rendertron has, too. */
export type StoreName = 'memory' | 'filesystem' | 'datastore';

/** What removes everything from a cache. */
export const ADMIN_TOKEN = 'the-token-of-the-suites';

/** A case of a suite. */
export interface SuiteCase {
  /** As the suite has it. */
  name: string;
  /** Why this service does otherwise; the suite's own answer goes before. */
  differs?: string;
  check(bench: SuiteBench): Promise<void>;
}

/** A case of which only some have a reason to differ. */
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

/** Asks a renderer for a path of its HTTP interface. */
export function ask(renderer: Renderer, path: string, init?: RequestInit): Promise<Response> {
  return renderer.fetch(new Request(`http://renderer.test${path}`, init));
}
