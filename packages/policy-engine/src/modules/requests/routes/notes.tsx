/** Notes on a request, and its recorded events. */
import { z } from '@hono/zod-openapi';
import { httpErrors, type Language, PageHeader, type View, type WebApp } from '../../../platform/web/index.ts';
import type { RequestDesk } from '../desk.ts';
import type { KindRequest } from '../register/kind.ts';
import { MAX_NOTE_LENGTH } from '../notes/notes.ts';
import { REQUESTS } from './paths.ts';
import { NoteForm } from '../views/record.tsx';
import { backTo, changing, OF_REQUEST, RequestParams } from './of-request.ts';

const NoteParams = RequestParams.extend({ note: z.string().min(1).max(255) });
const Body = z.object({
  body: z
    .string()
    .max(MAX_NOTE_LENGTH)
    .openapi({ description: `For other administrators; at most ${MAX_NOTE_LENGTH} characters` }),
});
const time = z.string().openapi({ description: 'ISO 8601, UTC' });
const RecordJson = z
  .object({
    timeline: z.array(
      z.object({
        at: time,
        what: z.string().openapi({ description: 'In the language of the request' }),
        who: z.enum(['administrator', 'person', 'host', 'engine']),
        administrator: z.string().nullable().openapi({ description: 'The host’s ID of the administrator' }),
      }),
    ),
    notes: z.array(z.object({ id: z.string(), author: z.string().nullable(), body: z.string(), created_at: time })),
  })
  .openapi('RequestRecord');

/** Declares the recorded events of a request of any kind, and notes on it. */
export function declareNotes(app: WebApp, desk: RequestDesk): void {
  app.route({
    ...OF_REQUEST,
    method: 'get',
    path: `${REQUESTS}/{kind}/{id}/record`,
    id: 'showRequestRecord',
    summary: 'Show the record of a request: what happened, oldest first, and the notes of administrators',
    answer: { description: 'The timeline and the notes', json: RecordJson },
    handle: async ({ params, language }) => {
      const found = await desk.find(params.kind, params.id);
      const words = await language();
      return { json: () => recordJson(desk, found, words) };
    },
  });
  declareAdding(app, desk);
  app.route({
    ...OF_REQUEST,
    method: 'delete',
    path: `${REQUESTS}/{kind}/{id}/notes/{note}`,
    id: 'deleteRequestNote',
    summary: 'Delete a note on a request',
    params: NoteParams,
    answer: { status: 204, description: 'Deleted', html: 'redirect' },
    handle: async ({ params, href }) => {
      const { kind, request } = await desk.find(params.kind, params.id);
      await desk.notes.delete(request.id, params.note);
      return { redirect: { to: href(kind.pages.paths.one(request.id)), notice: 'notice.request_note_deleted' } };
    },
  });
}

function declareAdding(app: WebApp, desk: RequestDesk): void {
  app.route({
    ...changing(desk),
    method: 'post',
    path: `${REQUESTS}/{kind}/{id}/notes`,
    id: 'addRequestNote',
    summary: 'Add a note to a request, which the person never sees',
    description: 'Notes are erased together with the person. After that, 409 `request_closed`.',
    body: Body,
    answer: { status: 201, description: 'The record with the new note', json: RecordJson, html: 'redirect' },
    typed: ['body'],
    form: async ({ params }, { errors, values }) => {
      const found = await desk.find(params.kind, params.id);
      const { kind, request } = found;
      const { body } = Body.catch({ body: '' }).parse(values);
      return async (view: View) => {
        const title = view.t('requests.notes');
        const content = (
          <div class="pe-card pe-narrow pe-stack">
            <PageHeader title={title} back={await backTo(view, found)} />
            <NoteForm view={view} record={{ kind: kind.name, id: request.id }} body={body} errors={errors} />
          </div>
        );
        return { title, content };
      };
    },
    handle: async ({ params, body, href, language }) => {
      const found = await desk.find(params.kind, params.id);
      const { kind, request } = found;
      const words = await language();
      const text = body.body.trim();
      if (text === '')
        throw httpErrors.invalid([{ field: 'body', code: 'required', detail: words.t('field.required') }]);
      await desk.notes.add(kind, request.id, text);
      return {
        json: () => recordJson(desk, found, words),
        redirect: { to: href(kind.pages.paths.one(request.id)), notice: 'notice.request_noted' },
      };
    },
  });
}

async function recordJson(desk: RequestDesk, found: KindRequest, words: Language): Promise<z.infer<typeof RecordJson>> {
  const [timeline, notes] = [await desk.timeline(found, words), await desk.notes.of(found.request.id)];
  return {
    timeline: timeline.map(({ at, what, who }) => ({
      at,
      what,
      who: typeof who === 'object' ? 'administrator' : who,
      administrator: typeof who === 'object' ? who.administrator : null,
    })),
    notes: notes.map(({ id, author, body, createdAt }) => ({ id, author, body, created_at: createdAt })),
  };
}
