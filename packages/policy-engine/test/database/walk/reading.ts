/** Every address that is read: as a page, as JSON and as a file, by each kind of reader. */
import { ADMIN, type Walker } from './walker.ts';

interface Described {
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** What stands for a parameter of an address; by the segment before it. */
type Known = Readonly<Record<string, readonly string[]>>;

/** Filters and pages of lists. */
const QUERIES: Readonly<Record<string, readonly string[]>> = {
  '/audit': ['?action=term_published', '?actor=admin&rule=age', '?from=2026-01-01&to=2027-01-01&page=2'],
  '/consent/figures': ['?rule=cookie', '?from=2026-02-01&to=2026-04-01'],
  '/ledger': [
    '?language=fr',
    '?language=unknown',
    '?language=fr&kind=all',
    '?language=fr&from=2026-01-01&to=2027-01-01',
    '?kind=all',
    '?kind=marks',
    '?kind=publications&rule=age',
    '?kind=administration',
    '?kind=takeovers',
    '?rule=age&version=2&decision=accepted',
    '?subject=anna',
    '?decision=rejected',
    '?q=anna',
    '?from=2026-01-01&to=2027-01-01&page=2',
  ],
  '/portability_requests': [
    '?sort=state&q=anna',
    '?state=overdue',
    '?state=open&sort=due',
    '?state=denied&sort=created&page=2',
  ],
  '/erasure_requests': [
    '?sort=state&q=anna',
    '?state=overdue',
    '?state=open&sort=due',
    '?state=denied&sort=created&page=2',
  ],
  '/requests': [
    '?state=week',
    '?state=overdue&sort=state',
    '?state=closed&q=anna',
    '?state=all&kind=erasure&page=2',
    '?state=failed',
  ],
  '/people': ['?q=anna', '?q=bea', '?rule=age', '?rule=age&version=1&decision=accepted&q=anna'],
  '/people/search': ['?q=anna', '?rule=age'],
  '/search': ['?q=anna', '?q=age+version+1'],
  '/webhooks': ['?state=failed', '?webhook=crm&page=2', '?state=waiting&webhook=lake'],
  '/terms/export': ['?rule=age'],
  '/ledger/consistency': ['?from=1&to=2'],
  '/ledger/checkpoint': ['?size=1'],
  '/privacy': ['?locale=fr'],
};

export async function walkReading(walker: Walker): Promise<void> {
  const { paths } = (await walker.ask(ADMIN, 'GET', '/openapi')).body as unknown as Described;
  const known = await idsOf(walker);
  for (const [path, methods] of Object.entries(paths)) {
    if (!('get' in methods)) continue;
    for (const address of filled(path, known)) {
      for (const query of ['', ...(QUERIES[path.replace(/\/export(?:\.csv)?$/, '')] ?? [])]) {
        await read(walker, address + query);
      }
    }
  }
}

/** What exists, for the parameters of addresses. */
async function idsOf({ database, engine }: Walker): Promise<Known> {
  const ids = async (column: string, from: string): Promise<string[]> => {
    const { rows } = await database.execute<{ id: unknown }>(`select ${column} as id from policy_manager_${from}`);
    return [...new Set(rows.map(({ id }) => String(id)))];
  };
  const few = (all: readonly string[]) => (all.length === 0 ? ['none'] : all.slice(-1));
  const of = async (column: string, from: string) => few(await ids(column, from));
  const [event] = await engine.ledger.eventsAbout({ userId: 'bea', visitorId: null });
  return {
    number: ['1'],
    hash: await of('hash', 'served_banners'),
    visitor: await of('visitor', 'ledger_visitors'),
    event: [event?.leaf.id ?? 'none'],
    rule: ['age'],
    locale: ['fr'],
    kind: ['portability', 'erasure'],
    note: ['none'],
    'terms/id': [
      ...(await of('id', "terms where rule = 'age' and version = 2")),
      ...(await of('id', "terms where rule = 'age' and state = 'draft'")),
    ],
    'user_terms/id': ['age'],
    'events/id': [event?.leaf.id ?? 'none'],
    'people/id': ['anna', 'bea'],
    'visitors/id': await of('visitor', 'ledger_visitors'),
    'templates/id': ['sample.identity'],
    'portability_requests/id': await of('id', 'portability_requests'),
    'user_portability_requests/id': await of('id', 'portability_requests'),
    'erasure_requests/id': await of('id', 'erasure_requests'),
    'user_erasure_requests/id': await of('id', 'erasure_requests'),
    'portability/id': await of('id', 'portability_requests'),
    'retention/id': await of('id', 'retention_runs'),
    'jobs/id': await of('id', "jobs where state = 'failed'"),
    'webhooks/id': await of('id', 'webhook_deliveries'),
    '/id': [...(await of('id', 'portability_requests')), ...(await of('id', 'erasure_requests'))],
  };
}

async function read(walker: Walker, address: string): Promise<void> {
  await walker.tryTo(ADMIN, 'GET', address);
  await walker.tryTo(ADMIN, 'GET', address, { accept: 'text/html' });
  if (/^\/(?:user_|privacy|ledger\/events|consent|cookies)/.test(address)) {
    for (const user of ['anna', 'bea', null]) {
      await walker.tryTo(user, 'GET', address, { accept: user === 'anna' ? 'text/html' : 'application/json' });
    }
  }
}

/** The address with everything known in place of its parameters. */
function filled(path: string, known: Known): string[] {
  const [, before = '', segment = '', name = '', after = ''] = /^(.*?([^/{]*)\/)\{([^}]+)\}(.*)$/.exec(path) ?? [];
  if (name === '') return [path];
  const values = known[`${segment}/${name}`] ?? known[name] ?? ['none'];
  return values.flatMap((value) => filled(before + encodeURIComponent(value) + after, known));
}
