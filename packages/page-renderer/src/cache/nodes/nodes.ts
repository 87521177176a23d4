/** The nodes of a fleet: services, usually on several machines, that share a store. */
import type { Priority } from '../../kernel/priority.ts';
import type { Failure } from './failures.ts';
import type { Selection } from '../stores/store.ts';

/** The right to render a page, which one node has at a time, until it ends or the node is gone. */
export interface Lease {
  /** When it began, in the time that the nodes share: results of an earlier lease do not replace those of a later one. */
  readonly begunAt: number;
  /**
   * Gives it back, when the result is stored or there is none, and tells the nodes that wait.
   *
   * @param isUncacheable whether the page was rendered, but no result of it can be stored
   */
  end(isUncacheable: boolean): Promise<void>;
}

/** Who renders a page. */
export type Turn =
  | { readonly kind: 'mine'; readonly lease: Lease }
  /** Another node; its lease ends after a number of milliseconds unless it is renewed. */
  | { readonly kind: 'taken'; readonly endsIn: number }
  /** Nobody, because it failed a moment ago. */
  | { readonly kind: 'failed'; readonly failure: Failure };

/** What a node is told by others. */
export interface NodeListener {
  /** Results were removed: renders in progress may not have seen the change. */
  removed(selection: Selection): void;
  /** A client of another node waits for a page. */
  wanted(id: string, priority: Priority): void;
}

/** The other nodes, as this one sees them. Every call may fail when the nodes cannot reach each other. */
export interface Nodes {
  listen(listener: NodeListener): void;
  /** Takes the lease for the result of an id, unless another node has it, or the render has just failed. */
  begin(id: string): Promise<Turn>;
  /**
   * Resolves when a lease has ended, or after a number of milliseconds, or when the signal ends.
   *
   * @returns whether the holder of the lease has said that no result can be stored
   */
  ended(id: string, milliseconds: number, signal: AbortSignal): Promise<boolean>;
  /** Tells the node with the lease how urgent its render is. */
  want(id: string, priority: Priority): Promise<void>;
  /** Tells the others that results were removed. */
  tellRemoved(selection: Selection): Promise<void>;
  /** Lets no node render an id for a number of milliseconds, unless it is removed meanwhile. */
  fail(id: string, failure: Failure, begunAt: number, milliseconds: number): Promise<void>;
  close(): Promise<void>;
}
