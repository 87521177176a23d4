/** Routes for the text of a version in other languages. */
import { z } from '@hono/zod-openapi';
import type { Call, Language, WebApp } from '../../../platform/web/index.ts';
import { type FieldError, formBoolean, httpErrors } from '../../../platform/web/index.ts';
import { requireAcceptable, TERM_BODY_LIMIT } from '../drafts/input.ts';
import { canonicalTag } from '../translations/languages.ts';
import { hashOf } from '../markdown/text.ts';
import { termJson, TermSchema, translationJson, TranslationSchema } from '../representation.ts';
import type { Term } from '../term.ts';
import { translationOf } from '../translations/translating.ts';
import { paths } from '../views/term-parts.tsx';
import { BESIDE } from '../views/editor/editing.tsx';
import { type TranslationEditor, translationEditorPage } from '../views/editor/translation-editor-page.tsx';
import { translationPage } from '../views/translation-page.tsx';
import { overtaken, TAGS, type TermsRouteContext } from './shared.ts';

type AnyCall = Pick<Call<'admin', unknown, unknown, unknown>, 'language'>;

const Body = z.object({
  description: z.string().openapi({ description: 'The text in Markdown', example: '# Cookies' }),
  late: formBoolean.optional().openapi({
    type: 'boolean',
    description:
      'Add it to a version that is published already. It can’t be changed or removed afterwards. Default: false',
  }),
  revision: z
    .string()
    .regex(/^(?:[0-9a-f]{64})?$/)
    .optional()
    .openapi({
      description:
        '`revision` of the translation that was opened, empty for none: the translation of a draft is saved only if nobody has changed it since',
    }),
  autosave: formBoolean.optional().openapi({
    type: 'boolean',
    description: 'Saved automatically by an editor: recorded in the audit log once every ten minutes. Default: false',
  }),
  next: z.enum(['preview']).optional().openapi({ description: 'Forms only: what to show next' }),
});

export function declareTranslations(app: WebApp, routes: TermsRouteContext): void {
  declareShow(app, routes);
  declareEditor(app, routes);
  declareWriting(app, routes);
  declareRemoving(app, routes);
}

/** Path parameters of a text in a language. */
function inLanguage({ inTerm }: TermsRouteContext) {
  return inTerm.extend({ locale: z.string().min(1).max(35).openapi({ description: 'BCP 47 tag', example: 'fr' }) });
}

function declareShow(app: WebApp, routes: TermsRouteContext): void {
  const { terms, policy } = routes;
  app.route({
    method: 'get',
    path: '/categories/{rule}/terms/{id}/translations/{locale}',
    id: 'showTranslation',
    summary: 'Show a text in another language',
    tags: TAGS,
    access: 'admin',
    params: inLanguage(routes),
    answer: { description: 'The text', json: TranslationSchema, html: 'page' },
    handle: async ({ params: { rule, id, locale } }) => {
      const term = await terms.find(rule, id);
      const translation = translationOf(term, locale);
      return {
        json: translationJson(translation),
        html: async (view) =>
          translationPage(view, { policy: await policy(rule), term, translation, html: terms.html(translation) }),
      };
    },
  });
}

/** The text of the previous version in a language: a new translation starts from it. */
function startOf(before: Term | null, locale: string): TranslationEditor['start'] {
  if (before === null) return null;
  const found = [before, ...before.translations].find((one) => canonicalTag(one.locale) === locale);
  return found === undefined ? null : { term: before, markdown: found.markdown };
}

async function editorOf(
  routes: TermsRouteContext,
  { rule, id }: { rule: string; id: string },
  given: string | undefined,
): Promise<TranslationEditor> {
  const term = await routes.terms.find(rule, id);
  const locale = given === undefined ? null : canonicalTag(given);
  const previous = await routes.terms.before(term);
  const original = { html: routes.terms.html(term) };
  const editor = { policy: await routes.policy(rule), term, original, previous, start: null, late: false };
  if (locale === null || locale === canonicalTag(term.locale)) {
    return { ...editor, locale: null, markdown: '', html: '', before: null, revision: '' };
  }
  const present = term.translations.find((one) => one.locale === locale);
  // A published translation can be read, but not edited.
  if (present !== undefined && present.hash !== null) {
    throw httpErrors.conflict('term_published', 'error.term_published');
  }
  const known = startOf(previous, locale);
  const start = present === undefined ? known : null;
  const markdown = present?.markdown ?? start?.markdown ?? '';
  return {
    ...editor,
    locale,
    start,
    markdown,
    html: routes.terms.html({ markdown }),
    before: known === null ? null : { term: known.term, html: routes.terms.html(known) },
    revision: present === undefined ? '' : hashOf(present.markdown),
  };
}

function declareEditor(app: WebApp, routes: TermsRouteContext): void {
  app.route({
    method: 'get',
    path: '/categories/{rule}/terms/{id}/translate',
    id: 'translateTerm',
    summary: 'Write a text in another language',
    tags: TAGS,
    access: 'admin',
    params: routes.inTerm,
    query: z.object({
      language: z.string().max(35).optional().openapi({ description: 'BCP 47 tag' }),
      beside: z
        .enum(BESIDE)
        .optional()
        .openapi({ description: 'What is shown beside the text. Default: the original' }),
    }),
    answer: { description: 'A form', html: 'page' },
    errors: [409],
    subject: (term) => ({ path: paths.term(term) }),
    handle: async ({ params, query }) => {
      const editor = { ...(await editorOf(routes, params, query.language)), beside: query.beside };
      return { html: (view) => translationEditorPage(view, editor) };
    },
  });
}

/** @throws {HttpError} 422 */
function requireTranslation(term: Term, locale: string, markdown: string, language: Language): void {
  try {
    requireAcceptable({ prefix: '', content: { translations: { [locale]: markdown } } }, language, term);
  } catch (error) {
    throw asField(error);
  }
}

/** In this form the text is the field, whatever its language. */
function asField(error: unknown): unknown {
  if (!(error instanceof Error) || !('errors' in error) || !Array.isArray(error.errors)) return error;
  const errors = error.errors as readonly FieldError[];
  return httpErrors.invalid(errors.map(({ code, detail }) => ({ field: 'description', code, detail })));
}

function declareWriting(app: WebApp, routes: TermsRouteContext): void {
  const { terms } = routes;
  app.route({
    method: 'put',
    path: '/categories/{rule}/terms/{id}/translations/{locale}',
    id: 'putTranslation',
    summary: 'Write a text in another language',
    description:
      'New or changed while the version is a draft. After it is published, only with `late` and only in a language that it is ' +
      'not available in yet: otherwise 409 `term_published`. A late translation counts for decisions from then on.',
    tags: TAGS,
    access: 'admin',
    params: inLanguage(routes),
    body: Body,
    jsonBody: Body.strict(),
    bodyLimit: TERM_BODY_LIMIT,
    answer: { description: 'The version with all its languages', json: TermSchema, html: 'redirect' },
    errors: [409],
    subject: (term) => ({ path: paths.term(term) }),
    otherResponses: {
      200: {
        description: 'The version with all its languages; as HTML the form again, with a preview of the text',
        content: { 'application/json': { schema: TermSchema }, 'text/html': { schema: z.string() } },
      },
    },
    typed: ['description'],
    form: async ({ params }, { errors, values }) => {
      const text = z.string().catch('');
      const { description, late, revision } = z
        .object({ description: text, late: text, revision: z.string().optional().catch(undefined) })
        .catch({ description: '', late: '', revision: undefined })
        .parse(values);
      const editor = await editorOf(routes, params, params.locale);
      const isOvertaken = errors.some(({ code }) => code === 'changed');
      const shown = {
        ...editor,
        markdown: description,
        ...(isOvertaken && { html: terms.html({ markdown: description }) }),
        late: late === '1',
        revision: isOvertaken ? editor.revision : (revision ?? editor.revision),
        errors,
      };
      return (view) => translationEditorPage(view, shown);
    },
    handle: async (call) => {
      const { params, body, href, format } = call;
      const { rule, id, locale } = params;
      const markdown = body.description;
      const before = await terms.find(rule, id);
      const language = await call.language();
      if (format === 'html' && body.next === 'preview') {
        if (markdown.trim() !== '') requireTranslation(before, locale, markdown, language);
        const editor = await editorOf(routes, params, locale);
        const revision = body.revision ?? editor.revision;
        const shown = {
          ...editor,
          markdown,
          late: body.late === true,
          revision,
          html: terms.html({ markdown }),
          isPreview: true,
        };
        return { status: 200, html: (view) => translationEditorPage(view, shown) };
      }
      requireTranslation(before, locale, markdown, language);
      await requireMeant(call, before, body.late);
      const { revision, autosave: isAutosave = false } = body;
      const translation = { locale, markdown, late: body.late ?? false, revision, isAutosave };
      const term = await terms.translate(rule, id, translation).catch((error: unknown) => {
        throw format === 'html' && revision !== undefined ? overtaken(error, 'description', language) : error;
      });
      const notice = term.state === 'draft' ? 'notice.translation_saved' : 'notice.translation_added';
      return { json: termJson(term), redirect: { to: href(paths.term(term)), notice } };
    },
  });
}

/** A person who did not tick the box gets the form again; a program without `late` gets the 409 of the service. */
async function requireMeant({ language }: AnyCall, term: Term, late: boolean | undefined): Promise<void> {
  if (term.state === 'draft' || late !== false) return;
  const { t } = await language();
  throw httpErrors.invalid([{ field: 'late', code: 'required', detail: t('terms.translation.late_missing') }]);
}

function declareRemoving(app: WebApp, routes: TermsRouteContext): void {
  const { terms, undoably } = routes;
  app.route({
    method: 'delete',
    path: '/categories/{rule}/terms/{id}/translations/{locale}',
    id: 'removeTranslation',
    summary: 'Remove a language from a draft',
    description: 'A published text is evidence and stays, in every language: 409 `term_published`.',
    tags: TAGS,
    access: 'admin',
    params: inLanguage(routes),
    answer: { description: 'The text that was removed', json: TranslationSchema, html: 'redirect' },
    errors: [409],
    subject: (term) => ({ path: paths.term(term) }),
    handle: async ({ params: { rule, id, locale }, href }) => {
      const { deleted, about } = await undoably((keep) => terms.removeTranslation(rule, id, locale, keep));
      const to = href(paths.term({ rule, id }));
      return {
        json: translationJson(deleted),
        redirect: { to, notice: 'notice.translation_removed', ...(about !== undefined && { about }) },
      };
    },
  });
}
