import { AsyncLocalStorage } from 'node:async_hooks';
import { PolicyEngineError } from '../../../errors/errors.ts';

interface Scope {
  readonly owner: object;
  readonly parent: Scope | undefined;
  open: boolean;
}

const scopes = new AsyncLocalStorage<Scope>();

/**
 * Runs `callback` as the inside of a transaction that `owner` opened. Work that outlives the callback (a timer started
 * in it) finds the scope closed and may use the owner again.
 */
export async function inScopeOf<T>(owner: object, callback: () => Promise<T>): Promise<T> {
  const scope: Scope = { owner, parent: scopes.getStore(), open: true };
  try {
    return await scopes.run(scope, callback);
  } finally {
    scope.open = false;
  }
}

/**
 * Rejects the use of an outer handle within its own open transaction. On one SQLite connection it would wait for itself
 * forever; on a pool it would silently run outside of the transaction, or wait for a connection that is never released.
 */
export function refuseInsideScopeOf(owner: object): void {
  for (let scope = scopes.getStore(); scope; scope = scope.parent) {
    if (scope.open && scope.owner === owner) {
      throw new PolicyEngineError(
        'database_misuse',
        'This call would run outside of the transaction it is made in: use the database handed to the transaction callback.',
      );
    }
  }
}

const owners = new WeakMap<object, object>();

/** Sets the owner of a database's transactions. */
export function ownScope(database: object, owner: object): void {
  owners.set(database, owner);
}

/**
 * Like {@link refuseInsideScopeOf}, for calls that may not need a statement: they are rejected in any case.
 */
export function refuseInsideTransactionOf(database: object): void {
  refuseInsideScopeOf(owners.get(database) ?? database);
}
