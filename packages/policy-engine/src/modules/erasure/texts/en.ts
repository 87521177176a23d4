/** Texts of requests to be forgotten. */
export const en = {
  'erasure.error.open': 'You have asked to be forgotten already, and this request is still open.',
  'erasure.error.impossible': 'Nothing can be erased here by itself. Please write to the operator of this site.',
  'erasure.error.identity_unconfirmed': 'We could not confirm that it is you. Nothing was asked for.',
  'erasure.error.not_pending': 'This request was confirmed or answered already.',
  'erasure.error.grace_not_waived':
    'The person can still take this back, and has not agreed that it begins before. Confirm it without haste.',
  'erasure.error.closed': 'This request has begun or has its answer already.',
  'erasure.error.not_held': 'Only a request that is held can be released.',
  'erasure.error.extended': 'The time was extended once already; the law allows no second time.',
  'erasure.error.overdue': 'The deadline is over, so it can’t be extended any more. Answer as soon as you can.',
  'erasure.error.not_failed': 'Only an erasure that failed can be begun anew.',
  'erasure.reason.pseudonymised':
    'The person can still be singled out by what is left (GDPR Art. 4(5)): it is pseudonymised, not erased.',
  'erasure.error.replay_needed':
    'The data of this site was restored from a backup, and what had been erased since is being erased again. Please come back later.',
  'check.no_erasure_journal':
    'No journal notes who was erased: a restored backup brings them back, and nobody notices.',
  'check.no_erasure_journal.advice':
    'Set erasure.journal to a file or storage outside of the database, and erasure.journalKey.',
  'check.erasure_replay_needed':
    'The database was restored from a backup: {subject} erasures are in the journal and not in it.',
  'check.erasure_replay_needed.advice': 'Run “policy-engine erasure replay”.',
  'check.erasure_journal_failed': 'The journal of erasures cannot be relied on: {subject}.',
  'check.erasure_journal_failed.advice':
    'Make sure that erasure.journal can be read and written, that nobody else writes to it, and that erasure.journalKey is the one its lines were written with.',
  'check.erasure_failed': 'Erasures that stopped in the middle: {subject}.',
  'check.erasure_failed.advice': 'Open the request: the reason stands there. Mend it, and begin the erasure anew.',
  'erasure.own.ledger': 'Proof of decisions',
  'erasure.own.ledger_reason':
    'The entries stay as numbers about nobody, so that the proof of all others still holds; who decided is erased.',
  'erasure.own.portability': 'Requests for a copy of the data, and the copies',
  'erasure.own.mails': 'Mails that were not sent yet',
  'erasure.own.jobs': 'Background work about the person',
  'erasure.own.requests': 'Earlier requests to be forgotten',
  'erasure.own.audit': 'What the person did as an administrator',
  'erasure.own.audit_reason': 'The log shows that the duties of the law are met (GDPR Art. 5(2)).',
  'audit.action.erasure_confirmed': 'Erasure confirmed',
  'audit.action.erasure_denied': 'Erasure refused',
  'audit.action.erasure_held': 'Erasure put on hold',
  'audit.action.erasure_released': 'Hold on an erasure ended',
  'audit.action.erasure_extended': 'Time for an erasure extended',
  'audit.action.erasure_cancelled': 'Request to be forgotten taken back for the person',
  'audit.action.erasure_retried': 'Failed erasure begun anew',
  'audit.action.erasure_replayed': 'Erasure done again after a restored backup',
  'audit.action.retention_applied': 'Data erased whose time was over',
  'jobs.name.erasure': 'Erasure of a person’s data',
  'jobs.name.erasure-daily': 'Erasure of data whose time is over',
} as const;
