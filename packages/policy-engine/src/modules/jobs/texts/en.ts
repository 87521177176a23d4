/** Texts of the page about background jobs. */
export const en = {
  'nav.jobs': 'Background jobs',
  'jobs.title': 'Background jobs',
  'jobs.lead':
    'Exports, emails and deletions run in the background and are retried when they fail. The jobs listed here have failed every time: retry them when the cause is fixed.',
  'jobs.none': 'No failed jobs',
  'jobs.none_text': 'Failed jobs are retried automatically at first. Only jobs that keep failing are listed here.',
  'jobs.late':
    'Background jobs are due but not running, so exports, emails and deletions are delayed. Tell a developer: a server must call engine.start() or run “policy-engine work”. Waiting since:',
  'jobs.what': 'Job',
  'jobs.error': 'Error message',
  'jobs.attempts': 'Attempts',
  'jobs.failed_at': 'Failed at',
  'jobs.retry': 'Retry',
  'jobs.delete.title': 'Delete this job?',
  'jobs.delete.text': 'It will not be retried: its email is not sent, or its file is not deleted.',
  'notice.job_retried': 'The job is being retried.',
  'notice.job_deleted': 'Job deleted.',
  'audit.action.job_retried': 'Background job retried',
  'audit.action.job_deleted': 'Background job deleted',
  'check.open_jobs': 'Open background jobs',
  'check.work_failed': 'Background jobs failed permanently: {subject}.',
  'check.work_failed.name': 'Background jobs complete',
  'check.work_failed.advice': 'Open Background jobs to see the errors and retry the jobs.',
  'check.work_waiting': 'Background jobs are not running; the oldest has been waiting since {subject}.',
  'check.work_waiting.name': 'Background jobs start on time',
  'check.work_waiting.advice': 'Call engine.start() in a long-running process, or run policy-engine work.',
} as const;
