/** Actions on several requests at once: the confirmation page, and the actions, each on its own. */
import { z } from '@hono/zod-openapi';
import { httpErrors, type Language, type View, type WebApp } from '../../../platform/web/index.ts';
import { actOnAll, type BulkOptions, MOST_AT_ONCE, requestKeyOf, type RequestKey } from '../register/bulk.ts';
import { BULK } from './paths.ts';
import { MAX_REASON_LENGTH } from '../register/register.ts';
import { bulkPage, bulkResultPage } from '../views/bulk-pages.tsx';
import { bulkActs } from '../views/kind-pages.ts';
import { rowOf } from './list.ts';
import { ADMIN, writtenReason } from './shared.ts';

const Chosen = z.object({
  act: z.enum(bulkActs),
  requests: z
    .array(z.string().max(300))
    .max(MOST_AT_ONCE)
    .default([])
    .openapi({ description: `Type and ID of each, as in \`portability:0190…\`; at most ${MOST_AT_ONCE}` }),
  template: z.string().max(63).optional(),
});
const Done = Chosen.extend({
  reason: z
    .string()
    .max(MAX_REASON_LENGTH)
    .optional()
    .openapi({
      description: `For \`deny\` and \`extend\`: the reason that each person gets; at most ${MAX_REASON_LENGTH} characters`,
    }),
});

/** Declares the confirmation page and the action. */
export function declareBulk(app: WebApp, options: BulkOptions): void {
  const { desk } = options;
  const asked = async (
    { act, requests, template }: z.output<typeof Chosen>,
    form: Omit<Parameters<typeof bulkPage>[1], 'act' | 'rows' | 'templates' | 'canMail'> = {},
  ) => {
    const found = await desk.load(requestKeysOf(requests));
    return async (view: View) => {
      const rows = await Promise.all(found.map(({ kind, request }) => rowOf(view, kind, request)));
      // In the language of the people, if they all share one.
      const [locale, ...others] = new Set(found.map(({ request }) => request.locale));
      const wish = others.length > 0 ? view.locale : (locale ?? view.locale);
      const words = act === 'confirm' ? [] : await desk.templates.list({ act, locale: wish });
      const body = words.find(({ id }) => id === template)?.body;
      const { canMail } = desk;
      return bulkPage(view, {
        act,
        rows,
        templates: words,
        canMail,
        ...(body !== undefined && { reason: body }),
        ...form,
      });
    };
  };
  app.route({
    method: 'post',
    path: `${BULK}/ask`,
    id: 'askToActOnRequests',
    summary: 'Ask for confirmation of an action on several requests; changes nothing',
    tags: ADMIN,
    access: 'admin',
    body: Chosen,
    answer: { description: 'The question, which lists all of them', html: 'page' },
    handle: async ({ body }) => ({ html: await asked(body) }),
  });
  app.route({
    method: 'post',
    path: BULK,
    id: 'actOnRequests',
    summary: 'Confirm, deny or extend several requests, each in a transaction of its own',
    description: 'A failure for one request does not stop the others. `results` states the outcome for each.',
    tags: ADMIN,
    access: 'admin',
    body: Done,
    answer: {
      description: 'The outcome for each request',
      json: z.object({
        act: z.enum(bulkActs),
        results: z.array(
          z.object({
            kind: z.string(),
            id: z.string(),
            done: z.boolean(),
            proposed: z
              .boolean()
              .openapi({ description: 'Whether another administrator must confirm it (`fourEyes`)' }),
            state: z.string().nullable().openapi({ description: 'Its current state; null if it does not exist' }),
            error: z.object({ code: z.string(), detail: z.string() }).nullable(),
          }),
        ),
      }),
      html: 'page',
    },
    typed: ['reason'],
    form: async (_call, { errors, values }) => {
      const chosen = Chosen.safeParse(values);
      return asked(chosen.data ?? { act: 'confirm', requests: [] }, { errors, reason: writtenReason(values) });
    },
    handle: async ({ body, language }) => {
      const words = await language();
      const keys = requireRequests(requestKeysOf(body.requests), words);
      const reason = body.act === 'confirm' ? '' : requireReason(body.reason, words);
      const outcomes = await actOnAll(options, keys, { act: body.act, reason, language: words });
      return {
        json: () => ({
          act: body.act,
          results: outcomes.map(({ kind, id, found, outcome, refused }) => ({
            kind,
            id,
            done: outcome === 'done',
            proposed: outcome === 'proposed',
            state: found?.request.state ?? null,
            error: refused,
          })),
        }),
        html: async (view) => {
          const rows = await Promise.all(
            outcomes.map(async ({ kind, id, found, outcome, refused }) => ({
              kind,
              id,
              outcome,
              row: found === null ? null : await rowOf(view, found.kind, found.request),
              refused: refused?.detail ?? null,
            })),
          );
          return bulkResultPage(view, body.act, rows);
        },
      };
    },
  });
}

/** Each once; values without a request are left out. */
function requestKeysOf(values: readonly string[]): RequestKey[] {
  return [...new Set(values)].flatMap((value) => requestKeyOf(value) ?? []);
}

function requireRequests(keys: RequestKey[], { t }: Language): RequestKey[] {
  if (keys.length > 0) return keys;
  throw httpErrors.invalid([{ field: 'requests', code: 'required', detail: t('requests.bulk.none_text') }]);
}

function requireReason(reason: string | undefined, { t }: Language): string {
  const text = reason?.trim() ?? '';
  if (text !== '') return text;
  throw httpErrors.invalid([{ field: 'reason', code: 'required', detail: t('field.required') }]);
}
