/** The templates of reasons, for administrators. */
import { z } from '@hono/zod-openapi';
import { PolicyEngineError } from '../../../errors/errors.ts';
import { declareExport, httpErrors, type Language, type View, type WebApp } from '../../../platform/web/index.ts';
import { TEMPLATES } from './paths.ts';
import { MAX_REASON_LENGTH } from '../register/register.ts';
import { revisionOf, type Template, templateActs } from '../templates/template.ts';
import type { Templates } from '../templates/templates.ts';
import { templatePage, templatesPage, type TemplateForm } from '../views/template-pages.tsx';
import { ADMIN } from './shared.ts';

const Asked = z.object({
  locale: z.string().max(63).optional().openapi({ description: 'Default: the language of the request' }),
});
const Id = z.object({ id: z.string().min(1).max(255) });
const Revision = z
  .string()
  .regex(/^[0-9a-f]{64}$/)
  .optional()
  .openapi({ description: '`revision` of the template that was opened: nothing is done if somebody changed it since' });
const words = (locales: readonly string[]) => ({
  locale: z.enum(locales),
  title: z
    .string()
    .max(120)
    .openapi({ description: 'Title by which administrators choose it; at most 120 characters' }),
  body: z
    .string()
    .max(MAX_REASON_LENGTH)
    .openapi({ description: `At most ${MAX_REASON_LENGTH} characters` }),
});
const Written = z
  .object({
    locale: z.string().catch(''),
    title: z.string().catch(''),
    body: z.string().catch(''),
    act: z.enum(templateActs).catch('deny'),
    revision: z.string().catch(''),
  })
  .catch({ locale: '', title: '', body: '', act: 'deny', revision: '' });

const TemplateJson = z
  .object({
    id: z.string(),
    act: z.enum(templateActs),
    locale: z.string(),
    title: z.string(),
    body: z.string(),
    sample: z.string().nullable().openapi({ description: 'Name of the engine’s sample that it is, or was made from' }),
    revision: z.string().openapi({ description: 'Identifies its words: SHA-256 in hex' }),
    unchanged: z.boolean().openapi({ description: 'Whether it is the engine’s sample, unchanged' }),
  })
  .openapi('ReasonTemplate');

/** What the routes work with. */
export interface TemplateRoutesOptions {
  readonly templates: Templates;
  /** The locales that templates can be written in. */
  readonly locales: readonly string[];
}

/** Declares the list, the forms and their actions. */
export function declareTemplates(app: WebApp, options: TemplateRoutesOptions): void {
  const { templates, locales } = options;
  app.route({
    method: 'get',
    path: TEMPLATES,
    id: 'listReasonTemplates',
    summary: 'List the templates for reasons in a language, including the engine’s samples',
    tags: ADMIN,
    access: 'admin',
    query: Asked,
    answer: { description: 'The templates', json: z.object({ templates: z.array(TemplateJson) }), html: 'page' },
    handle: async ({ query, language }) => {
      const locale = await localeOf(locales, query.locale, language);
      const found = await templates.list({ locale });
      return {
        json: () => ({ templates: found.map(templateJson) }),
        html: (view) => templatesPage(view, { templates: found, locale, locales }),
      };
    },
  });
  declareExport(app, {
    path: TEMPLATES,
    id: 'ReasonTemplates',
    summary: 'The templates for reasons in a language',
    tags: ADMIN,
    access: 'admin',
    query: Asked,
    file: 'reason-templates',
    row: TemplateJson,
    columns: ['act', 'locale', 'title', 'body', 'unchanged', 'sample', 'revision', 'id'],
    rows: async function* ({ locale }, { language }) {
      const found = await templates.list({ locale: await localeOf(locales, locale, language) });
      yield found.map(templateJson);
    },
  });
  app.route({
    method: 'get',
    path: `${TEMPLATES}/new`,
    id: 'askForReasonTemplate',
    summary: 'A form for a new template',
    tags: ADMIN,
    access: 'admin',
    query: Asked,
    answer: { description: 'The form', html: 'page' },
    handle: async ({ query, language }) => {
      const locale = await localeOf(locales, query.locale, language);
      return { html: (view) => templatePage(view, { locale, act: 'deny', title: '', body: '' }, null) };
    },
  });
  app.route({
    method: 'post',
    path: TEMPLATES,
    id: 'addReasonTemplate',
    summary: 'Add a template for reasons',
    tags: ADMIN,
    access: 'admin',
    body: z.object({ ...words(locales), act: z.enum(templateActs) }),
    answer: { status: 204, description: 'Added', html: 'redirect' },
    form:
      (_call, { errors, values }) =>
      (view: View) =>
        templatePage(view, writtenIn(locales, view, values), null, errors),
    handle: async ({ body, href, language }) => {
      await templates.add(body.locale, { act: body.act, ...requireWords(body, await language()) });
      return { redirect: { to: listOf(href, body.locale), notice: 'notice.request_template_saved' } };
    },
  });
  declareChanges(app, options);
}

function declareChanges(app: WebApp, { templates, locales }: TemplateRoutesOptions): void {
  const path = `${TEMPLATES}/{id}`;
  app.route({
    method: 'get',
    path,
    id: 'showReasonTemplate',
    summary: 'A template with a form to change it',
    tags: ADMIN,
    access: 'admin',
    params: Id,
    query: Asked,
    answer: { description: 'The template', json: TemplateJson, html: 'page' },
    handle: async ({ params, query, language }) => {
      const found = await templates.find(params.id, await localeOf(locales, query.locale, language));
      const form = { ...found, revision: revisionOf(found) };
      return { json: templateJson(found), html: (view) => templatePage(view, form, found.id) };
    },
  });
  app.route({
    method: 'put',
    path,
    id: 'changeReasonTemplate',
    summary: 'Change a template; the changed version of a sample is stored',
    tags: ADMIN,
    access: 'admin',
    params: Id,
    body: z.object({ ...words(locales), revision: Revision }),
    answer: { status: 204, description: 'Changed', html: 'redirect' },
    errors: [409],
    typed: ['title', 'body'],
    form: async ({ params }, { errors, values }) => {
      const has = (code: string) => errors.some((error) => error.code === code);
      // A person who was told of the other changes may save again, which overwrites them.
      const present = has('changed') ? await templates.find(params.id, Written.parse(values).locale) : null;
      return (view: View) => {
        const form = writtenIn(locales, view, values);
        if (present === null) return templatePage(view, form, has('gone') ? null : params.id, errors);
        return templatePage(view, { ...form, revision: revisionOf(present), present }, present.id, errors);
      };
    },
    handle: async ({ params, body, href, language, format }) => {
      const reading = await language();
      await templates
        .change(params.id, body.locale, requireWords(body, reading), body.revision)
        .catch((error: unknown) => {
          throw format === 'html' ? overtaken(error, reading) : error;
        });
      return { redirect: { to: listOf(href, body.locale), notice: 'notice.request_template_saved' } };
    },
  });
  app.route({
    method: 'delete',
    path,
    id: 'deleteReasonTemplate',
    summary: 'Delete a template in one language',
    tags: ADMIN,
    access: 'admin',
    params: Id,
    query: Asked.extend({ revision: Revision }),
    answer: { status: 204, description: 'Gone', html: 'redirect' },
    errors: [409],
    subject: () => ({ path: TEMPLATES }),
    handle: async ({ params, query, href, language }) => {
      const locale = await localeOf(locales, query.locale, language);
      const about = await templates.delete(params.id, locale, query.revision);
      return { redirect: { to: listOf(href, locale), notice: 'notice.request_template_deleted', about } };
    },
  });
}

/** Reports a template that others changed or deleted as an error of the form, which keeps what was written. */
function overtaken(error: unknown, { t }: Pick<Language, 't'>): unknown {
  const code = error instanceof PolicyEngineError ? error.code : null;
  const fault = (name: string, detail: string) => httpErrors.invalid([{ field: 'body', code: name, detail }]);
  if (code === 'request_template_changed') return fault('changed', t('requests.templates.changed'));
  return code === 'not_found' ? fault('gone', t('requests.templates.gone')) : error;
}

/** The requested language if templates exist in it, or else that of the reader. */
async function localeOf(locales: readonly string[], asked: string | undefined, language: () => Promise<Language>) {
  return asked !== undefined && locales.includes(asked) ? asked : (await language()).locale;
}

/** What was sent, as far as the form can show it again. */
function writtenIn(locales: readonly string[], { locale }: View, values: unknown): TemplateForm {
  const written = Written.parse(values);
  return { ...written, locale: locales.includes(written.locale) ? written.locale : locale };
}

function listOf(href: (path: string) => string, locale: string): string {
  return `${href(TEMPLATES)}?locale=${encodeURIComponent(locale)}`;
}

/** @throws {HttpError} 422 for empty texts */
function requireWords(words: { readonly title: string; readonly body: string }, { t }: Language) {
  const [title, body] = [words.title.trim(), words.body.trim()];
  const missing = Object.entries({ title, body }).filter(([, text]) => text === '');
  if (missing.length === 0) return { title, body };
  throw httpErrors.invalid(missing.map(([field]) => ({ field, code: 'required', detail: t('field.required') })));
}

function templateJson(template: Template): z.infer<typeof TemplateJson> {
  const { id, act, locale, title, body, sample, isUnchanged } = template;
  return { id, act, locale, title, body, sample, revision: revisionOf(template), unchanged: isUnchanged };
}
