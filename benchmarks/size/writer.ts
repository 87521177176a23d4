/**
 * Other people of the host: `writer.ts URL` decides for one of them every few milliseconds until its standard input ends, and
 * prints how long each decision took, in milliseconds, as JSON.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { ask } from '../../packages/policy-engine/test/proof/support.ts';
import { open } from './database.ts';

const PAUSE = 10;
const PEOPLE = 50;
const WARM = 100;
const { engine, close } = await open(process.argv[2] ?? '');
const durations: number[] = [];
const ending = new AbortController();
process.stdin.on('end', () => ending.abort()).resume();

async function decide(round: number): Promise<void> {
  const user = `writer-${round % PEOPLE}`;
  const verb = Math.floor(round / PEOPLE) % 2 === 0 ? 'accept' : 'reject';
  const { status } = await ask(engine, `/user_terms/age/${verb}.json`, { method: 'PUT', user });
  if (status !== 200) throw new Error(`answered ${status}`);
}

for (let round = 0; !ending.signal.aborted; round += 1) {
  const begun = performance.now();
  await decide(round);
  if (round >= WARM) durations.push(performance.now() - begun);
  if (round === WARM) process.stdout.write('ready\n');
  await sleep(PAUSE);
}
process.stdout.write(JSON.stringify(durations));
await close();
