/** Texts of the page about background work. */
export const en = {
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
  'notice.job_retried': 'It is tried again.',
  'notice.job_deleted': 'Given up.',
  'audit.action.job_retried': 'Background work tried again',
  'audit.action.job_deleted': 'Background work given up',
  'check.open_jobs': 'Open background work',
  'check.work_failed': 'Work in the background has failed for good: {subject}.',
  'check.work_failed.advice': 'Look under Background work: the reason stands there, and it can be tried again.',
  'check.work_waiting': 'Work in the background is not done; the oldest waits since {subject}.',
  'check.work_waiting.advice': 'Call engine.start() in a process that lasts, or run policy-engine work.',
} as const;
