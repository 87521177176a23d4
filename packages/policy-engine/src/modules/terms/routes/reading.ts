/** Routes that show rules and their texts. */
import { z } from '@hono/zod-openapi';
import { pageNumber, type WebApp } from '../../../platform/web/index.ts';
import { proposalNotice } from '../../approvals/index.ts';
import { policyJson, PolicySchema, termJson, TermSchema, termsPageJson, TermsPageSchema } from '../representation.ts';
import { policiesPage } from '../views/policies-page.tsx';
import { policyPage } from '../views/policy-page.tsx';
import { termPage } from '../views/term-page.tsx';
import { termsPage } from '../views/terms-page.tsx';
import { TAGS, type TermsRouteContext } from './shared.ts';

const Paging = z.object({ page: pageNumber });

export function declarePolicies(
  app: WebApp,
  { terms, inRule, policies, policy, notices, figures }: TermsRouteContext,
): void {
  app.route({
    method: 'get',
    path: '/categories',
    id: 'listCategories',
    summary: 'List the rules with their texts',
    tags: TAGS,
    access: 'admin',
    answer: { description: 'Every rule, in the order of declaration', json: z.array(PolicySchema), html: 'page' },
    handle: async ({ language }) => {
      const all = await policies();
      return {
        json: async () => {
          const { locale } = await language();
          return all.map((one) => policyJson(one, locale));
        },
        html: async (view) => policiesPage(view, all, await notices?.(view)),
      };
    },
  });
  app.route({
    method: 'get',
    path: '/categories/{rule}',
    id: 'showCategory',
    summary: 'Show a rule with its text',
    tags: TAGS,
    access: 'admin',
    params: inRule,
    answer: { description: 'The rule', json: PolicySchema, html: 'page' },
    handle: async ({ params, language }) => {
      const one = await policy(params.rule);
      return {
        json: async () => policyJson(one, (await language()).locale),
        html: async (view) => {
          const html = one.current === null ? '' : terms.html(one.current);
          const [history, decided] = await Promise.all([terms.list(params.rule), figures(params.rule)]);
          return policyPage(view, one, { history, html, figures: decided });
        },
      };
    },
  });
}

export function declareReading(
  app: WebApp,
  { terms, inRule, inTerm, policy, proposed, figures }: TermsRouteContext,
): void {
  app.route({
    method: 'get',
    path: '/categories/{rule}/terms',
    id: 'listTerms',
    summary: 'List the texts of a rule',
    description: 'Drafts first, then versions, newest first; 20 per page.',
    tags: TAGS,
    access: 'admin',
    params: inRule,
    query: Paging,
    answer: { description: 'A page of texts', json: TermsPageSchema, html: 'page' },
    handle: async ({ params, query }) => {
      const page = await terms.list(params.rule, query.page);
      return {
        json: termsPageJson(page),
        html: async (view) => termsPage(view, await policy(params.rule), page, await figures(params.rule)),
      };
    },
  });
  app.route({
    method: 'get',
    path: '/categories/{rule}/terms/{id}',
    id: 'showTerm',
    summary: 'Show a text',
    tags: TAGS,
    access: 'admin',
    params: inTerm,
    answer: { description: 'The text', json: TermSchema, html: 'page' },
    handle: async ({ params }) => {
      const term = await terms.find(params.rule, params.id);
      return {
        json: termJson(term),
        html: async (view) => {
          const proposal = await proposalNotice(view, await proposed(term));
          return termPage(view, await policy(params.rule), { term, html: terms.html(term), proposal });
        },
      };
    },
  });
}
