/** Texts of the page about background work. */
export const jobs = {
  'nav.jobs': 'Background work',
  'jobs.title': 'Background work',
  'jobs.lead':
    'Exports, mails and deletions are done in the background and tried again when they fail. What failed every time stands here.',
  'jobs.none': 'Nothing has failed',
  'jobs.none_text': 'What fails is tried again by itself at first. Only what keeps failing appears here.',
  'jobs.late':
    'Work is not being done, although it should have begun. Does a process call engine.start(), or run “policy-engine work”? Waiting since:',
  'jobs.what': 'What',
  'jobs.error': 'What it said',
  'jobs.attempts': 'Attempts',
  'jobs.failed_at': 'Given up',
  'jobs.retry': 'Try again',
  'jobs.delete.title': 'Give this up?',
  'jobs.delete.text': 'It is not tried again. A mail is not sent, a file is not deleted.',
  'jobs.name.mail': 'Mail',
  'jobs.name.mail_purge': 'Forgetting of sent mail',
  'jobs.name.ledger_digest': 'Daily mail about the ledger',
  'jobs.name.portability-export': 'Copy of a person’s data',
  'jobs.name.portability-discard': 'Deletion of a copy',
  'jobs.name.portability-purge': 'Deletion of expired copies',
  'jobs.name.portability-overdue': 'Reminder of overdue requests',
  'notice.job_retried': 'It is tried again.',
  'notice.job_deleted': 'Given up.',
  'audit.action.job_retried': 'Background work tried again',
  'audit.action.job_deleted': 'Background work given up',
} as const;
