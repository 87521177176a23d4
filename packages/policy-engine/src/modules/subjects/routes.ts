/** People, for administrators: search, one person's page, what a browser without an account decided, and receipts. */
import { z } from '@hono/zod-openapi';
import { ADMIN, type AnyCall, RequestOfKindJson, requestOfKindJson, rowOf } from '../requests/index.ts';
import {
  eventJson,
  EventJsonSchema,
  type LedgerService,
  type LedgerSubject,
  receiptPage,
  ReceiptSchema,
} from '../proof/index.ts';
import type { Rules } from '../rules/index.ts';
import type { TermsService } from '../terms/index.ts';
import type { Routes, View, WebApp } from '../../platform/web/index.ts';
import type { Lookups } from './lookups.ts';
import { PEOPLE, personPath, visitorPath } from '../../platform/users/person-path.ts';
import { consentFile } from './consent-file.ts';
import { declareRegistering, type RegisteringOptions } from './registering.tsx';
import { declareWithdrawing } from './withdrawals/routes.tsx';
import type { Withdrawals } from './withdrawals/withdrawals.ts';
import { declareMerging } from './merging.tsx';
import type { Merges } from './merges.ts';
import type { PeopleList } from './people-list.ts';
import { declareSearch } from './search-routes.ts';
import type { DecisionHistory, People } from './service.ts';
import { isSentHere, noted, noting } from './viewing-routes.ts';
import { filePage } from './views/file-page.tsx';
import { askPage, personPage, visitorPage } from './views/pages.tsx';

/** What the routes work with. */
export interface PeopleRoutesOptions extends RegisteringOptions {
  readonly people: People;
  readonly list: PeopleList;
  readonly lookups: Lookups;
  readonly ledger: LedgerService;
  readonly rules: Rules;
  readonly terms: Pick<TermsService, 'html'>;
  readonly merges: Merges;
  readonly withdrawals: Withdrawals;
  readonly now: () => Date;
}

const Id = z.object({ id: z.string().min(1).max(255) });
const EventParams = Id.extend({ event: z.string().min(1).max(255) });

const PersonJson = z
  .object({
    id: z.string(),
    name: z.string().nullable().openapi({ description: 'Their name in the host application' }),
    is_user: z
      .boolean()
      .nullable()
      .openapi({ description: 'Whether the host has such a user; null if it cannot be determined' }),
    merged_into: z.string().nullable().openapi({ description: 'ID of the account that this one was merged into' }),
    consents: z.array(
      z.object({
        rule: z.string(),
        label: z.string(),
        state: z.enum(['accepted', 'rejected', 'passive']),
        last_decision: z
          .enum(['accepted', 'rejected'])
          .nullable()
          .openapi({ description: 'What they decided last, also where a later text asks again' }),
        version: z.int().nullable(),
        decided_at: z.string().nullable(),
        in_force: z.int().nullable().openapi({ description: 'Version in force' }),
      }),
    ),
    requests: z.array(RequestOfKindJson),
    events: z.array(EventJsonSchema).openapi({ description: 'Their decisions, newest first; at most 200' }),
  })
  .openapi('Person');

const FileJson = z
  .object({
    id: z.string(),
    name: z.string().nullable().openapi({ description: 'Their name in the host application' }),
    created_at: z.string().openapi({ description: 'When the file was created; ISO 8601, UTC' }),
    complete: z
      .boolean()
      .openapi({ description: 'false: there are more than 1000 decisions, and the oldest are left out' }),
    events: z.array(EventJsonSchema).openapi({ description: 'Their decisions, newest first' }),
    texts: z
      .array(
        z.object({
          rule: z.string().nullable(),
          version: z.int().nullable(),
          locale: z.string().nullable(),
          hash: z.string().nullable().openapi({ description: 'SHA-256 of the canonical text, in hex' }),
          markdown: z.string().nullable().openapi({ description: 'null: no longer stored as it was published' }),
        }),
      )
      .openapi({ description: 'Each text that was decided on, once' }),
  })
  .openapi('ConsentFile');

/** Declares them. */
export function peopleRoutes(options: PeopleRoutesOptions): Routes {
  return (app) => {
    app.navigation({ area: 'admin', group: 'work', position: 25, path: PEOPLE, label: 'nav.people' });
    declareSearch(app, options);
    declarePerson(app, options);
    declareFile(app, options);
    declareRegistering(app, options);
    declareWithdrawing(app, options);
    declareMerging(app, options);
    declareVisitor(app, options);
    const person = (id: string): LedgerSubject => ({ userId: id, visitorId: null });
    const visitor = (id: string): LedgerSubject => ({ userId: null, visitorId: id });
    declareReceipt(app, options, { name: 'Person', path: `${PEOPLE}/{id}`, pathOf: personPath, subjectOf: person });
    declareReceipt(app, options, {
      name: 'Visitor',
      path: `${PEOPLE}/visitors/{id}`,
      pathOf: visitorPath,
      subjectOf: visitor,
    });
  };
}

function declarePerson(app: WebApp, { people, withdrawals, desk, lookups, rules }: PeopleRoutesOptions): void {
  app.route({
    method: 'get',
    path: `${PEOPLE}/{id}`,
    id: 'showPerson',
    summary: 'Show a person: consents with their history, requests and their outcome',
    description: noted,
    tags: ADMIN,
    access: 'admin',
    params: Id,
    answer: { description: 'The person', json: PersonJson, html: 'page' },
    handle: async (call) => {
      const { id } = call.params;
      if (isSentHere(call)) return { html: (view) => askPage(view, personPath(id)) };
      const person = await people.person(id);
      const history = await people.history({ userId: id, visitorId: null });
      await noting(call, () => lookups.person(id));
      return {
        json: async () => {
          const { locale } = await call.language();
          return {
            id,
            name: person.name,
            is_user: person.isUser,
            merged_into: person.mergedInto,
            consents: person.consents.map(({ rule, label, state, last, version, decidedAt, inForce }) => {
              return {
                rule,
                label: label(locale),
                state,
                last_decision: last,
                version,
                decided_at: decidedAt,
                in_force: inForce,
              };
            }),
            requests: person.requests.map((one) => requestOfKindJson(one, call.href)),
            events: eventsJson(history, call, personPath(id)),
          };
        },
        html: async (view) => {
          const requests = await Promise.all(person.requests.map(({ kind, request }) => rowOf(view, kind, request)));
          const recorded = await withdrawals.of(id);
          const authors = await desk.namesOfAdmins(recorded.flatMap(({ author }) => author ?? []));
          return personPage(view, { person, requests, rules, withdrawals: recorded, authors, ...history });
        },
      };
    },
  });
}

function declareVisitor(app: WebApp, { people, lookups, rules }: PeopleRoutesOptions): void {
  app.route({
    method: 'get',
    path: `${PEOPLE}/visitors/{id}`,
    id: 'showVisitor',
    summary: 'Show the decisions of a browser without an account',
    description: noted,
    tags: ADMIN,
    access: 'admin',
    params: Id,
    answer: {
      description: 'Its decisions',
      json: z.object({ id: z.string(), events: z.array(EventJsonSchema) }),
      html: 'page',
    },
    handle: async (call) => {
      const { id } = call.params;
      if (isSentHere(call)) return { html: (view) => askPage(view, visitorPath(id)) };
      const history = await people.history({ userId: null, visitorId: id });
      await noting(call, () => lookups.visitor());
      return {
        json: () => ({ id, events: eventsJson(history, call, visitorPath(id)) }),
        html: (view) => visitorPage(view, { id, rules, history }),
      };
    },
  });
}

function declareFile(app: WebApp, options: PeopleRoutesOptions): void {
  const { people, lookups, ledger, rules, terms, now } = options;
  app.route({
    method: 'get',
    path: `${PEOPLE}/{id}/file`,
    id: 'showConsentFile',
    summary: 'The consent file of a person: all decisions, with the texts they were made on',
    description: noted,
    tags: ADMIN,
    access: 'admin',
    params: Id,
    answer: { description: 'The file', json: FileJson, html: 'page' },
    handle: async (call) => {
      const { id } = call.params;
      const path = personPath(id);
      if (isSentHere(call)) return { html: (view) => askPage(view, `${path}/file`) };
      const { name } = await people.person(id);
      const file = await consentFile(ledger, { userId: id, visitorId: null });
      await noting(call, () => lookups.person(id));
      const at = now();
      return {
        json: () => ({
          id,
          name,
          created_at: at.toISOString(),
          complete: !file.isCapped,
          events: eventsJson(file, call, path),
          texts: file.texts.map(({ event: { leaf }, words, locale }) => {
            return { rule: leaf.rule, version: leaf.version, locale, hash: leaf.textHash, markdown: words };
          }),
        }),
        html: (view) => {
          const shown = { file, rules, path, id, at, name: name ?? view.t('requests.user', { id }) };
          return filePage(view, { ...shown, html: (markdown) => terms.html({ markdown }) });
        },
      };
    },
  });
}

interface ReceiptRoute {
  readonly name: 'Person' | 'Visitor';
  readonly path: string;
  readonly pathOf: (id: string) => string;
  readonly subjectOf: (id: string) => LedgerSubject;
}

function declareReceipt(
  app: WebApp,
  { people, lookups, ledger, rules, terms }: PeopleRoutesOptions,
  { name, path, pathOf, subjectOf }: ReceiptRoute,
): void {
  app.route({
    method: 'get',
    path: `${path}/events/{event}`,
    id: `receiptOf${name}`,
    summary: 'The receipt of a decision of theirs',
    description: noted,
    tags: ADMIN,
    access: 'admin',
    params: EventParams,
    answer: { description: 'The receipt; `pending` until the event is sealed', json: ReceiptSchema, html: 'page' },
    handle: async (call) => {
      const { id, event } = call.params;
      if (isSentHere(call)) return { html: (view) => askPage(view, `${pathOf(id)}/events/${event}`) };
      const subject = subjectOf(id);
      const shown = await ledger.shownReceipt(await people.event(subject, event));
      await noting(call, () => (subject.userId === null ? lookups.visitor() : lookups.person(id)));
      const html = (markdown: string) => terms.html({ markdown });
      return {
        json: shown.receipt,
        html: (view: View) => {
          const path = pathOf(id);
          const file = subject.userId === null ? undefined : `${path}/file`;
          const place = { path, text: view.t('people.back'), json: `${path}/events/${event}.json`, file };
          return receiptPage(view, shown, rules, html, place);
        },
      };
    },
  });
}

function eventsJson({ events, suspicions }: DecisionHistory, { href }: AnyCall, path: string) {
  return events.map((event) => ({
    ...eventJson(event, suspicions, href),
    url: href(`${path}/events/${event.leaf.id}`),
  }));
}
