/** Routes for administrators to review flagged entries. */
import { z } from '@hono/zod-openapi';
import type { Rules } from '../../../rules/index.ts';
import { allPages, declareExport, type Routes } from '../../../../platform/web/index.ts';
import { EVENT_COLUMNS, EventJsonSchema, eventJson } from '../representation.ts';
import type { StoredEvent } from '../../ledger/rows.ts';
import type { LedgerService } from '../../service.ts';
import { suspectedPage } from '../views/suspected-page.tsx';

const PATH = '/ledger/suspected';
const TAGS = ['Ledger'];
const Flagged = z.object({
  event: EventJsonSchema,
  subject: z
    .string()
    .nullable()
    .openapi({ description: 'The account that the event claims to be about; null for none' }),
  doubt: z.enum(['suspected', 'counts', 'void']).openapi({
    description: '`suspected` does not count until it is reviewed; `counts`, `void`: the result of the review',
  }),
});
/** A row of the files. */
const FlaggedRow = EventJsonSchema.and(Flagged.omit({ event: true }));
const Id = z.object({ id: z.string().min(1).max(255) });

/** The list of entries to review, and the judgement. */
export function judgementRoutes({ ledger, rules }: { ledger: LedgerService; rules: Rules }): Routes {
  return (app) => {
    app.route({
      method: 'get',
      path: PATH,
      id: 'listSuspectedEvents',
      summary: 'List the flagged events, those that nobody has reviewed first',
      tags: TAGS,
      access: 'admin',
      answer: {
        description: 'At most 1000 events, with the reason why each is flagged',
        json: z.array(Flagged),
        html: 'page',
      },
      handle: async ({ href }) => {
        const events = await ledger.suspected();
        const suspicions = await ledger.suspicionsAmong(events);
        return {
          json: events.map((event) => ({ event: eventJson(event, suspicions, href), ...flaggedAs(event) })),
          html: (view) => suspectedPage(view, { events, suspicions }, rules),
        };
      },
    });
    declareExport(app, {
      path: PATH,
      id: 'SuspectedEvents',
      summary: 'The flagged events',
      tags: TAGS,
      access: 'admin',
      query: z.object({}),
      file: 'flagged-events',
      row: FlaggedRow,
      columns: [...EVENT_COLUMNS, 'subject', 'doubt'],
      rows: async function* (_asked, { href }) {
        const read = (last: StoredEvent | null, limit: number) => ledger.suspected(last, limit);
        for await (const events of allPages(read)) {
          const suspicions = await ledger.suspicionsAmong(events);
          yield events.map((event) => Object.assign(eventJson(event, suspicions, href), flaggedAs(event)));
        }
      },
    });
    app.route({
      method: 'put',
      path: '/ledger/events/{id}/judgement',
      id: 'judgeLedgerEvent',
      summary: 'Review a flagged event',
      description:
        'The review is an event of the ledger. The last review applies, and determines the current decision.',
      tags: TAGS,
      access: 'admin',
      params: Id,
      body: z.object({ verdict: z.enum(['counts', 'void']) }),
      answer: { status: 204, description: 'The review is recorded', html: 'redirect' },
      errors: [404, 409],
      subject: ({ id }) => ({ path: `/ledger/events/${id}` }),
      handle: async ({ params, body, href }) => {
        await ledger.judge(params.id, body.verdict, 'panel');
        return { redirect: { to: href(PATH), notice: 'notice.ledger_judged' } };
      },
    });
  };
}

function flaggedAs({ identity, doubt }: StoredEvent) {
  return { subject: identity?.userId ?? null, doubt: doubt ?? ('suspected' as const) };
}
