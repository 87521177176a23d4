/** Processes with one engine each, on one database; some of them are killed while they work. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cpus } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Worked } from './worker.ts';

/** What the processes do. */
export interface Work {
  readonly url: string;
  readonly key: string;
  /** Folder of their journals. */
  readonly folder: string;
  readonly processes: number;
  readonly seconds: number;
  /** Decisions a second of all processes; 0 for as many as are answered. */
  readonly rate: number;
  /** Seconds for which each process decides before that. */
  readonly warm: number;
  /** Seconds between two kills; 0 for none. */
  readonly killEvery: number;
  /** Called when all of them are ready. Default: nothing is called. */
  readonly whenReady?: () => void;
}

/** What they did. */
export interface Done {
  readonly worked: readonly Worked[];
  readonly killed: number;
  /** Seconds of processor time that the whole machine spent meanwhile. */
  readonly busy: number;
}

/** Seconds for which a killed process keeps others from sealing. */
const LEASE_SECONDS = 1;
const WORKER = path.join(import.meta.dirname, 'worker.ts');

/** Path of the journal of a process. */
export const journalOf = (folder: string, number: number): string => path.join(folder, `${number}.journal`);

/** Runs the processes until all of them have ended; one that was killed is started again for the rest of the time. */
export async function work(what: Work): Promise<Done> {
  const { processes, seconds, killEvery } = what;
  const running = await Promise.all(Array.from({ length: processes }, (_, number) => start(what, number)));
  what.whenReady?.();
  const before = busySeconds();
  const end = performance.now() + seconds * 1000;
  const lives = running.map(async (_, number) => {
    for (;;) {
      const worked = await decideOn(running[number], (end - performance.now()) / 1000);
      if (worked !== null) return worked;
      running[number] = await start({ ...what, warm: 0 }, number);
    }
  });
  const all = Promise.all(lives);
  const busy = all.then(() => busySeconds() - before);
  const kills = killEvery === 0 ? 0 : Math.ceil(seconds / killEvery) - 1;
  let killed = 0;
  for (let turn = 0; turn < kills; turn += 1) {
    await Promise.race([sleep(killEvery * 1000), all]);
    killed += running[turn % processes].kill('SIGKILL') ? 1 : 0;
  }
  return { worked: await all, killed, busy: await busy };
}

/** Starts a process, and waits until it could decide. */
async function start(
  { url, key, folder, processes, rate, warm, killEvery }: Work,
  number: number,
): Promise<ChildProcess> {
  const lease = killEvery > 0 ? LEASE_SECONDS : 15;
  const parameters = [url, number, key, journalOf(folder, number), rate / processes, lease, warm].map(String);
  const child = spawn(process.execPath, [WORKER, ...parameters], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const [said] = await Promise.race([once(child, 'message'), once(child, 'exit')]);
  if (said !== 'ready') throw new Error(`process ${number} did not start`);
  return child;
}

/** Lets a process decide for some seconds. @returns what it did; null if it was killed */
async function decideOn(child: ChildProcess, seconds: number): Promise<Worked | null> {
  const ended = once(child, 'exit');
  child.send(Math.max(0, seconds));
  const [first] = await Promise.race([once(child, 'message'), ended]);
  const [code, signal] = await ended;
  if (signal === 'SIGKILL') return null;
  if (code !== 0) throw new Error(`a process ended with ${code}`);
  return first as Worked;
}

/** Seconds of processor time that this machine has spent since its start. */
const busySeconds = (): number =>
  cpus().reduce((sum, { times: { user, nice, sys, irq } }) => sum + user + nice + sys + irq, 0) / 1000;
