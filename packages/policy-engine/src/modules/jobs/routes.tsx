/** Failed background jobs, for administrators: which, why, and a retry. */
import { z } from '@hono/zod-openapi';
import type { JSX } from 'hono/jsx/jsx-runtime';
import { aboutOf, type AboutSources, type JobAbout } from './about.ts';
import { JOBS, jobName, retryPath } from './paths.ts';
import type { Undo } from '../preferences/index.ts';
import type { Audit } from '../audit/index.ts';
import type { Database } from '../../platform/database/port.ts';
import {
  ActionForm,
  Breakable,
  allPages,
  type Column,
  declareExport,
  httpErrors,
  List,
  Notice,
  type Page,
  PageHeader,
  pageNumber,
  Person,
  Reason,
  returning,
  returnPath,
  type Routes,
  Time,
  type View,
} from '../../platform/web/index.ts';
import type { FailedJob, JobHealth, Jobs } from '../../platform/jobs/job.ts';

/** What the routes work with. */
export interface JobsRoutesOptions extends AboutSources {
  readonly jobs: Jobs;
  readonly audit: Audit;
  readonly undo: Undo;
}

/** Failed jobs per page. */
const ON_PAGE = 50;
const PATH = JOBS;
const ADMIN: readonly string[] = ['Administration'];
const Id = z.object({ id: z.string().min(1).max(255) });

const FailedJobJson = z
  .object({
    id: z.string(),
    name: z.string().openapi({ description: 'Name of the job' }),
    payload: z.record(z.string(), z.unknown()).openapi({ description: 'What it was about: IDs' }),
    attempts: z.int(),
    error: z.string().openapi({ description: 'Why the last attempt failed' }),
    failed_at: z.string().openapi({ description: 'ISO 8601, UTC' }),
  })
  .openapi('FailedJob');

function jobJson({ failedAt, ...job }: FailedJob): z.input<typeof FailedJobJson> {
  return { ...job, failed_at: failedAt };
}

export function jobsRoutes(options: JobsRoutesOptions): Routes {
  const { jobs } = options;
  return (app) => {
    app.navigation({ area: 'admin', group: 'operation', position: 60, path: PATH, label: 'nav.jobs' });
    app.route({
      method: 'get',
      path: PATH,
      id: 'listFailedJobs',
      summary: 'List background jobs that failed permanently, newest first',
      description: `${ON_PAGE} on a page.`,
      tags: ADMIN,
      access: 'admin',
      query: z.object({ page: pageNumber }),
      answer: {
        description: 'The failed jobs, and since when a job that is due has not started',
        json: z.object({
          page: z.int(),
          pages: z.int(),
          failed: z.int().openapi({ description: 'How many have failed, on all pages' }),
          late_since: z.string().nullable().openapi({ description: 'ISO 8601, UTC; null while jobs start in time' }),
          jobs: z.array(FailedJobJson),
        }),
        html: 'page',
      },
      handle: async ({ query: { page } }) => {
        const [health, failed] = await Promise.all([
          jobs.health(),
          jobs.failed(ON_PAGE, { skip: (page - 1) * ON_PAGE }),
        ]);
        const pages = Math.max(1, Math.ceil(health.failed / ON_PAGE));
        return {
          json: () => ({
            page,
            pages,
            failed: health.failed,
            late_since: health.lateSince,
            jobs: failed.map(jobJson),
          }),
          html: async (view) => jobsPage(view, { failed, about: await aboutOf(options, failed), health, page, pages }),
        };
      },
    });
    declareExport(app, {
      path: PATH,
      id: 'FailedJobs',
      summary: 'Background jobs that have failed permanently',
      tags: ADMIN,
      access: 'admin',
      query: z.object({}),
      file: 'failed-jobs',
      row: FailedJobJson,
      columns: ['id', 'name', 'payload', 'attempts', 'error', 'failed_at'],
      rows: async function* () {
        const read = (last: FailedJob | null, limit: number) =>
          jobs.failed(limit, last === null ? {} : { before: last.id });
        for await (const failed of allPages(read)) yield failed.map(jobJson);
      },
    });
    app.route({
      method: 'post',
      path: '/jobs/{id}/retry',
      id: 'retryJob',
      summary: 'Retry a failed job',
      tags: ADMIN,
      access: 'admin',
      params: Id,
      body: returning,
      answer: { status: 204, description: 'The job is started', html: 'redirect' },
      handle: async ({ params, body, href }) => {
        await acting(options, 'job_retried', params.id, (transaction) => jobs.retry(params.id, transaction));
        return { redirect: { to: href(returnPath(body) ?? PATH), notice: 'notice.job_retried' } };
      },
    });
    app.route({
      method: 'delete',
      path: '/jobs/{id}',
      id: 'deleteJob',
      summary: 'Discard a failed job',
      tags: ADMIN,
      access: 'admin',
      params: Id,
      answer: { status: 204, description: 'Discarded', html: 'redirect' },
      handle: async ({ params, href }) => {
        let about = '';
        await acting(options, 'job_deleted', params.id, async (transaction) => {
          const taken = await jobs.take(params.id, transaction);
          if (taken !== null) about = await options.undo.keep(transaction, 'job', taken);
          return taken !== null;
        });
        return { redirect: { to: href(PATH), notice: 'notice.job_deleted', about } };
      },
    });
  };
}

/** @throws {HttpError} 404 if there is no failed job with this ID */
async function acting(
  { audit, database }: JobsRoutesOptions,
  action: 'job_retried' | 'job_deleted',
  id: string,
  act: (transaction: Database) => Promise<boolean>,
): Promise<void> {
  await database.transaction(async (transaction) => {
    if (!(await act(transaction))) throw httpErrors.notFound();
    await audit.record(transaction, { action, rule: null, subject: id });
  });
}

interface ShownJobs {
  readonly failed: readonly FailedJob[];
  /** By ID of the job. */
  readonly about: ReadonlyMap<string, JobAbout>;
  readonly health: JobHealth;
  readonly page: number;
  readonly pages: number;
}

function jobsPage(view: View, { failed, about, health, page, pages }: ShownJobs): Page {
  const { lateSince } = health;
  const title = view.t('jobs.title');
  const content = (
    <>
      <PageHeader title={title} lead={view.t('jobs.lead')} />
      {lateSince !== null && (
        <Notice view={view} tone="danger">
          {view.t('jobs.late')} <Time view={view} at={new Date(lateSince)} precision="minute" />
        </Notice>
      )}
      <List
        view={view}
        path={PATH}
        query={{}}
        total={{ count: health.failed }}
        isExported
        caption={title}
        columns={jobColumns(view, about)}
        rows={failed}
        rowsOfSeveralLines
        page={page}
        pages={pages}
        empty={{ title: view.t('jobs.none'), text: view.t('jobs.none_text') }}
      />
    </>
  );
  return { title, content };
}

function jobColumns(view: View, about: ShownJobs['about']): readonly Column<FailedJob>[] {
  return [
    {
      label: view.t('jobs.what'),
      kind: 'heading',
      cell: ({ id, name }) => (
        <span class="pe-name">
          <What view={view} name={name} path={about.get(id)?.path ?? null} />
        </span>
      ),
    },
    {
      label: view.t('requests.person'),
      priority: 2,
      cell: ({ id }) => {
        const userId = about.get(id)?.userId ?? null;
        return userId === null ? null : <Person view={view} id={userId} />;
      },
    },
    {
      label: view.t('jobs.error'),
      priority: 2,
      cell: ({ error, payload }) => (
        <>
          <Reason view={view} error={error} />
          <span class="pe-under">
            {view.t('app.label', { label: view.t('jobs.reference') })}{' '}
            <code>
              <Breakable text={Object.values(payload).map(String).join(' ')} />
            </code>
          </span>
        </>
      ),
    },
    {
      label: view.t('jobs.failed_at'),
      cell: ({ failedAt, attempts }) => (
        <>
          <Time view={view} at={new Date(failedAt)} precision="minute" />
          <span class="pe-under">
            {view.t('app.label', { label: view.t('jobs.attempts') })} {attempts.toLocaleString(view.formatLocale)}
          </span>
        </>
      ),
    },
    {
      label: view.t('table.actions'),
      kind: 'actions',
      cell: ({ id, name }) => {
        const [retry, remove] = [view.t('jobs.retry'), view.t('action.delete')];
        const what = jobName(view, name);
        return (
          <>
            <ActionForm
              small
              kind="primary"
              action={view.href(retryPath(id))}
              text={retry}
              name={view.t('text.labelled', { label: retry, value: what })}
            />
            <ActionForm
              small
              method="delete"
              action={view.href(`${PATH}/${id}`)}
              text={remove}
              name={view.t('text.labelled', { label: remove, value: what })}
            />
          </>
        );
      },
    },
  ];
}

/** What the job does; links to the request it is about. */
function What({ view, name, path }: { view: View; name: string; path: string | null }): JSX.Element {
  const what = jobName(view, name);
  return path === null ? <>{what}</> : <a href={view.href(path)}>{what}</a>;
}
