/**
 * `benchmark.ts [--fill] [--pages=words] [share] [database URL…]`: fills databases and measures the administrators' pages. `share` is
 * the part of a million decisions, five million events and a hundred thousand requests; default: 1. Given databases are filled
 * only if they are empty, and stay filled. `--fill` only fills them; `--pages` measures only pages whose name matches a regular expression.
 */
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { connectDatabase } from 'policy-engine';
import { onEach } from '../ledger/databases.ts';
import { engineOn, textsOf } from './engine.ts';
import { type Amounts, fill } from './fill.ts';
import { measure } from './measure.ts';

/** Maximum duration of a page, in milliseconds, and its maximum weight, in bytes. */
const GOAL = 60;
const HEAVIEST = 60_000;

const {
  values: { fill: isFilling = false, pages = '' },
  positionals: [share = '1', ...given],
} = parseArgs({ options: { fill: { type: 'boolean' }, pages: { type: 'string' } }, allowPositionals: true });
const amounts: Amounts = {
  userTerms: Math.round(1_000_000 * Number(share)),
  events: Math.round(5_000_000 * Number(share)),
  requests: Math.round(100_000 * Number(share)),
};

async function run(title: string, url: string): Promise<void> {
  const database = await connectDatabase(url);
  try {
    const engine = engineOn(database);
    await engine.migrate();
    const { rows } = await database.execute('select id from policy_manager_user_terms limit 1');
    const texts = await textsOf(engine);
    const begun = performance.now();
    if (rows.length === 0) await fill(database, amounts, texts);
    const seconds = Math.round((performance.now() - begun) / 1000);
    console.log(`\n${title}: ${amounts.events.toLocaleString('en')} events, filled in ${seconds} s`);
    if (isFilling) return await engine.stop();
    console.log('\n| Page | median, ms | p95, ms | processor, ms | gzip, kB |\n| --- | --- | --- | --- | --- |');
    for (const { name, median, p95, processor, answer } of await measure(engine, database, new RegExp(pages))) {
      const mark = answer !== null && p95 > GOAL ? ` over ${GOAL}` : '';
      const heavy = answer !== null && answer.weight > HEAVIEST ? ` over ${HEAVIEST / 1000}` : '';
      const failed = answer !== null && answer.status !== 200 ? ` (status ${answer.status})` : '';
      const weight = answer === null ? '–' : `${(answer.weight / 1000).toFixed(1)}${heavy}`;
      const times = `${median.toFixed(1)} | ${p95.toFixed(1)}${mark} | ${processor.toFixed(1)}`;
      console.log(`| ${name}${failed} | ${times} | ${weight} |`);
    }
    console.log(
      `\nLoad of the machine: ${loadavg()
        .map((load) => load.toFixed(1))
        .join(' ')}`,
    );
    await engine.stop();
  } finally {
    await database.close();
  }
}

await onEach(['sqlite', 'postgres', 'mariadb'], given, ({ title, url }) => run(title, url));
