/** Routes of a person's own record and receipts, and of the administrators' list. */
import { z } from '@hono/zod-openapi';
import type { BrowserService } from '../../../browsers/index.ts';
import type { TermsService } from '../../../terms/index.ts';
import type { Access, Call, Routes, WebApp } from '../../../../platform/web/index.ts';
import { declareExport, httpErrors } from '../../../../platform/web/index.ts';
import type { LedgerSubject } from '../../ledger/event.ts';
import { declareLedgerList, type LedgerListOptions } from './list.ts';
import { ReceiptSchema } from '../../receipts/schema.ts';
import { EVENT_COLUMNS, EventJsonSchema, eventJson } from '../representation.ts';
import type { StoredEvent } from '../../ledger/rows.ts';
import { receiptPage } from '../views/receipt-page.tsx';
import { recordPage } from '../views/record-page.tsx';

type AnyCall = Call<Access, unknown, unknown, unknown>;

/** What the routes need. */
export interface LedgerRoutesOptions extends LedgerListOptions {
  readonly browsers: BrowserService;
  readonly terms: Pick<TermsService, 'html'>;
  /** Name of the rule of an ID: the rule's own ID, or that of a user term of the caller. @throws HttpError 404 */
  readonly ruleOf: (call: AnyCall, id: string) => Promise<string>;
}

const TAGS = ['Ledger'];
/** Events per read of a file. */
const AT_ONCE = 500;
const Id = z.object({ id: z.string().min(1).max(255) });

/** @throws HttpError 401 for callers who are not signed in and have never decided */
async function subjectOf(call: AnyCall, browsers: BrowserService): Promise<LedgerSubject> {
  const { user } = call;
  if (user !== null) return { userId: user.id, visitorId: null };
  const { visitorId } = await browsers.of(call);
  if (visitorId === null) throw httpErrors.unauthorized();
  return { userId: null, visitorId };
}

/** Proof for people, and oversight for administrators. */
export function ledgerRoutes(options: LedgerRoutesOptions): Routes {
  return (app) => {
    app.navigation({
      area: 'user',
      position: 30,
      path: '/ledger/events',
      label: 'ledger.mine.title',
      isOnlyListed: true,
    });
    app.navigation({ area: 'admin', group: 'evidence', position: 40, path: '/ledger', label: 'nav.ledger' });
    declareRecord(app, options);
    declareRecordFiles(app, options);
    declareReceipts(app, options);
    declareLedgerList(app, options);
  };
}

function declareRecord(app: WebApp, { ledger, rules, browsers }: LedgerRoutesOptions): void {
  app.route({
    method: 'get',
    path: '/ledger/events',
    id: 'listOwnLedgerEvents',
    summary: 'List one’s own events, newest first',
    description:
      'The events of the account, and of visitors whose decisions it took over; without an account, those of this browser.',
    tags: TAGS,
    access: 'public',
    answer: { description: 'At most 1000 events', json: z.array(EventJsonSchema), html: 'page' },
    errors: [401],
    handle: async (call) => {
      const events = await ledger.eventsAbout(await subjectOf(call, browsers));
      const suspicions = await ledger.suspicionsAmong(events);
      return {
        json: events.map((event) => eventJson(event, suspicions, call.href)),
        html: (view) => recordPage(view, events, suspicions, rules),
      };
    },
  });
}

/** A person's own decisions as files: a copy in a machine-readable format (GDPR Art. 20). */
function declareRecordFiles(app: WebApp, { ledger, browsers }: LedgerRoutesOptions): void {
  declareExport(app, {
    path: '/ledger/events',
    id: 'OwnLedgerEvents',
    summary: 'One’s own events',
    tags: TAGS,
    access: 'public',
    query: z.object({}),
    file: 'my-decisions',
    row: EventJsonSchema,
    columns: EVENT_COLUMNS,
    rows: async function* (_asked, call) {
      const subject = await subjectOf(call, browsers);
      // A decision that is made meanwhile moves the others.
      const written = new Set<string>();
      for (let offset = 0, isLast = false; !isLast; offset += AT_ONCE) {
        const events = await ledger.eventsAbout(subject, { limit: AT_ONCE, offset });
        isLast = events.length < AT_ONCE;
        const fresh = events.filter(({ leaf }) => !written.has(leaf.id) && written.add(leaf.id));
        const suspicions = await ledger.suspicionsAmong(fresh);
        yield fresh.map((event) => eventJson(event, suspicions, call.href));
      }
    },
  });
}

function declareReceipts(app: WebApp, options: LedgerRoutesOptions): void {
  const { ledger, rules, browsers, terms, ruleOf } = options;
  const html = (markdown: string) => terms.html({ markdown });
  const answer = async (event: StoredEvent) => {
    const shown = await ledger.shownReceipt(event);
    return {
      json: shown.receipt,
      html: (view: Parameters<typeof receiptPage>[0]) => receiptPage(view, shown, rules, html),
    };
  };
  app.route({
    method: 'get',
    path: '/user_terms/{id}/receipt',
    id: 'receiptOfUserTerm',
    summary: 'The receipt of one’s current decision on a rule',
    tags: TAGS,
    access: 'public',
    params: Id,
    answer: { description: 'The receipt; `pending` until the event is sealed', json: ReceiptSchema, html: 'page' },
    errors: [401, 404],
    handle: async (call) => {
      const subject = await subjectOf(call, browsers);
      const rule = await ruleOf(call, call.params.id);
      const [event] = await ledger.eventsAbout(subject, { rule, limit: 1 });
      if (event === undefined) throw httpErrors.notFound();
      return answer(event);
    },
  });
  app.route({
    method: 'get',
    path: '/ledger/events/{id}',
    id: 'receiptOfLedgerEvent',
    summary: 'The receipt of one of one’s own events',
    tags: TAGS,
    access: 'public',
    params: Id,
    answer: { description: 'The receipt; `pending` until the event is sealed', json: ReceiptSchema, html: 'page' },
    errors: [401, 404],
    handle: async (call) => {
      const [event, subject] = [await ledger.event(call.params.id), await subjectOf(call, browsers)];
      // A receipt identifies its subject, so other people's receipts appear not to exist.
      if (event === null || !(await ledger.isAbout(event, subject))) throw httpErrors.notFound();
      return answer(event);
    },
  });
}
