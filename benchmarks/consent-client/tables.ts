/** The tables of the results. */
import { APART } from './apart.ts';
import { BATCH_KINDS, type BatchKind } from './batches.ts';
import { CLIENTS, STATES } from './clients.ts';
import type { Decided } from './decide.ts';
import type { Client } from './clients.ts';
import type { Times } from './measure.ts';
import { PAGES } from './site.ts';

/** Samples by `start|batch`, page or kind, state and name. */
export type Results = Map<string, Times[]>;

const OWN = CLIENTS.filter(({ name }) => name.startsWith('policy-engine'));
const PEERS = CLIENTS.filter((client) => !OWN.includes(client));

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (sorted.length - 1) * share;
  const [low, high] = [sorted[Math.floor(at)] ?? Number.NaN, sorted[Math.ceil(at)] ?? Number.NaN];
  return low + (high - low) * (at - Math.floor(at));
}
const median = (values: readonly number[]) => quantile(values, 0.5);

/** What a client takes beyond the page without one, in each round. */
function beyond(results: Results, key: string, bare: string): number[] {
  const without = results.get(bare) ?? [];
  return (results.get(key) ?? []).map(({ total }, round) => total - (without[round]?.total ?? Number.NaN));
}

function cell(values: readonly number[], digits: number): string {
  if (values.length === 0) return 'does not';
  const [low, middle, high] = [0.25, 0.5, 0.75].map((share) => quantile(values, share).toFixed(digits));
  return `${middle} (${low}–${high})`;
}

const head = (...columns: readonly string[]) =>
  console.log(`| ${columns.join(' | ')} |\n|${columns.map((_, index) => (index ? ' ---: |' : ' --- |')).join('')}`);
const line = (...cells: readonly string[]) => console.log(`| ${cells.join(' | ')} |`);

export function printStarts(results: Results): void {
  console.log('Start: milliseconds of the main thread beyond the page without a client, median (quartiles)\n');
  head('Page, state', ...CLIENTS.map(({ name }) => name), ...OWN.map(({ name }) => `ratio: ${name}`));
  for (const page of Object.keys(PAGES)) {
    for (const state of STATES) {
      const of = ({ name }: Client) => beyond(results, `start ${page} ${state} ${name}`, `start ${page}  bare`);
      const fastest = Math.min(
        ...PEERS.map(of)
          .filter((values) => values.length > 0)
          .map(median),
      );
      line(
        `${page}, ${state}`,
        ...CLIENTS.map((client) => cell(of(client), 1)),
        ...OWN.map((client) => (median(of(client)) / fastest).toFixed(2)),
      );
    }
    const bare = (results.get(`start ${page}  bare`) ?? []).map(({ total }) => total);
    line(
      `${page}, without a client (all of it)`,
      cell(bare, 1),
      ...Array.from({ length: CLIENTS.length + OWN.length - 1 }, () => ''),
    );
  }
  console.log('\nOf it script / style / layout, medians\n');
  head('Page, state', 'without', ...CLIENTS.map(({ name }) => name));
  for (const page of Object.keys(PAGES)) {
    for (const state of STATES) {
      const parts = (key: string) => {
        const found = results.get(key) ?? [];
        if (found.length === 0) return 'does not';
        return (['script', 'style', 'layout'] as const)
          .map((part) => median(found.map((one) => one[part])).toFixed(1))
          .join(' / ');
      };
      line(
        `${page}, ${state}`,
        parts(`start ${page}  bare`),
        ...CLIENTS.map(({ name }) => parts(`start ${page} ${state} ${name}`)),
      );
    }
  }
}

/** What only our client does at the start of a decided page. */
export function printApart(results: Results): void {
  console.log(
    '\nStart of the static page without parts of the client: milliseconds beyond the page without a client\n',
  );
  head('Without', 'rejected', 'accepted', 'ratio to the faster peer, rejected', 'accepted');
  const states = ['rejected', 'accepted'] as const;
  for (const { without } of APART) {
    const of = (state: string, name: string) =>
      beyond(results, `start scripts ${state} ${name}`, 'start scripts  bare');
    const fastest = (state: string) => Math.min(...PEERS.map(({ name }) => median(of(state, name))));
    line(
      without,
      ...states.map((state) => cell(of(state, without), 1)),
      ...states.map((state) => (median(of(state, without)) / fastest(state)).toFixed(2)),
    );
  }
}

export function printBatches(results: Results): void {
  console.log('\nA batch: milliseconds of the main thread with the page’s own work, median (quartiles)\n');
  head(
    'Batch, state',
    'without',
    'bare observer',
    ...CLIENTS.map(({ name }) => name),
    ...OWN.flatMap(({ name }) => [`${name} / bare observer`, `beyond the page: ${name} / Klaro`]),
  );
  for (const kind of Object.keys(BATCH_KINDS) as BatchKind[]) {
    for (const state of STATES) {
      const of = (name: string, its: string) =>
        (results.get(`batch ${kind} ${its} ${name}`) ?? []).map(({ total }) => total);
      const observer = median(of('observer', ''));
      const more = (name: string) => median(beyond(results, `batch ${kind} ${state} ${name}`, `batch ${kind}  bare`));
      const doesSo = ({ rescan }: Client) => kind === 'gated' && rescan !== undefined;
      const ratios = OWN.flatMap(({ name }) => {
        const peers = PEERS.filter(doesSo).map((peer) => more(peer.name));
        const ratio = peers.length > 0 ? (more(name) / Math.min(...peers)).toFixed(2) : 'do not';
        return [(median(of(name, state)) / observer).toFixed(2), ratio];
      });
      const cells = CLIENTS.map((client) => {
        const values = cell(of(client.name, state), 2);
        return OWN.includes(client) || doesSo(client) ? values : `does not: ${values}`;
      });
      line(`${kind}, ${state}`, cell(of('bare', ''), 2), cell(of('observer', ''), 2), ...cells, ...ratios);
    }
  }
}

export function printBytes(decided: ReadonlyMap<Client, Decided>): void {
  console.log('\nTransferred beyond the page without a client, bytes of bodies with gzip (requests)\n');
  head('Client', ...STATES, 'runs scripts that are added later');
  for (const [{ name, rescan }, { bytes, requests, watches }] of decided) {
    line(
      name,
      ...STATES.map((state) => `${bytes[state]} (${requests[state]})`),
      watches ? 'yes' : `no${rescan ? `, only by ${rescan}` : ''}`,
    );
  }
}
