/** The administrators' list of events, as a page, as JSON and as files. */
import { z } from '@hono/zod-openapi';
import { pagesOf } from '../../../../platform/database/statements/capped-count.ts';
import { type UserResource, usersMatching } from '../../../../platform/users/resource.ts';
import {
  allPages,
  columnsField,
  daysInOrder,
  declareExport,
  pageNumber,
  periodOf,
  periodQuery,
  sortField,
  type WebApp,
  wholeNumberIn,
} from '../../../../platform/web/index.ts';
import type { Rules } from '../../../rules/index.ts';
import { eventGroupNames } from '../../ledger/event.ts';
import { type EventFilter, type EventSubjects, gpcFilters, UNKNOWN_LANGUAGE } from '../../listing/event-filter.ts';
import { eventOrders } from '../../listing/event-list.ts';
import { LEDGER_PATH } from '../paths.ts';
import { EVENT_COLUMNS, eventJson, LedgerPageSchema, ListedEventSchema } from '../representation.ts';
import type { StoredEvent } from '../../ledger/rows.ts';
import type { LedgerService } from '../../service.ts';
import { ledgerPage, type ShownLog } from '../views/ledger-page.tsx';

const TAGS = ['Ledger'];
const PAGE_SIZE = 50;
/** The largest number that fits the column. */
const MOST = 2 ** 31 - 1;

/** Statistics count days in UTC, and link to the same days here. */
const daysOf = z.enum(['utc', '']).optional().openapi({ description: 'Whether the days of the period are in UTC' });

const Filters = z.object({
  kind: z.enum(eventGroupNames).default('decisions').openapi({
    description:
      '`decisions`: without the copies from browsers to accounts, which are in `all`; `flags`: includes reviews; `all`: all events',
  }),
  // The form sends its first choice, all, as an empty text.
  rule: z.string().max(63).optional(),
  version: z
    .union([z.literal(''), wholeNumberIn(1, MOST)])
    .optional()
    .openapi({
      type: 'integer',
      minimum: 1,
      maximum: MOST,
      description: 'Number of the text that the events are about; of all policies without `rule`',
    }),
  decision: z.enum(['accepted', 'rejected', '']).optional(),
  subject: z.string().max(255).optional().openapi({ description: 'ID of the account that the events are about' }),
  gpc: z
    .enum([...gpcFilters, ''])
    .optional()
    .openapi({
      description:
        'Only decisions with an opt-out signal of the browser (Global Privacy Control), or those that honoured or overrode it',
    }),
  language: z
    .string()
    .trim()
    .max(63)
    .optional()
    .openapi({
      description: `Language of the page on which somebody decided (BCP 47 tag), \`${UNKNOWN_LANGUAGE}\` if it is no longer known`,
    }),
  days: daysOf,
  q: z.string().trim().max(255).optional().openapi({
    description: 'ID of an account or a browser, or part of a name or an address if the host can search for them',
  }),
  ...periodQuery,
});

/** What the list needs. */
export interface LedgerListOptions {
  readonly ledger: LedgerService;
  readonly rules: Rules;
  readonly users: UserResource;
  /** IANA name of the time zone that defines the days of a period. */
  readonly timeZone: string;
}

/** Declares the list. */
export function declareLedgerList(app: WebApp, { ledger, rules, users, timeZone }: LedgerListOptions): void {
  const findsNames = users.search !== undefined;
  const filterOf = async ({
    kind,
    rule,
    version,
    decision,
    gpc,
    language,
    subject,
    q,
    from,
    to,
    days,
  }: z.output<typeof Filters>): Promise<EventFilter> => ({
    kind,
    rule: rule || undefined,
    version: version || undefined,
    decision: decision || undefined,
    gpc: gpc || undefined,
    language: language || undefined,
    subjects: await subjectsOf(users, { subject, q }),
    ...periodOf({ from, to }, days === 'utc' ? 'UTC' : timeZone),
  });
  app.route({
    method: 'get',
    path: LEDGER_PATH,
    id: 'listLedgerEvents',
    summary: 'List the decisions of all people, or events of another kind, newest first',
    tags: TAGS,
    access: 'admin',
    query: Filters.extend({ page: pageNumber, sort: sortField(eventOrders), columns: columnsField }),
    answer: { description: `A page of ${PAGE_SIZE} events`, json: LedgerPageSchema, html: 'page' },
    handle: async ({ query: { page, ...asked }, href }) => {
      const { events, total } = await ledger.page(await filterOf(asked), page, PAGE_SIZE, asked.sort || undefined);
      const suspicions = await ledger.suspicionsAmong(events);
      const pages = pagesOf(total, PAGE_SIZE);
      return {
        json: { page, pages, total: total.count, events: events.map((event) => listed(event, suspicions, href)) },
        html: async (view) => {
          const [waiting, log] = [await ledger.unjudged(), await logOf(ledger)];
          return ledgerPage(
            view,
            { events, suspicions, query: daysInOrder(asked), waiting, log, page, pages, total, findsNames },
            rules,
          );
        },
      };
    },
  });
  declareExport(app, {
    path: LEDGER_PATH,
    id: 'LedgerEvents',
    summary: 'Events of the ledger',
    tags: TAGS,
    access: 'admin',
    query: Filters,
    file: 'ledger',
    row: ListedEventSchema,
    columns: [...EVENT_COLUMNS, 'subject'],
    rows: async function* (asked, { href }) {
      const filter = await filterOf(asked);
      const read = (last: StoredEvent | null, limit: number) => ledger.eventsAfter(filter, last, limit);
      for await (const events of allPages(read)) {
        const suspicions = await ledger.suspicionsAmong(events);
        yield events.map((event) => listed(event, suspicions, href));
      }
    },
  });
}

/** Whom a query asks for: the account of an ID, or all whom a text finds. Undefined for anybody. */
async function subjectsOf(
  users: UserResource,
  { subject, q }: { readonly subject?: string | undefined; readonly q?: string | undefined },
): Promise<EventSubjects | undefined> {
  if (subject) return { userIds: [subject] };
  return q ? { userIds: [...new Set([q, ...(await usersMatching(users, q))])], visitorId: q } : undefined;
}

function listed(event: StoredEvent, suspicions: ReadonlyMap<string, string>, href: (path: string) => string) {
  return { ...eventJson(event, suspicions, href), subject: event.identity?.userId ?? null };
}

/** Name and key of the log are created with its first checkpoint: reading a page creates nothing. */
async function logOf(ledger: LedgerService): Promise<ShownLog | null> {
  const checkpoint = await ledger.checkpoint();
  if (checkpoint === null) return null;
  const [vkeys, witnesses] = [await ledger.vkeys(), await ledger.witnesses.report()];
  return { vkeys, checkpoint, isStored: !ledger.hasOwnKey, witnesses };
}
