/** Routes that write, publish and delete texts. */
import { z } from '@hono/zod-openapi';
import {
  type FieldError,
  type Format,
  httpErrors,
  type Language,
  type PageRenderer,
  type WebApp,
} from '../../../platform/web/index.ts';
import { revisionOf } from '../drafts/content.ts';
import {
  requireAcceptable,
  requireTime,
  TERM_BODY_LIMIT,
  TermBody,
  type TermInput,
  TermJsonBody,
  valuesOf,
} from '../drafts/input.ts';
import { renderedDifference } from '../comparison/rendered-difference.ts';
import { markdownToHtml } from '../markdown/markdown.ts';
import { termJson, TermSchema } from '../representation.ts';
import type { TermsService } from '../service.ts';
import type { Term, TermContent } from '../term.ts';
import { textIn } from '../translations/translating.ts';
import { type Editor, editorPage } from '../views/editor/editor-page.tsx';
import { lacksNote, publishPage } from '../views/publish-page.tsx';
import { paths } from '../views/term-parts.tsx';
import { draftOf, htmlInForce, overtaken, publishingOf, TAGS, type TermsRouteContext } from './shared.ts';

const preview = { 'text/html': { schema: z.string() } };

/** Status 200 of a change: the text for programs, or the form again for a person who requested a preview. */
const previewOrTerm = {
  description: 'The text; as HTML the form again, with a preview of the text',
  content: { 'application/json': { schema: TermSchema }, ...preview },
};

/** The page after writing. */
function after(term: Term, input: TermInput, href: (path: string) => string) {
  if (input.publishedAt !== undefined && term.state === 'published') {
    return { to: href(paths.policy(term.rule)), notice: 'notice.term_scheduled' } as const;
  }
  if (term.state === 'published') {
    return { to: href(paths.policy(term.rule)), notice: 'notice.term_published' } as const;
  }
  if (input.state === 'published') return { to: href(paths.term(term)), notice: 'notice.approval_proposed' } as const;
  if (input.next === 'publish') return { to: href(paths.publish(term)) };
  return { to: href(paths.term(term)), notice: 'notice.term_saved' } as const;
}

/** Whether a person pressed "Preview": nothing is stored, the form is shown again with the rendered text. */
function isPreview({ body, format }: { body: TermInput; format: Format }): boolean {
  return format === 'html' && body.next === 'preview';
}

/** A rejected text as HTML; null if the text cannot be rendered. */
function drawnOf(terms: TermsService, text: { markdown: string }, errors: readonly FieldError[]): string | null {
  if (text.markdown.trim() === '') return '';
  const isDrawable = errors.every(({ field, code }) => !field.endsWith('description') || code === 'changed');
  return isDrawable ? terms.html(text) : null;
}

async function previewPage(
  { terms, policy }: TermsRouteContext,
  { rule, term, input, language }: { rule: string; term: Term | null; input: TermInput; language: Language },
): Promise<PageRenderer> {
  const { markdown = '', note, material = true } = input.content;
  if (markdown.trim() !== '') requireAcceptable(input, language, term ?? { locale: terms.defaultLocale });
  const values = { markdown, note: note ?? '', material, revision: input.revision };
  const one = await policy(rule);
  const html = terms.html({ markdown });
  const editor: Editor = { policy: one, term, values, html, beforeHtml: htmlInForce(terms, one), isPreview: true };
  return (view) => editorPage(view, editor);
}

export function declareWriting(app: WebApp, routes: TermsRouteContext): void {
  declarePreview(app, routes);
  declareCreate(app, routes);
  declareUpdate(app, routes, 'put', 'updateTerm');
  declareUpdate(app, routes, 'patch', 'patchTerm');
  declareDelete(app, routes);
}

function declarePreview(app: WebApp, { terms, inRule }: TermsRouteContext): void {
  app.route({
    method: 'post',
    path: '/categories/{rule}/terms/preview',
    id: 'previewTerm',
    summary: 'Preview a text; nothing is stored',
    tags: TAGS,
    access: 'admin',
    params: inRule,
    body: z.object({
      description: z.string().openapi({ description: 'The text in Markdown', example: '# Cookies' }),
      against: z.string().optional().openapi({
        description: 'ID of a text of the rule: the answer shows what changed from it. Default: none',
      }),
      language: z.string().max(35).optional().openapi({
        description: 'BCP 47 tag of the language of both texts. Default: that of the text itself',
      }),
    }),
    bodyLimit: TERM_BODY_LIMIT,
    answer: {
      description: 'The text as HTML that is safe in any page',
      json: z.object({ html: z.string() }),
    },
    handle: async ({ params, body: { description: markdown, against, language: tag }, language }) => {
      const input = { prefix: '', content: { markdown } };
      const words = await language();
      if (markdown.trim() !== '') requireAcceptable(input, words, { locale: terms.defaultLocale });
      const html = markdownToHtml(markdown);
      if (against === undefined) return { json: { html } };
      const before = textIn(await terms.find(params.rule, against), tag || undefined);
      return { json: { html: renderedDifference(terms.html(before), html, words) } };
    },
  });
}

function declareCreate(app: WebApp, routes: TermsRouteContext): void {
  const { terms, timeZone, inRule, policy } = routes;
  app.route({
    method: 'post',
    path: '/categories/{rule}/terms',
    id: 'createTerm',
    summary: 'Write a text, as a draft or published immediately',
    tags: TAGS,
    access: 'admin',
    params: inRule,
    body: TermBody,
    jsonBody: TermJsonBody,
    bodyLimit: TERM_BODY_LIMIT,
    answer: { status: 201, description: 'The text', json: TermSchema, html: 'redirect' },
    otherResponses: { 200: { description: 'The form again, with a preview of the text', content: preview } },
    typed: ['description', 'note'],
    form: async ({ params }, { errors, values }) => {
      const written = valuesOf(values);
      const html = drawnOf(terms, written, errors);
      const one = await policy(params.rule);
      const beforeHtml = htmlInForce(terms, one);
      const editor: Editor = { policy: one, term: null, values: written, html, beforeHtml, errors };
      return (view) => editorPage(view, editor);
    },
    handle: async (call) => {
      const { params, body, href } = call;
      const language = await call.language();
      if (isPreview(call)) {
        return { status: 200, html: await previewPage(routes, { ...params, term: null, input: body, language }) };
      }
      const content = requireAcceptable(body, language, { locale: terms.defaultLocale });
      const isPublishing = body.state === 'published';
      if (call.format === 'html' && isPublishing) await requireNote(routes, params.rule, body, content, language);
      const at = requireTime(body, language, { timeZone, isOver: (time) => terms.isOver(time) });
      const term = await (isPublishing
        ? terms.createPublished(params.rule, content, { isAnnounced: body.isAnnounced, ...(at && { at }) })
        : terms.createDraft(params.rule, content));
      return { json: termJson(term), redirect: after(term, body, href) };
    },
  });
}

function declareUpdate(app: WebApp, routes: TermsRouteContext, method: 'put' | 'patch', id: string): void {
  const { terms, timeZone, inTerm, policy, canMail } = routes;
  app.route({
    method,
    path: '/categories/{rule}/terms/{id}',
    id,
    summary: 'Change or publish a draft',
    description:
      'Fields that are not sent are unchanged. A published text never changes: 409 `term_published`. A version that is not in force yet ' +
      'becomes a draft again with the state `draft`. With the `revision` that was opened, a draft that others changed since is left ' +
      'unchanged: 409 `term_changed`.',
    tags: TAGS,
    access: 'admin',
    params: inTerm,
    body: TermBody,
    jsonBody: TermJsonBody,
    bodyLimit: TERM_BODY_LIMIT,
    answer: { description: 'The text', json: TermSchema, html: 'redirect' },
    errors: [409],
    subject: (term) => ({ path: paths.term(term) }),
    otherResponses: { 200: previewOrTerm },
    typed: ['description', 'note'],
    form: async ({ params }, { errors, values }) => {
      const term = await draftOf(terms, params);
      const one = await policy(params.rule);
      const written = valuesOf(values);
      const isUnexplained = errors.some(({ field, code }) => field.endsWith('note') && code === 'required');
      if (written.publishedAt !== undefined || isUnexplained) {
        const { publishedAt } = written;
        const text = {
          ...(await publishingOf(terms, one, term, canMail)),
          errors,
          ...(publishedAt !== undefined && { publishedAt }),
        };
        return (view) => publishPage(view, one, term, text);
      }
      // A person who was told that others changed it may save again, which overwrites the current text.
      const isOvertaken = errors.some(({ code }) => code === 'changed');
      const revision = isOvertaken ? revisionOf(term) : written.revision;
      const html = drawnOf(terms, written, errors);
      const beforeHtml = htmlInForce(terms, one);
      const editor: Editor = { policy: one, term, values: { ...written, revision }, html, beforeHtml, errors };
      return (view) => editorPage(view, editor);
    },
    handle: async (call) => {
      const { params, body, href, format } = call;
      const language = await call.language();
      const before = await terms.find(params.rule, params.id);
      if (isPreview(call)) {
        return { html: await previewPage(routes, { rule: params.rule, term: before, input: body, language }) };
      }
      const content = requireAcceptable(body, language, before);
      const changes = body.content;
      if (body.state === 'draft' && before.state === 'published') {
        const { revision } = body;
        const term = await terms.takeBack(params.rule, params.id, changes, { revision });
        return { json: termJson(term), redirect: { to: href(paths.term(term)), notice: 'notice.term_taken_back' } };
      }
      if (format === 'html' && body.state === 'published' && before.state === 'draft') {
        await requireNote(routes, params.rule, body, content, language);
      }
      const at = requireTime(body, language, { timeZone, isOver: (time) => terms.isOver(time) });
      const { revision, isAutosave, isAnnounced } = body;
      const options = {
        changes,
        revision,
        isAnnounced,
        ...(body.seen !== undefined && { seen: body.seen }),
        ...(at && { at }),
      };
      const term = await (
        body.state === 'published'
          ? terms.publish(params.rule, params.id, options)
          : terms.updateDraft(params.rule, params.id, changes, { revision, isAutosave })
      ).catch((error: unknown) => {
        throw format === 'html' && revision !== undefined
          ? overtaken(error, `${body.prefix}description`, language)
          : error;
      });
      return { json: termJson(term), redirect: after(term, body, href) };
    },
  });
}

/**
 * People who are asked again are told what changed, so an administrator must write it. Programs may publish without it.
 *
 * @throws {PolicyEngineError} 422
 */
async function requireNote(
  { terms, policy }: TermsRouteContext,
  rule: string,
  { prefix }: TermInput,
  { material = true, note = null }: TermContent,
  { t }: Language,
): Promise<void> {
  const { current } = await policy(rule);
  if (!lacksNote(current, { material, note }, await terms.decidedAccounts(rule))) return;
  throw httpErrors.invalid([{ field: `${prefix}note`, code: 'required', detail: t('terms.error.note_missing') }]);
}

function declareDelete(app: WebApp, { terms, inTerm, undoably }: TermsRouteContext): void {
  app.route({
    method: 'delete',
    path: '/categories/{rule}/terms/{id}',
    id: 'deleteTerm',
    summary: 'Delete a draft',
    description: 'A published text is evidence and stays: 409 `term_published`.',
    tags: TAGS,
    access: 'admin',
    params: inTerm,
    answer: { description: 'The text that was deleted', json: TermSchema, html: 'redirect' },
    errors: [409],
    subject: (term) => ({ path: paths.term(term) }),
    handle: async ({ params, href }) => {
      const { deleted, about } = await undoably((keep) => terms.deleteDraft(params.rule, params.id, keep));
      const to = href(paths.policy(params.rule));
      return {
        json: termJson(deleted),
        redirect: { to, notice: 'notice.term_deleted', ...(about !== undefined && { about }) },
      };
    },
  });
}
