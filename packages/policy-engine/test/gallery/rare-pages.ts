/** Pages that are rarely seen: of a database that does not respond, and flagged entries of the ledger. */
import { PolicyEngineError } from 'policy-engine';
import { rulesOptions } from '../../dist/modules/rules/options.js';
import { doubts, type StoredEvent } from '../../dist/modules/proof/ledger/rows.js';
import { suspicionReasons } from '../../dist/modules/proof/ledger/kinds.js';
import { suspectedPage } from '../../dist/modules/proof/web/views/suspected-page.js';
import type { Routes } from '../../dist/platform/web/index.js';

const RULES = rulesOptions.rules.parse([
  { name: 'cookie', label: 'Cookies', sessionless: true },
  { name: 'terms', label: 'Terms of service and privacy', blocking: true },
]);
/** An account with a name, one without, a visitor, and a person who was erased. */
const PEOPLE = [
  { userId: 'ada' },
  { userId: '0199e1c0-0000-7000-8000-000000000001' },
  { userId: null, visitorId: '0199e1c0-0000-7000-8000-000000000002' },
  null,
];
const DOUBTS = ['suspected', 'counts', 'void', 'suspected', 'suspected'] as const;

/** One for each reason. */
const EVENTS = suspicionReasons.map((_reason, index) => ({
  leaf: {
    id: `0199e1c0-0000-7000-8000-00000000010${index}`,
    kind: 'decision',
    rule: index % 2 === 0 ? 'cookie' : 'terms',
    decision: index % 3 === 0 ? 'rejected' : 'accepted',
    at: `2026-03-0${index + 1}T05:06:07.000Z`,
    vendors: null,
  },
  doubt: DOUBTS[index] ?? 'suspected',
  identity: PEOPLE[index % PEOPLE.length],
})) as unknown as readonly StoredEvent[];

const reasons = new Map(EVENTS.map(({ leaf }, index) => [leaf.id, suspicionReasons[index]!]));

/** Names of the pages below the mount path; `unavailable` is a 503. */
export const RARE_PAGES = ['unavailable', 'flagged'] as const;

/** Their routes. */
export const rareRoutes: Routes = (app) => {
  app.route({
    method: 'get',
    path: '/unavailable',
    id: 'unavailable',
    summary: 'A database that does not respond',
    answer: { description: 'Never', html: 'page' },
    handle: () => {
      throw new PolicyEngineError('database_unavailable', 'the database does not respond', { retryAfter: 5 });
    },
  });
  app.route({
    method: 'get',
    path: '/flagged',
    id: 'flagged',
    summary: 'Flagged entries of the ledger',
    answer: { description: 'A page', html: 'page' },
    handle: () => ({
      html: (view) => {
        const counts = new Map(doubts.map((one) => [one, EVENTS.filter(({ doubt }) => doubt === one).length]));
        const list = { path: '/flagged', page: 1, query: {}, isCapped: false };
        return suspectedPage(view, { events: EVENTS, suspicions: reasons, counts, ...list }, RULES);
      },
    }),
  });
};
