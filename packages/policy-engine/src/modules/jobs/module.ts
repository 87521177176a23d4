import { type Check, defineModule, type Found, type Module } from '../../kernel/module.ts';
import type { Jobs } from '../../platform/jobs/job.ts';
import type { View } from '../../platform/web/index.ts';
import { workCommand } from './command.ts';
import { JOBS } from './paths.ts';
import { jobsRoutes } from './routes.tsx';
import { texts } from './texts/texts.generated.ts';

// What the module adds to shared types must be visible where the engine is used.
export type * from './index.ts';
export type * from './texts/texts.generated.ts';

declare module '../../kernel/module.ts' {
  interface AdminActions {
    job_retried: true;
    job_deleted: true;
  }
}

/** Failed background jobs, for administrators, and the worker process. */
export const jobsModule: Module<'jobs'> = defineModule({
  id: 'jobs',
  needs: ['audit', 'requests', 'preferences'],
  texts,
  actions: ['job_retried', 'job_deleted'],
  findings: {
    work_waiting: {
      severity: 'warning',
      article: 'Art. 12(3)',
      fix: {
        code: `await engine.migrate();
engine.start();`,
        about: 'database',
      },
    },
    work_failed: { severity: 'warning', article: null },
  },
  commands: [workCommand],
  create({ jobs, database, mail, service }) {
    return {
      routes: [
        jobsRoutes({
          jobs,
          database,
          mail,
          audit: service('audit'),
          desk: service('requests'),
          undo: service('preferences').undo,
        }),
      ],
      hooks: {
        undoable: {
          kind: 'job',
          back: () => JOBS,
          restore: (transaction, taken: object) => jobs.putBack(taken, transaction),
        },
      },
      checks: [checkWork(jobs)],
      members: { jobs },
    };
  },
});

/** What is reported about background jobs. */
function checkWork(jobs: Pick<Jobs, 'health'>): Check {
  const moment = (at: string) => (view: View) =>
    new Date(at).toLocaleString(view.formatLocale, {
      dateStyle: 'medium',
      timeStyle: 'short',
      timeZone: view.timeZone,
    });
  return {
    needsTables: true,
    async run(reading) {
      const { failed, lateSince } = await reading.of(jobs, 'health');
      const found: Found[] = [];
      if (lateSince !== null) found.push({ code: 'work_waiting', subject: lateSince, shown: moment(lateSince) });
      const link = { path: '/jobs', text: 'check.open_jobs' } as const;
      if (failed > 0) found.push({ code: 'work_failed', subject: String(failed), link });
      return found;
    },
  };
}
