/** The mount path itself, and the description of everything below it. */
import { z } from '@hono/zod-openapi';
import type { JSX } from 'hono/jsx/jsx-runtime';
import type { FindingKinds } from '../checks/index.ts';
import type { RequestCounts } from '../requests/index.ts';
import type { Rules } from '../rules/index.ts';
import {
  ALL_PAGES,
  ButtonLink,
  EmptyState,
  type Page,
  PageHeader,
  type PageRenderer,
  type Routes,
  Table,
  type View,
} from '../../platform/web/index.ts';
import type { PanelNumber } from './numbers.ts';
import { declareNumbers } from './numbers-route.ts';
import { declareSearch, type SearchRouteOptions } from './search/route.ts';
import type { Overview } from './overview.ts';
import { OverviewJson, overviewJson } from './representation.ts';
import { allPagesPage } from './views/all-pages-page.tsx';
import { declarePreferences, type PreferencesOptions } from './preferences.tsx';
import { shownAgenda } from './views/agenda.tsx';
import { homePage } from './views/home-page.tsx';

/** The path of the overview, besides the mount path. */
const HOME = '/home';

const Policy = z.object({ name: z.string(), label: z.string(), url: z.string() });

/** What the routes work with. */
export interface HomeRoutesOptions {
  readonly rules: Rules;
  /** The texts in force, by rule. */
  readonly current: () => Promise<ReadonlyMap<string, unknown>>;
  /** What needs attention of administrators. */
  readonly overview: () => Promise<Overview>;
  /** What other modules show on the home page. */
  readonly sections: () => readonly ((view: View) => Promise<JSX.Element>)[];
  readonly preferences: PreferencesOptions;
  readonly search: SearchRouteOptions;
  /** Every number of the panel. */
  readonly numbers: () => Promise<PanelNumber[]>;
  /** The number of requests. */
  readonly counts: () => Promise<RequestCounts>;
  /** The kinds of findings of the check. */
  readonly kinds: FindingKinds;
  /** Created on demand: the document describes these routes, too. */
  readonly openApi: () => Record<string, unknown>;
}

/** The overview for administrators, people's own consents for them, and the policies for everybody else. */
export function homeRoutes(options: HomeRoutesOptions): Routes {
  const { rules, current, overview, sections, counts, kinds, openApi } = options;
  const drawn = async (): Promise<PageRenderer> => {
    const found = await overview();
    return async (view) => {
      const [agenda, drawnSections] = await Promise.all([
        shownAgenda(view, found.agenda, found.requests),
        Promise.all(sections().map((section) => section(view))),
      ]);
      return homePage(view, { overview: found, agenda, sections: drawnSections, kinds });
    };
  };
  return (app) => {
    declarePreferences(app, options.preferences);
    declareNumbers(app, options.numbers);
    declareSearch(app, options.search);
    app.navigation({ area: 'admin', position: 5, path: '/', covers: [HOME], label: 'nav.home' });
    app.route({
      method: 'get',
      path: HOME,
      id: 'showOverview',
      summary: 'What needs the attention of administrators: requests by deadline, failed jobs, texts, the ledger',
      tags: ['Administration'],
      access: 'admin',
      answer: { description: 'The overview', json: OverviewJson, html: 'page' },
      handle: async ({ format, href, language }) => {
        if (format === 'html') return { html: await drawn() };
        const [found, requests, words] = [await overview(), await counts(), await language()];
        return { json: () => overviewJson(found, kinds, { requests, href, language: words }) };
      },
    });
    app.route({
      method: 'get',
      path: ALL_PAGES,
      id: 'listPages',
      summary: 'The pages that the reader may open',
      description: 'A second way to each page (WCAG 2.2, 2.4.5).',
      tags: ['Description'],
      access: 'public',
      answer: { description: 'The page', html: 'page' },
      handle: () => ({
        html: async (view) => {
          const texts = await current();
          const policies = rules.all.filter(({ name }) => texts.has(name));
          const links = policies.map(({ name, label }) => {
            const text = label(view.locale);
            return {
              href: view.href(`/user_terms/${name}`),
              text,
              name: view.t('text.labelled', { label: view.t('consents.read'), value: text }),
            };
          });
          return allPagesPage(view, links);
        },
      }),
    });
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
      otherResponses: { 303: { description: 'Redirects to the person’s own consents' } },
      handle: async ({ user, isAdmin, href, format, language }) => {
        if (format === 'html' && user !== null) {
          if (await isAdmin()) return { html: await drawn() };
          return new Response(null, { status: 303, headers: { location: href('/privacy') } });
        }
        const { locale } = await language();
        const policies = rules.all.map(({ name, label }) => ({
          name,
          label: label(locale),
          url: href(`/user_terms/${name}`),
        }));
        return {
          json: policies,
          // A policy without a text cannot be read.
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
              cell: ({ url, label }) => (
                <ButtonLink
                  small
                  href={url}
                  text={read}
                  name={view.t('text.labelled', { label: read, value: label })}
                />
              ),
            },
          ]}
        />
      )}
    </>
  );
  return { title, content };
}
