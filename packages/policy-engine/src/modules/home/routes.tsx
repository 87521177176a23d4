/** The mount path itself, and the description of everything below it. */
import { z } from '@hono/zod-openapi';
import type { Rules } from '../rules/rules.ts';
import {
  ButtonLink,
  EmptyState,
  type Page,
  PageHeader,
  type Routes,
  Table,
  type View,
} from '../../platform/web/index.ts';

const Policy = z.object({ name: z.string(), label: z.string(), url: z.string() });

/** What the routes work with. */
export interface HomeRoutesOptions {
  readonly rules: Rules;
  /** The texts in force, by rule. */
  readonly current: () => Promise<ReadonlyMap<string, unknown>>;
  /** Made when asked for: the document describes these routes, too. */
  readonly openApi: () => Record<string, unknown>;
}

/** Sends administrators to the panel and people to their consents; lists the policies for everybody else. */
export function homeRoutes({ rules, current, openApi }: HomeRoutesOptions): Routes {
  return (app) => {
    app.route({
      method: 'get',
      path: '/openapi',
      id: 'describeApi',
      summary: 'The OpenAPI document of every route',
      tags: ['Description'],
      access: 'public',
      answer: { description: 'OpenAPI 3.1', json: z.record(z.string(), z.unknown()) },
      handle: () => ({ json: openApi() }),
    });
    app.route({
      method: 'get',
      path: '/',
      id: 'listPolicies',
      summary: 'List the policies',
      tags: ['User terms'],
      access: 'public',
      answer: { description: 'The policies and where to read them', json: z.array(Policy), html: 'page' },
      otherResponses: { 303: { description: 'To the panel, or to one’s own consents' } },
      handle: async ({ user, isAdmin, href, format, language }) => {
        if (format === 'html' && user !== null) {
          const location = href((await isAdmin()) ? '/categories' : '/privacy');
          return new Response(null, { status: 303, headers: { location } });
        }
        const { locale } = await language();
        const policies = rules.all.map(({ name, label }) => ({
          name,
          label: label(locale),
          url: href(`/user_terms/${name}`),
        }));
        return {
          json: policies,
          // What has no text yet can't be read.
          html: async (view) => {
            const texts = await current();
            return policiesPage(
              view,
              policies.filter(({ name }) => texts.has(name)),
            );
          },
        };
      },
    });
  };
}

function policiesPage(view: View, policies: ReadonlyArray<z.infer<typeof Policy>>): Page {
  const title = view.t('home.title');
  const read = view.t('consents.read');
  const content = (
    <>
      <PageHeader title={title} lead={view.t('home.lead')} />
      {policies.length === 0 ? (
        <EmptyState title={view.t('home.none')} text={view.t('home.none_text')} />
      ) : (
        <Table
          view={view}
          caption={title}
          rows={policies}
          columns={[
            { label: view.t('consents.policy'), kind: 'heading', cell: ({ label }) => label },
            {
              label: view.t('table.actions'),
              kind: 'actions',
              cell: ({ url, label }) => <ButtonLink small href={url} text={read} name={`${read}: ${label}`} />,
            },
          ]}
        />
      )}
    </>
  );
  return { title, content };
}
