/** Paths of the ledger's pages for administrators, below the mount path. */

/** The list of entries. */
export const LEDGER_PATH = '/ledger';

/** The page that verifies the ledger, and its action. */
export const VERIFICATION_PATH = '/ledger/verification';
