/// <reference lib="dom" />

import type { Snapshot, SnapshotOptions } from './snapshot.ts';
import { finishSnapshot, snapshotDocument } from './snapshot.ts';

/** The functions that make a snapshot, in a world in which they are installed. */
export interface Reader {
  snapshot: typeof snapshotDocument;
  finish: typeof finishSnapshot;
}

/** Installs the functions that make a snapshot in a world. To compile them takes longer than to serialise a small page. */
export function installReader(): void {
  Reflect.set(globalThis, Symbol.for('page-renderer reader'), { snapshot: snapshotDocument, finish: finishSnapshot });
}

/** @returns a snapshot, see {@link snapshotDocument}; null in a world without {@link installReader} */
export function takeSnapshot(options: SnapshotOptions, ...nodes: Array<ShadowRoot | Element>): Snapshot | null {
  const reader = Reflect.get(globalThis, Symbol.for('page-renderer reader')) as Reader | undefined;
  return reader ? reader.snapshot(options, ...nodes) : null;
}

/** Finishes a snapshot in the world in which it was taken; see {@link finishSnapshot}. */
export function finishTaken(found: Record<string, string>): Snapshot {
  return (Reflect.get(globalThis, Symbol.for('page-renderer reader')) as Reader).finish(found);
}
