/** Routes of the form pages; they change nothing themselves. */
import { z } from '@hono/zod-openapi';
import type { WebApp } from '../../../platform/web/index.ts';
import { revisionOf } from '../drafts/content.ts';
import { SAMPLE_KINDS, sampleOf } from '../samples/index.ts';
import type { Term } from '../term.ts';
import { BESIDE } from '../views/editor/editing.tsx';
import { type Editor, editorPage } from '../views/editor/editor-page.tsx';
import { publishPage } from '../views/publish-page.tsx';
import { paths } from '../views/term-parts.tsx';
import { draftOf, htmlInForce, publishingOf, TAGS, type TermsRouteContext } from './shared.ts';

const EMPTY = { markdown: '', note: '', material: true, revision: undefined };

/** A note describes what changed since the previous version, so a new version starts without one. */
function startingFrom(term: Term): Editor['values'] {
  return term.state === 'draft'
    ? { markdown: term.markdown, note: term.note ?? '', material: term.material, revision: revisionOf(term) }
    : { ...EMPTY, markdown: term.markdown };
}

export function declareForms(app: WebApp, { terms, inRule, inTerm, policy, canMail }: TermsRouteContext): void {
  const page = { description: 'A form', html: 'page' } as const;
  app.route({
    method: 'get',
    path: '/categories/{rule}/terms/new',
    id: 'newTerm',
    summary: 'Write a text',
    tags: TAGS,
    access: 'admin',
    params: inRule,
    query: z.object({
      sample: z.enum(SAMPLE_KINDS).optional().openapi({ description: 'Sample text to start from. Default: none' }),
    }),
    answer: page,
    handle: async ({ params, query: { sample } }) => {
      const markdown = sample === undefined ? '' : (sampleOf(sample, terms.defaultLocale) ?? '');
      const hasSamples = sampleOf('cookie', terms.defaultLocale) !== null;
      const html = terms.html({ markdown });
      const values = { ...EMPTY, markdown };
      const one = await policy(params.rule);
      const editor: Editor = { policy: one, term: null, values, html, beforeHtml: htmlInForce(terms, one), hasSamples };
      return { html: (view) => editorPage(view, editor) };
    },
  });
  app.route({
    method: 'get',
    path: '/categories/{rule}/terms/{id}/edit',
    id: 'editTerm',
    summary: 'Edit a draft, or start a new version from a published text',
    tags: TAGS,
    access: 'admin',
    params: inTerm,
    query: z.object({
      beside: z.enum(BESIDE).optional().openapi({ description: 'What is shown beside the text. Default: the preview' }),
    }),
    answer: page,
    handle: async ({ params, query: { beside } }) => {
      const term = await terms.find(params.rule, params.id);
      const one = await policy(params.rule);
      const editor: Editor = {
        policy: one,
        term,
        values: startingFrom(term),
        html: terms.html(term),
        beforeHtml: htmlInForce(terms, one),
        beside,
      };
      return { html: (view) => editorPage(view, editor) };
    },
  });
  app.route({
    method: 'get',
    path: '/categories/{rule}/terms/{id}/publish',
    id: 'confirmPublishing',
    summary: 'Review a draft before publishing it',
    tags: TAGS,
    access: 'admin',
    params: inTerm,
    answer: page,
    errors: [409],
    subject: (term) => ({ path: paths.term(term) }),
    handle: async ({ params }) => {
      const term = await draftOf(terms, params);
      const one = await policy(params.rule);
      const text = await publishingOf(terms, one, term, canMail);
      return { html: (view) => publishPage(view, one, term, text) };
    },
  });
}
