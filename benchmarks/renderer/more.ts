/** Measurements other than single pages: many sites, the start, and memory. */
import type { Engine } from './engines.ts';
import { MARK } from './pages.ts';
import { memoryOfChildren, processorSeconds } from './processes.ts';

/** Renders of many pages, a number of them in parallel. */
export interface Throughput {
  /** Pages per second. */
  rate: number;
  /** Seconds of processor time for each page. */
  processor: number;
  wrong: number;
}

export async function throughput(engine: Engine, pages: readonly string[], atATime: number): Promise<Throughput> {
  let [next, right] = [0, 0];
  const before = processorSeconds(engine.pid);
  const started = performance.now();
  const work = async () => {
    for (let page = pages[next]; page !== undefined; page = pages[next]) {
      next += 1;
      const html = await engine.render(page).catch(() => '');
      if (html.includes(MARK)) right += 1;
    }
  };
  await Promise.all(Array.from({ length: atATime }, work));
  const seconds = (performance.now() - started) / 1_000;
  const processor = (processorSeconds(engine.pid) - before) / pages.length;
  return { rate: pages.length / seconds, processor, wrong: pages.length - right };
}

/** Two pages of each site, in a mixed order that is the same in every run. */
export function ofManySites(urls: readonly string[], page: string): string[] {
  const visits = [...urls, ...urls].map((url, index) => ({
    page: `${url}/${page}?${index}`,
    at: (index * 7919) % 1009,
  }));
  return visits.toSorted((a, b) => a.at - b.at).map((visit) => visit.page);
}

/** Milliseconds from the start of a service to its first page, the median of several starts. */
export async function startTime(
  start: () => Promise<Engine>,
  count: number,
): Promise<{ name: string; milliseconds: number }> {
  const times: number[] = [];
  let name = '';
  for (let index = 0; index < count; index += 1) {
    const engine = await start();
    ({ name } = engine);
    times.push(engine.firstAfter ?? NaN);
    await engine.close();
  }
  return { name, milliseconds: times.toSorted((a, b) => a - b)[Math.floor(count / 2)] ?? NaN };
}

/** Megabytes of memory of the browsers of a service, after a number of renders of a page. */
export async function memoryAfter(
  engine: Engine,
  url: string,
  steps: readonly number[],
  atATime: number,
): Promise<Array<{ renders: number; megabytes: number }>> {
  const rows: Array<{ renders: number; megabytes: number }> = [];
  let done = 0;
  for (const renders of steps) {
    await throughput(
      engine,
      Array.from({ length: renders - done }, (_, index) => `${url}?${done + index}`),
      atATime,
    );
    done = renders;
    rows.push({ renders, megabytes: memoryOfChildren(engine.pid) / 1e6 });
  }
  return rows;
}
