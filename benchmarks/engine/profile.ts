/**
 * `npm run benchmark:engine-profile -- [ROUTE …]`: where the processor time and the memory of the engine's routes go, by layer, on
 * SQLite, PostgreSQL and MariaDB; `BENCHMARK_DATABASE` names one of them. What Node, its garbage collector and libraries do counts for the
 * layer that called them, except Express, the drivers, and what nothing of these called.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { HeapProfiler, Profiler } from 'node:inspector';
import { loadavg } from 'node:os';
import path from 'node:path';
import { databases } from './databases.ts';
import { ENGINE, loaded } from './load.ts';

type Route = keyof typeof ENGINE;
const REQUESTS: Readonly<Record<Route, number>> = { pending: 10_000, accept: 4_000, shop: 10_000, page: 20_000 };
/** The functions that are listed below the layers. */
const LISTED = 25;

/** The first that matches a file names its layer. */
const LAYERS: ReadonlyArray<readonly [RegExp, string]> = [
  [/node_modules\/(express|router|send|finalhandler|parseurl|qs|body-parser|etag|fresh|accepts)\//, 'Express'],
  [/node_modules\/(pg|pg-[a-z-]+|postgres-[a-z]+|mysql2|better-sqlite3)\//, 'driver'],
  [/benchmarks\/engine\//, 'host'],
  [/node_modules\/kysely\//, 'Kysely'],
  [/node_modules\/hono\//, 'Hono'],
  [/policy-engine\/dist\/hosts\//, 'adapter'],
  [/policy-engine\/dist\/platform\/web\/limits\//, 'limits'],
  [/policy-engine\/dist\/platform\/web\/response\//, 'answer'],
  [/policy-engine\/dist\/platform\/web\//, 'frame'],
  [/policy-engine\/dist\/platform\/(i18n|network|users)\//, 'language, address, user'],
  [/policy-engine\/dist\/modules\/browsers\//, 'cookies'],
  [/policy-engine\/dist\/platform\/database\//, 'store: statements'],
  [/policy-engine\/dist\/modules\/proof\//, 'store: proof'],
  [/policy-engine\/dist\/modules\/[^/]+\/(routes|web)\//, 'route'],
  [/policy-engine\/dist\/modules\//, 'service'],
  [/policy-engine\/dist\//, 'other of the engine'],
];

/** Samples of the processor, or bytes. */
interface Node {
  readonly name: string;
  readonly url: string;
  readonly line: number;
  readonly weight: number;
  readonly children: readonly Node[];
}

function ofTimes({ nodes, samples = [], timeDeltas = [] }: Profiler.Profile): Node {
  const weights = new Map<number, number>();
  for (const [index, id] of samples.entries()) weights.set(id, (weights.get(id) ?? 0) + (timeDeltas[index] ?? 0));
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const built = ({ id, callFrame, children = [] }: Profiler.ProfileNode): Node => ({
    name: callFrame.functionName,
    url: callFrame.url,
    line: callFrame.lineNumber,
    weight: weights.get(id) ?? 0,
    children: children.map((child) => built(byId.get(child)!)),
  });
  return built(nodes[0]);
}

const ofBytes = ({ callFrame, selfSize, children }: HeapProfiler.SamplingHeapProfileNode): Node => ({
  name: callFrame.functionName,
  url: callFrame.url,
  line: callFrame.lineNumber,
  weight: selfSize,
  children: children.map(ofBytes),
});

/** Weights by layer, and by function within the layers. */
class Shares {
  readonly layers = new Map<string, number>();
  readonly functions = new Map<string, number>();

  add(node: Node, layer = 'Node alone', place = 'Node'): void {
    const own = LAYERS.find(([pattern]) => pattern.test(node.url))?.[1];
    const [here, where] = own === undefined ? [layer, place] : [own, placeOf(node)];
    if (node.name !== '(idle)' && node.name !== '(program)') {
      const name = node.name === '(garbage collector)' ? 'garbage collector' : here;
      this.layers.set(name, (this.layers.get(name) ?? 0) + node.weight);
      this.functions.set(where, (this.functions.get(where) ?? 0) + node.weight);
    }
    for (const child of node.children) this.add(child, here, where);
  }
}

const placeOf = ({ name, url, line }: Node): string =>
  `${name || '(anonymous)'} ${url.replace(/^.*\/(?:dist|node_modules)\//, '')}:${line + 1}`;

async function measure(databaseUrl: string, routes: readonly Route[]): Promise<void> {
  const host = fork(path.join(import.meta.dirname, 'host.ts'), [databaseUrl], {
    env: { ...process.env, NODE_ENV: 'production' },
    serialization: 'advanced',
  });
  const asked = async <Answer>(message: string): Promise<Answer> => {
    host.send(message);
    const [answer] = (await once(host, 'message')) as [Answer];
    return answer;
  };
  const [{ port }] = (await once(host, 'message')) as [{ port: number }];
  const origin = `http://127.0.0.1:${port}`;
  try {
    for (const route of routes) {
      const amount = REQUESTS[route];
      await loaded(origin, ENGINE[route], { amount });
      await asked('start times');
      await loaded(origin, ENGINE[route], { amount });
      const times = new Shares();
      times.add(ofTimes(await asked<Profiler.Profile>('stop times')));
      await asked('start bytes');
      await loaded(origin, ENGINE[route], { amount });
      const bytes = new Shares();
      bytes.add(ofBytes((await asked<HeapProfiler.SamplingHeapProfile>('stop bytes')).head));
      print(route, amount, times, bytes);
    }
  } finally {
    host.disconnect();
    await once(host, 'exit');
  }
}

function print(route: Route, amount: number, times: Shares, bytes: Shares): void {
  const cell = (value = 0) => (value / amount).toFixed(1).padStart(7);
  console.log(`\n${route}, load ${loadavg()[0].toFixed(1)}\n\n| layer | µs a request | kB a request |\n|---|---|---|`);
  const layers = [...times.layers].toSorted(([, one], [, other]) => other - one);
  for (const [layer, weight] of layers) {
    console.log(`| ${layer} | ${cell(weight)} | ${cell((bytes.layers.get(layer) ?? 0) / 1000)} |`);
  }
  const total = (shares: Shares) => [...shares.layers.values()].reduce((sum, weight) => sum + weight, 0);
  console.log(`| all | ${cell(total(times))} | ${cell(total(bytes) / 1000)} |\n`);
  const functions = [...times.functions].toSorted(([, one], [, other]) => other - one).slice(0, LISTED);
  for (const [place, weight] of functions) {
    console.log(`${cell(weight)} µs ${cell((bytes.functions.get(place) ?? 0) / 1000)} kB  ${place}`);
  }
}

const all = Object.keys(ENGINE) as Route[];
const named = process.argv.slice(2);
const unknown = named.filter((name) => !all.includes(name as Route));
if (unknown.length > 0) throw new Error(`no route ${unknown.join(', ')}; write ${all.join(', ')}`);
const routes = named.length === 0 ? all : (named as Route[]);
for (const [name, database] of databases()) {
  console.log(`\n# ${name}`);
  await database((url) => measure(url, routes));
}
