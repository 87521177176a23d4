/**
 * Whether a transaction of the host was committed. PostgreSQL answers the commit of a transaction in which a statement failed with
 * a rollback and no error: drivers and ORMs do not report it.
 */
import { PolicyEngineError } from '../../../errors/errors.ts';
import { dialectNamed } from '../../../platform/database/dialects.ts';
import type { Database } from '../../../platform/database/port.ts';
import { isOfHost } from '../../../platform/database/connection/transaction-database.ts';
import type { LedgerService } from '../../proof/index.ts';

/**
 * Creates the check of a transaction, to be run after its end.
 *
 * @param events ids of events that were written in it
 * @returns throws `database_transaction_failed` if they are not stored
 */
export function commitCheck(
  transaction: Database,
  ledger: LedgerService,
  [event]: readonly string[],
): () => Promise<void> {
  const { supportsCommitErrors } = dialectNamed(transaction.dialect);
  const isNeeded = event !== undefined && !supportsCommitErrors && isOfHost(transaction);
  return async () => {
    if (!isNeeded || (await ledger.event(event)) !== null) return;
    throw new PolicyEngineError(
      'database_transaction_failed',
      'The transaction was rolled back and nothing was stored: one of its statements failed, so PostgreSQL answered the ' +
        'commit with a rollback. Run statements that may fail in a savepoint.',
    );
  };
}
