/** A takeover as the audit log keeps it: who took over what, with counts. */
import type { LogSubjects } from '../audit/index.ts';
import type { TakeOverReport } from './report.ts';

const COUNTS = ['texts', 'decisions', 'requests', 'files', 'left'] as const;

/** The subject of the entry: the counts, and the prefix of the tables that were read. @returns null if nothing was taken over */
export function takenOver({ texts, decisions, requests }: TakeOverReport, prefix: string): string | null {
  const counts = {
    texts: texts.taken,
    decisions: decisions.taken,
    requests: requests.taken,
    files: requests.files,
    left: texts.bad + decisions.bad + requests.bad,
  };
  if (counts.texts + counts.decisions + counts.requests === 0) return null;
  return [...COUNTS.map((name) => counts[name]), prefix].join(' ');
}

/** Names a takeover by its counts. */
export const takeoverSubjects: LogSubjects = {
  actions: ['predecessor_taken_over'],
  name: (entries, { t }) =>
    Promise.resolve(
      new Map(
        entries.map(({ subject }) => {
          const [texts = '', decisions = '', requests = '', files = '', left = '', prefix = ''] = subject.split(' ');
          const counts = { texts, decisions, requests, files, left, prefix };
          return [subject, { text: t('audit.taken_over', counts), path: null }] as const;
        }),
      ),
    ),
};
