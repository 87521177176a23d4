/** The people that failed jobs are about, for administrators: jobs themselves contain IDs of requests and mails only. */
import type { Database } from '../../platform/database/port.ts';
import type { FailedJob } from '../../platform/jobs/job.ts';
import { type Mail, MAIL_JOB } from '../../platform/mail/mail.ts';
import type { RequestDesk } from '../requests/index.ts';

/** Whom a job is about. */
export interface JobAbout {
  /** The host's ID. */
  readonly userId: string | null;
  /** Path of the request, below the mount path; null for a mail. */
  readonly path: string | null;
}

/** What reads it. */
export interface AboutSources {
  readonly database: Database;
  readonly desk: Pick<RequestDesk, 'kinds' | 'load'>;
  readonly mail: Pick<Mail, 'usersOf'>;
}

/** By ID of the job; jobs about nobody are left out. One query for each kind of request, and one for mails. */
export async function aboutOf(
  { database, desk, mail }: AboutSources,
  failed: readonly FailedJob[],
): Promise<ReadonlyMap<string, JobAbout>> {
  const places = failed.flatMap((job) => {
    const kind = desk.kinds.find(({ jobs }) => jobs.includes(job.name));
    const { requestId } = job.payload;
    return kind === undefined || typeof requestId !== 'string' ? [] : [{ job: job.id, kind: kind.name, id: requestId }];
  });
  const mails = failed.flatMap(({ id, name, payload }) =>
    name === MAIL_JOB && typeof payload['mail'] === 'string' ? [{ job: id, mail: payload['mail'] }] : [],
  );
  const [requests, users] = [
    await desk.load(places),
    await mail.usersOf(
      database,
      mails.map((one) => one.mail),
    ),
  ];
  const byRequest = new Map(
    requests.map(({ kind, request: { id, userId } }) => [
      `${kind.name}:${id}`,
      { userId, path: kind.pages.paths.one(id) },
    ]),
  );
  return new Map<string, JobAbout>([
    ...places.flatMap(({ job, kind, id }) => {
      const found = byRequest.get(`${kind}:${id}`);
      return found === undefined ? [] : [[job, found] as const];
    }),
    ...mails.flatMap(({ job, mail: id }) => {
      const userId = users.get(id);
      return userId === undefined ? [] : [[job, { userId, path: null }] as const];
    }),
  ]);
}
