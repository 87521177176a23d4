/** Retention for administrators: rules that erase automatically, the last runs, and a count of what would be erased now. */
import { z } from '@hono/zod-openapi';
import { allPages, declareExport, pageNumber, type WebApp } from '../../../platform/web/index.ts';
import { ADMIN, Id, Nothing } from '../../requests/index.ts';
import { ruleJson, ruleSchema, runJson, runSchema } from '../retention/representation.ts';
import type { RetentionRun } from '../retention/runs.ts';
import { retentionPage, retentionPaths as paths, retentionRunPage } from '../views/retention-pages.tsx';
import type { ErasureRoutesOptions } from './shared.ts';

const Query = z.object({ page: pageNumber });

export function declareRetention(app: WebApp, { retention, overview }: ErasureRoutesOptions): void {
  app.navigation({ area: 'admin', group: 'data', position: 36, path: paths.all, label: 'nav.retention' });
  app.route({
    method: 'get',
    path: paths.all,
    id: 'listRetentionRuns',
    summary: 'List what is erased automatically at the end of its retention period, and the last runs, newest first',
    tags: ADMIN,
    access: 'admin',
    query: Query,
    answer: {
      description: 'The rules, and a page of runs',
      json: z.object({
        page: z.int(),
        pages: z.int(),
        total: z.int(),
        rules: z.array(ruleSchema),
        runs: z.array(runSchema),
      }),
      html: 'page',
    },
    handle: async ({ query: { page }, language }) => {
      const { runs, pages, total } = await overview.list(page);
      return {
        json: async () => {
          const rules = await overview.rules(await language());
          return { page, pages, total, rules: rules.map(ruleJson), runs: runs.map(runJson) };
        },
        html: async (view) => retentionPage(view, { rules: await overview.rules(view), runs, page, pages, total }),
      };
    },
  });
  declareExport(app, {
    path: paths.all,
    id: 'RetentionRuns',
    summary: 'Runs of retention',
    tags: ADMIN,
    access: 'admin',
    query: z.object({}),
    file: 'retention-runs',
    row: runSchema,
    columns: ['id', 'dry_run', 'state', 'created_at', 'begun_at', 'ended_at', 'error', 'entries'],
    async *rows() {
      for await (const runs of allPages<RetentionRun>((last, limit) => overview.before(last, limit))) {
        yield runs.map(runJson);
      }
    },
  });
  app.route({
    method: 'post',
    path: paths.count,
    id: 'countExpiredData',
    summary: 'Count what would be erased now, without erasing anything (dry run)',
    description: 'The count runs in the background. While one is queued or running, that one is returned.',
    tags: ADMIN,
    access: 'admin',
    body: Nothing,
    answer: { status: 202, description: 'The run that counts', json: runSchema, html: 'redirect' },
    handle: async ({ href }) => {
      const id = await retention.askToCount();
      return {
        json: async () => runJson(await overview.find(id)),
        redirect: { to: href(paths.one(id)), notice: 'notice.retention_count_begun' },
      };
    },
  });
  app.route({
    method: 'get',
    path: paths.one('{id}'),
    id: 'getRetentionRun',
    summary: 'Show one run: by rule, what was or would be erased, what failed, and what is due next',
    tags: ADMIN,
    access: 'admin',
    params: Id,
    answer: { description: 'The run', json: runSchema, html: 'page' },
    errors: [404],
    handle: async ({ params }) => {
      const run = await overview.find(params.id);
      return {
        json: () => runJson(run),
        html: (view) => retentionRunPage(view, run, (rule) => overview.labelOf(rule, view.locale)),
      };
    },
  });
}
