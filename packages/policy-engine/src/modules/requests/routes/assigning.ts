/** Who works on a request: taking it, and handing it over. */
import { z } from '@hono/zod-openapi';
import { httpErrors, type View, type WebApp } from '../../../platform/web/index.ts';
import { MAX_NOTE_LENGTH } from '../notes/notes.ts';
import type { RequestDesk } from '../desk.ts';
import { assignmentPage } from '../views/assignment.tsx';
import { assignmentPath } from './paths.ts';
import { backTo, changing, OF_REQUEST } from './of-request.ts';

const AssignmentJson: z.ZodType<{ assignee: string | null }> = z
  .object({ assignee: z.string().nullable().openapi({ description: 'The host’s ID of the administrator' }) })
  .openapi('RequestAssignment');

const Body = z.object({
  assignee: z
    .string()
    .max(255)
    .nullable()
    .openapi({ description: 'The host’s ID of an administrator; null or an empty text for nobody' }),
  note: z
    .string()
    .max(MAX_NOTE_LENGTH)
    .optional()
    .openapi({ description: 'For the colleague: it becomes a note on the request. Default: none' }),
});

/** Declares them. */
export function declareAssigning(app: WebApp, desk: RequestDesk): void {
  const page = async ({ kind: name, id }: { readonly kind: string; readonly id: string }, form = {}) => {
    const found = await desk.find(name, id);
    const { kind, request } = found;
    const ids = await desk.assignments.administrators();
    const [names, assignee] = [await desk.namesOfAdmins(ids), await desk.assignments.of(request.id)];
    return async (view: View) => {
      const back = await backTo(view, found);
      const action = view.href(assignmentPath(kind.name, request.id));
      return assignmentPage(view, { action, back, names, assignee, ...form });
    };
  };
  app.route({
    ...OF_REQUEST,
    method: 'get',
    path: assignmentPath('{kind}', '{id}'),
    id: 'showRequestAssignment',
    summary: 'Show who works on a request, and whom it can be handed to',
    answer: { description: 'Who works on it', json: AssignmentJson, html: 'page' },
    handle: async ({ params }) => {
      const { request } = await desk.find(params.kind, params.id);
      return {
        json: async () => ({ assignee: await desk.assignments.of(request.id) }),
        html: await page(params),
      };
    },
  });
  app.route({
    ...changing(desk),
    method: 'put',
    path: assignmentPath('{kind}', '{id}'),
    id: 'assignRequest',
    summary: 'Assign a request to an administrator, with a note for them, or to nobody',
    description:
      'Administrators are those in the audit log, and whoever calls this: 422 for anybody else. 409 `request_closed` for a note once ' +
      'the person is being erased, or was.',
    body: Body,
    answer: { description: 'Who works on it', json: AssignmentJson, html: 'redirect' },
    typed: ['note'],
    form: ({ params }, { errors, values }) => page(params, { errors, note: noteIn(values) }),
    handle: async ({ params: { kind, id }, body, href, language }) => {
      const found = await desk.find(kind, id);
      const assignee = body.assignee === '' ? null : body.assignee;
      if (assignee !== null && !(await desk.assignments.administrators()).includes(assignee)) {
        const { t } = await language();
        const detail = t('requests.assigned.unknown');
        throw httpErrors.invalid([{ field: 'assignee', code: 'unknown', detail }]);
      }
      const note = body.note?.trim() ?? '';
      await desk.assignments.assign(found.kind, id, { assignee, note: note === '' ? null : note });
      return {
        json: { assignee },
        redirect: { to: href(found.kind.pages.paths.one(id)), notice: 'notice.request_assigned' },
      };
    },
  });
}

function noteIn(values: unknown): string {
  return z
    .object({ note: z.string().catch('') })
    .catch({ note: '' })
    .parse(values).note;
}
