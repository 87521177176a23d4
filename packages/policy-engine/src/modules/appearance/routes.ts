/** The editor of the banner's appearance, its preview, and the generated style sheet. */
import { z } from '@hono/zod-openapi';
import { type FieldError, PolicyEngineError } from '../../errors/errors.ts';
import { refusals } from '../../errors/refusals.ts';
import type { Language } from '../../platform/i18n/language.ts';
import { nestFields } from '../../platform/web/request/form-fields.ts';
import { httpErrors, type Routes } from '../../platform/web/index.ts';
import { validate, wholeNumberIn } from '../../platform/web/request/input.ts';
import { AppearanceBody, contentFaults, contentOf, Opened } from './input.ts';
import { contentOfDraft, type Draft, draftOfContent, draftOfFields } from './draft.ts';
import { type AppearanceContent, BANNER_CORNERS, type BannerLook, HEX_COLOUR, lookOf, styleSheet } from './look.ts';
import { APPEARANCE_PATH } from './paths.ts';
import { appearanceJson, AppearanceSchema } from './representation.ts';
import type { AppearanceService, AppearanceVersion } from './service.ts';
import { editorPage } from './views/editor-page.tsx';
import { previewDocument } from './views/preview-document.tsx';
import { versionPage } from './views/version-page.tsx';

/** What the routes work with. */
export interface AppearanceRoutesOptions {
  readonly appearance: AppearanceService;
  /** The look of the banner if no appearance was saved. */
  readonly usual: AppearanceContent;
  /** BCP 47 tags of the engine's languages. */
  readonly locales: readonly string[];
  /** HTML of the banner. */
  readonly preview: (language: Language, look: BannerLook, href: (path: string) => string) => Promise<string[]>;
}

const PATH = APPEARANCE_PATH;
const TAGS = ['Administration'];

/** The banner has no effect here, and is shown only in the editor. */
const PREVIEW_POLICY =
  "default-src 'none'; style-src 'self'; img-src data:; form-action 'none'; base-uri 'none'; frame-ancestors 'self'";

const Hex = z.string().regex(HEX_COLOUR);
const StyleQuery = z.object({
  background: Hex.optional(),
  text: Hex.optional(),
  button: Hex.optional(),
  accent: Hex.optional(),
  corners: z.enum(BANNER_CORNERS).default('slight'),
});

const VersionNumber = wholeNumberIn(1, 1_000_000);
const BannerLocale = z.string().max(35).optional().openapi({ description: 'BCP 47 tag of the language of the banner' });
const PreviewQuery = z.object({
  version: VersionNumber.optional().openapi({
    description: 'Number of a version. Default: the fields of the form, or else the version in force',
  }),
  locale: BannerLocale,
});

export function appearanceRoutes({ appearance, usual, locales, preview }: AppearanceRoutesOptions): Routes {
  const current = async () => (await appearance.inForce())?.content ?? usual;
  /** The faults of the fields of an address. */
  const faultsOf = async (fields: unknown, language: () => Promise<Language>): Promise<readonly FieldError[]> => {
    try {
      const content = contentOf(await validate(AppearanceBody, fields, language));
      return contentFaults(content, locales, await language());
    } catch (error) {
      if (error instanceof PolicyEngineError && error.errors.length > 0) return error.errors;
      throw error;
    }
  };

  const published = async (version: number) => {
    const found = await appearance.version(version);
    if (found === null) throw refusals.notFound();
    return found;
  };

  return (app) => {
    app.navigation({ area: 'admin', group: 'consent', position: 25, path: PATH, label: 'appearance.title' });
    app.route({
      method: 'get',
      path: PATH,
      id: 'showAppearance',
      summary: 'Show the appearance of the banner and its versions',
      description: 'With the fields of the form in the address the page previews them.',
      tags: TAGS,
      access: 'admin',
      answer: { description: 'The appearance in force', json: AppearanceSchema, html: 'page' },
      handle: async ({ request, language }) => {
        const versions = await appearance.list();
        const fields = fieldsOf(request);
        const sent = draftIn(fields);
        const errors = sent === null ? [] : await faultsOf(fields, language);
        const draft = sent ?? draftOfContent(versions[0]?.content ?? usual);
        const shown = { draft, isNew: sent !== null, errors, versions, locales, opened: openedIn(fields, versions) };
        return { json: appearanceJson(versions, usual), html: (view) => editorPage(view, shown) };
      },
    });
    app.route({
      method: 'post',
      path: PATH,
      id: 'saveAppearance',
      summary: 'Publish an appearance of the banner',
      description:
        'Creates a new version, which later decisions refer to. No version is created if the content is already in force.',
      tags: TAGS,
      access: 'admin',
      body: AppearanceBody,
      answer: { description: 'In force', json: AppearanceSchema, html: 'redirect' },
      form: async (_call, { errors, values }) => {
        const versions = await appearance.list();
        const draft = draftOfFields(values);
        // A person who was told of the other version may publish again, which replaces it.
        const isOvertaken = errors.some(({ code }) => code === 'changed');
        const opened = openedIn(isOvertaken ? {} : values, versions);
        return (view) => editorPage(view, { draft, isNew: true, errors, versions, locales, opened });
      },
      errors: [409],
      handle: async ({ body, href, language, format }) => {
        const content = contentOf(body);
        const reading = await language();
        const errors: FieldError[] = contentFaults(content, locales, reading);
        if (errors.length > 0) throw httpErrors.invalid(errors);
        await appearance.save(content, body.opened).catch((error: unknown) => {
          throw format === 'html' ? overtaken(error, reading) : error;
        });
        const redirect = { to: href(PATH), notice: 'notice.appearance_saved' } as const;
        return { json: async () => appearanceJson(await appearance.list(), usual), redirect };
      },
    });
    app.route({
      method: 'get',
      path: `${PATH}/preview`,
      id: 'previewAppearance',
      summary: 'Show the banner on a sample page, as published or as the query parameters describe it',
      description: 'It asks about the purposes and vendors of today, also in an earlier version.',
      tags: TAGS,
      access: 'admin',
      query: PreviewQuery,
      answer: { description: 'A page', html: 'page' },
      handle: async ({ request, query, language, setLocale, href }) => {
        if (query.locale !== undefined) setLocale(query.locale);
        const content =
          query.version === undefined
            ? previewed(draftIn(fieldsOf(request)), await current())
            : (await published(query.version)).content;
        const words = await language();
        const look = lookOf(content, words.locale, null);
        const html = await previewDocument(words, (await preview(words, look, href)).join(''), href);
        const headers = {
          'content-type': 'text/html; charset=utf-8',
          'content-language': words.locale,
          'content-security-policy': PREVIEW_POLICY,
        };
        return new Response(html, { headers });
      },
    });
    app.route({
      method: 'get',
      path: `${PATH}/versions/{number}`,
      id: 'showAppearanceVersion',
      summary: 'Show a published version of the appearance',
      tags: TAGS,
      access: 'admin',
      params: z.object({ number: VersionNumber }),
      query: z.object({ language: BannerLocale }),
      answer: { description: 'A page', html: 'page' },
      handle: async ({ params, query }) => {
        const version = await published(params.number);
        return { html: (view) => versionPage(view, version, query.language) };
      },
    });
    app.route({
      method: 'get',
      path: `${PATH}/style`,
      id: 'styleOfAppearance',
      summary: 'The style sheet of the banner, computed from the query parameters alone',
      tags: ['Consent'],
      access: 'public',
      query: StyleQuery,
      answer: { description: 'The style sheet' },
      otherResponses: { 200: { description: 'The style sheet', content: { 'text/css': { schema: z.string() } } } },
      handle: ({ query: { background, text, button, accent, corners } }) => {
        const isWhole = background && text && button && accent;
        const colours = isWhole ? { background, text, button, accent } : null;
        const headers = { 'content-type': 'text/css; charset=utf-8', 'cache-control': 'public, max-age=86400' };
        return new Response(styleSheet({ colours, corners }), { headers });
      },
    });
  };
}

const fieldsOf = (request: Request) => nestFields(new URL(request.url).searchParams);

/** The form in the fields of an address; null for an address without one. */
function draftIn(fields: Readonly<Record<string, unknown>>): Draft | null {
  return fields['layout'] === undefined ? null : draftOfFields(fields);
}

function previewed(draft: Draft | null, current: AppearanceContent): AppearanceContent {
  return draft === null ? current : contentOfDraft(draft, current);
}

/** The version that was opened, as sent; by default the one in force. */
function openedIn(values: unknown, [newest]: readonly AppearanceVersion[]): number {
  const sent = z.object({ opened: Opened }).safeParse(values).data?.opened;
  return sent ?? newest?.number ?? 0;
}

/** Reports a version that others published as an error of the form, which keeps what was written. */
function overtaken(error: unknown, { t }: Pick<Language, 't'>): unknown {
  const isOvertaken = error instanceof PolicyEngineError && error.code === 'appearance_changed';
  return isOvertaken ? httpErrors.invalid([{ field: '', code: 'changed', detail: t('appearance.changed') }]) : error;
}
