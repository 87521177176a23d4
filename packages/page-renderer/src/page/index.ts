import * as clean from './clean.ts';
import * as declarative from './declarative.ts';
import * as defined from './defined.ts';
import * as dom from './dom.ts';
import { factsOfDocument } from './facts.ts';
import * as flatten from './flatten.ts';
import * as forms from './forms.ts';
import * as metas from './metas.ts';
import { withoutSockets } from './no-sockets.ts';
import * as output from './output.ts';
import * as parts from './parts.ts';
import { forceShadyDom } from './polyfill.ts';
import { pageProgram } from './program.ts';
import * as rewrite from './rewrite.ts';
import * as scope from './scope.ts';
import * as scopes from './scopes.ts';
import * as selectors from './selectors.ts';
import * as snapshot from './snapshot.ts';
import * as source from './source.ts';
import * as styles from './styles.ts';
import * as trees from './trees.ts';

export type { PageFacts } from './facts.ts';
export type { PageMetas } from './metas.ts';
export type { Snapshot, SnapshotOptions } from './snapshot.ts';

const FILES = [
  clean,
  declarative,
  defined,
  dom,
  flatten,
  forms,
  metas,
  output,
  parts,
  rewrite,
  scope,
  scopes,
  selectors,
  source,
  styles,
];

const { snapshotDocument, readSnapshot, ...others } = snapshot;

/** Source of the function that makes a snapshot, to be called in the page; see {@link snapshotDocument}. */
export const SNAPSHOT: string = pageProgram(
  snapshotDocument,
  [...FILES, trees, others].flatMap((file) => Object.values(file)),
);

/** Source of the function that reads more of a snapshot; see {@link readSnapshot}. */
export const REST_OF_SNAPSHOT: string = pageProgram(readSnapshot, [snapshot.chunkOf]);

/** Source of the function that reads the facts of a page; see {@link factsOfDocument}. */
export const FACTS: string = pageProgram(factsOfDocument, []);

/** Script that is run before those of a page; see {@link forceShadyDom}. */
export const FORCE_POLYFILLS: string = `(${pageProgram(forceShadyDom, [])})();`;

/** Script that is run before those of a page, a frame or a worker; see {@link withoutSockets}. */
export const WITHOUT_SOCKETS: string = `(${pageProgram(withoutSockets, [])})();`;
