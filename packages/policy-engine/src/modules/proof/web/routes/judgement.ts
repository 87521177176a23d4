/** Routes for administrators to review flagged entries. */
import { z } from '@hono/zod-openapi';
import type { Rules } from '../../../rules/index.ts';
import { allPages, columnsField, declareExport, pageNumber, type Routes, sortField } from '../../../../platform/web/index.ts';
import { EVENT_COLUMNS, EventJsonSchema, eventJson } from '../representation.ts';
import { doubts, type StoredEvent } from '../../ledger/rows.ts';
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
  doubt: z.enum(doubts).openapi({
    description: '`suspected` does not count until it is reviewed; `counts`, `void`: the result of the review',
  }),
});
/** A row of the files. */
const FlaggedRow = EventJsonSchema.and(Flagged.omit({ event: true }));
/** The filter of the list and its files. The form sends its first choice, everything, as an empty text. */
const filter = { state: z.enum([...doubts, '']).optional().openapi({ description: 'What the review says' }) } as const;
/** Entries that the page and its JSON read. */
const MOST = 1000;
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
      query: z.object({
        ...filter,
        page: pageNumber,
        sort: sortField(['state', 'at', '-at']),
        columns: columnsField,
      }),
      answer: {
        description: 'At most 1000 events, with the reason why each is flagged',
        json: z.array(Flagged),
        html: 'page',
      },
      handle: async ({ href, query: { page, ...query } }) => {
        const all = await ledger.suspected(null, MOST);
        const suspicions = await ledger.suspicionsAmong(all);
        const events = inOrder(
          all.filter((event) => isIn(event, query.state)),
          query.sort ?? '',
        );
        return {
          json: events.map((event) => ({ event: eventJson(event, suspicions, href), ...flaggedAs(event) })),
          html: (view) => {
            const counts = new Map(doubts.map((one) => [one, all.filter((event) => isIn(event, one)).length]));
            const isCapped = all.length === MOST;
            return suspectedPage(view, { events, counts, isCapped, suspicions, path: PATH, page, query }, rules);
          },
        };
      },
    });
    declareExport(app, {
      path: PATH,
      id: 'SuspectedEvents',
      summary: 'The flagged events',
      tags: TAGS,
      access: 'admin',
      query: z.object(filter),
      file: 'flagged-events',
      row: FlaggedRow,
      columns: [...EVENT_COLUMNS, 'subject', 'doubt'],
      rows: async function* ({ state }, { href }) {
        const read = (last: StoredEvent | null, limit: number) => ledger.suspected(last, limit);
        for await (const events of allPages(read)) {
          const suspicions = await ledger.suspicionsAmong(events);
          const listed = events.filter((event) => isIn(event, state));
          yield listed.map((event) => Object.assign(eventJson(event, suspicions, href), flaggedAs(event)));
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

/** Whether the review of an event says so; an empty state means all. */
function isIn({ doubt }: StoredEvent, state: string | undefined): boolean {
  return !state || (doubt ?? 'suspected') === state;
}

/** Without a choice: those without a review first. */
function inOrder(events: readonly StoredEvent[], sort: string): readonly StoredEvent[] {
  if (sort !== 'at' && sort !== '-at') return events;
  const ascending = events.toSorted((one, other) => Date.parse(one.leaf.at) - Date.parse(other.leaf.at));
  return sort === 'at' ? ascending : ascending.toReversed();
}

function flaggedAs({ identity, doubt }: StoredEvent) {
  return { subject: identity?.userId ?? null, doubt: doubt ?? ('suspected' as const) };
}
