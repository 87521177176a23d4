/** How long other people's decisions take while something else is done, seen from another process. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { text } from 'node:stream/consumers';

/** Milliseconds of the decisions of others. */
export interface Waits {
  readonly count: number;
  readonly median: number;
  readonly p99: number;
  readonly longest: number;
}

/** Does something, and measures the decisions of others meanwhile. */
export async function besideOthers<T>(url: string, act: () => Promise<T>): Promise<{ result: T; waits: Waits }> {
  const writer = spawn(process.execPath, [path.join(import.meta.dirname, 'writer.ts'), url], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  await once(writer.stdout, 'data');
  const said = text(writer.stdout);
  const result = await act();
  writer.stdin.end();
  const durations = (JSON.parse(await said) as number[]).toSorted((one, other) => one - other);
  const at = (part: number) => durations[Math.floor(durations.length * part)] ?? Number.NaN;
  const waits = { count: durations.length, median: at(0.5), p99: at(0.99), longest: durations.at(-1) ?? Number.NaN };
  return { result, waits };
}
