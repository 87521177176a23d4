/** `policy-engine ledger verify`, in a process of its own, with what it took. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const COMMAND = path.resolve(import.meta.dirname, '../../packages/policy-engine/bin/policy-engine.js');
const PEAK = path.join(import.meta.dirname, 'peak-memory.ts');

/** The outcome of a verification. */
export interface Verified {
  /** Whether it found nothing. */
  readonly ok: boolean;
  /** Its first and last line. */
  readonly said: string;
  readonly seconds: number;
  /** Seconds of processor time, without those of the database server. */
  readonly processor: number;
  /** Most resident memory, in MB. */
  readonly megabytes: number;
}

/** @param vkeys - the keys that may have signed, one a line */
export async function verified(url: string, vkeys: string): Promise<Verified> {
  const folder = mkdtempSync(path.join(tmpdir(), 'policy-engine-benchmark-'));
  try {
    const keys = path.join(folder, 'ledger.vkey');
    writeFileSync(keys, vkeys);
    const began = performance.now();
    const { ok, stdout, stderr } = await run(['ledger', 'verify', '--database', url, '--key', keys]);
    const seconds = (performance.now() - began) / 1000;
    const peak = /^peak memory: (\d+) MB, processor: ([\d.]+) s$/m.exec(stderr);
    if (peak === null) throw new Error(stderr);
    const [, megabytes, processor] = peak.map(Number);
    const said = [stdout.split('\n', 1)[0], stdout.trim().split('\n').at(-1)].join('; ');
    return { ok, said, seconds, processor: processor ?? Number.NaN, megabytes: megabytes ?? Number.NaN };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function run(parameters: readonly string[]): Promise<{ ok: boolean; stdout: string; stderr: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, ['--import', PEAK, COMMAND, ...parameters], (error, stdout, stderr) => {
      resolve({ ok: error === null, stdout, stderr });
    });
  });
}
