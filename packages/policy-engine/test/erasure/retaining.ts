/** Data with an expired retention period in a small shop, for the tests in which retention fails or is killed. */
import type { Database } from 'policy-engine';
import { connectDatabase, createPolicyEngine } from 'policy-engine';
import type { DataRow, DataRuleOptions } from 'policy-engine/data-map';
import { readAll, type Rows } from '../faults/state.ts';
import { dying } from './erasing.ts';
import { addPerson, BEGIN, DAY, findUser, makeShop, RULES, shopEngine } from './shop.ts';

const SHOP = ['shop_items', 'shop_orders', 'shop_reviews', 'shop_visits', 'shop_users'];
const OWN = ['erasure_requests', 'erasure_steps', 'erasure_kept', 'retention_runs', 'admin_actions', 'mails', 'jobs'];
export const TABLES: readonly string[] = [...SHOP, ...OWN.map((name) => `policy_manager_${name}`)];

/** Ten years later, when the kept rows are deleted. */
export const LATER: number = 3660 * DAY;

const VISITS = RULES.find(({ name }) => name === 'visits')!;
const REVIEWS = RULES.find(({ name }) => name === 'reviews')!;

/** Rows that are deleted by age, rows that are set by a condition, and rows that were kept until a date. */
export const RETAINING: readonly DataRuleOptions[] = [
  ...RULES.filter((rule) => rule !== VISITS && rule !== REVIEWS),
  {
    ...REVIEWS,
    retention: {
      where: { author: 'Name of otto' },
      words: 'until we are sure',
      action: {
        action: 'set',
        pseudonymised: false,
        columns: { user_id: null, body: ({ body }: DataRow) => String(body).slice(0, 1) },
      },
    },
  },
  { ...VISITS, retention: { after: { days: 30 }, from: 'seen_at' } },
];

/** Fills the shop, and erases a person whose orders are kept. */
export async function fillShop(database: Database): Promise<void> {
  const shop = await shopEngine(database, { dataRules: RETAINING });
  for (const table of OWN) await database.execute(`delete from policy_manager_${table}`);
  await makeShop(database);
  await addPerson(database, 'anna', { orders: 6, visits: 3 });
  await addPerson(database, 'otto', { visits: 40, reviews: 5 });
  const { id } = await shop.engine.erasure.create({ id: 'anna' });
  await shop.engine.erasure.confirm(id);
  await shop.work();
}

/** What is left, and what administrators see of the runs: no run continues for ever, and the last one succeeded. */
export async function stateAfter(database: Database): Promise<unknown> {
  const rows: Rows = await readAll(database, TABLES);
  const of = (table: string) => rows.get(table) ?? [];
  const runs = of('policy_manager_retention_runs').toSorted((a, b) => (String(a['id']) < String(b['id']) ? -1 : 1));
  return {
    shop: [...SHOP, 'policy_manager_erasure_kept'].map((table) =>
      of(table)
        .map((row) => JSON.stringify(row))
        .toSorted(),
    ),
    open: runs.filter(({ state }) => state === 'running').length,
    last: runs.at(-1)?.['state'],
  };
}

/** Deleted rows according to the audit log, by rule. */
export async function logged(database: Database): Promise<Readonly<Record<string, number>>> {
  const { rows } = await database.execute<{ rule: string; subject: string }>(
    "select rule, subject from policy_manager_admin_actions where action = 'retention_applied'",
  );
  const sums: Record<string, number> = {};
  for (const { rule, subject } of rows) sums[rule] = (sums[rule] ?? 0) + Number(subject);
  return sums;
}

/** Applies retention in its own process. @returns the number of its calls to the database */
export async function retainAll({ url, dieAt }: { readonly url: string; readonly dieAt: number }): Promise<number> {
  let calls = 0;
  const database = await connectDatabase(url);
  const count = () => {
    calls += 1;
    if (calls === dieAt) process.kill(process.pid, 'SIGKILL');
  };
  let now = BEGIN + LATER;
  const engine = createPolicyEngine({
    database: dying(database, 'retention_runs', count),
    rules: [{ name: 'cookie', sessionless: true }],
    currentUser: () => null,
    userResource: { find: (id) => findUser(database, id) },
    dataRules: RETAINING,
    now: () => new Date((now += 1)),
    logger: { error: () => {} },
  });
  await engine.erasure.applyRetention();
  await database.close();
  return calls;
}
