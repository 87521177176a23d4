/** What the render of a page waited for. */
import type { Explanation } from '../../explain/explanation/explanation.ts';

/** A cause of the time that a render took. */
export interface Delay {
  readonly cause: 'queue' | 'browser' | 'server' | 'request' | 'hung' | 'quiet';
  /** For people. */
  readonly sentence: string;
  /** The request; null if it is not one. */
  readonly url: string | null;
  readonly milliseconds: number;
}

/** Requests that are named. */
const NAMED = 3;
/** Milliseconds below which something is no delay. */
const LEAST = 20;

/** The causes, the longest first. */
export function delaysOf({ timings, requests }: Pick<Explanation, 'timings' | 'requests'>): Delay[] {
  const { steps } = timings;
  if (!steps) return [];
  const own = (cause: Delay['cause'], sentence: string, milliseconds: number): Delay => ({
    cause,
    sentence,
    url: null,
    milliseconds,
  });
  const delays = [
    own('queue', 'It waited for a free place of this service', steps.queue),
    own('browser', 'The browser of this service opened a page', steps.open),
    own('server', 'The server of the page took this long until its first byte', steps.navigate),
  ];
  const complete = steps.navigate + steps.wait;
  const documents = requests.timeline.filter(({ type }) => type === 'Document');
  const others = requests.timeline.filter(({ type }) => type !== 'Document');
  const after = documents.at(-1)?.answered ?? steps.navigate;
  // Such a request is ended when the page is read.
  const unfinished = new Set(requests.open.map(({ url }) => url));
  const isOpen = ({ url, ended: end, problem }: (typeof others)[number]) =>
    unfinished.has(url) || (end === null && problem === null);
  const open = others.filter(isOpen);
  for (const { url, begun } of open.slice(0, NAMED)) {
    const milliseconds = Math.max(0, complete - begun);
    delays.push({ cause: 'hung', sentence: 'This request had not ended when the page was read', url, milliseconds });
  }
  const ended = others.flatMap((one) => {
    const { url, begun, answered, ended: end } = one;
    return end === null || isOpen(one) ? [] : [{ url, begun, answered: answered ?? end, end: Math.min(end, complete) }];
  });
  // A request that begins when another one has been answered often needs its result.
  let [latest] = ended.toSorted((a, b) => b.end - a.end);
  for (let number = 0; latest && number < NAMED; number += 1) {
    const { url, begun, end } = latest;
    const sentence = number === 0 ? 'The last request that ended' : 'The last response before that request';
    delays.push({ cause: 'request', sentence, url, milliseconds: end - Math.max(begun, after) });
    [latest] = ended.filter(({ answered }) => answered <= begun).toSorted((a, b) => b.answered - a.answered);
  }
  const last = Math.max(steps.navigate, ...documents.map(({ ended: end }) => end ?? 0), ...ended.map(({ end }) => end));
  const quiet =
    'From the end of the last request until the page was complete: its scripts and timers, and the time in which nothing may happen';
  if (open.length === 0) delays.push(own('quiet', quiet, complete - last));
  return delays
    .map(({ cause, sentence, url, milliseconds }) => ({ cause, sentence, url, milliseconds: Math.round(milliseconds) }))
    .filter(({ milliseconds }) => milliseconds >= LEAST)
    .toSorted((a, b) => b.milliseconds - a.milliseconds);
}
