import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type { BrowserBinary } from 'page-renderer';
import { findBrowser } from 'page-renderer';
import { stretched } from '../../../../testing/load.ts';
import { eventually } from './processes.ts';
import type { WireFault, WirePlan } from './wire-stand-in.ts';

/** A browser whose commands fail as planned; see `wire-stand-in.ts`. */
export interface FaultyBrowser {
  readonly binary: BrowserBinary;
  /** Plans the failure of a command, counted from now on. @param calls counts only calls of this function in the page */
  plan(fault: WireFault, at: number, calls?: string): void;
  /** Ends the plan after the work that follows a result. @returns the failed command; undefined if none failed */
  outcome(): Promise<string | undefined>;
}

/** How long a service may take to release the slot after a result, in milliseconds. */
const ROOM_MADE = 2_000;

/** Creates a stand-in for the browser of this machine. @param folder folder for its files, created if it is missing */
export async function faultyBrowser(folder: string): Promise<FaultyBrowser> {
  mkdirSync(folder, { recursive: true });
  const { executablePath, ...rest } = await findBrowser();
  const file = path.join(folder, 'browser-stand-in');
  const program = pathToFileURL(path.join(import.meta.dirname, 'wire-stand-in.ts')).href;
  const call = `standBetween(${JSON.stringify(executablePath)}, ${JSON.stringify(folder)})`;
  writeFileSync(file, `#!${process.execPath}\nimport('${program}').then(({ standBetween }) => ${call});\n`);
  chmodSync(file, 0o755);
  const [planned, met] = [path.join(folder, 'plan.json'), path.join(folder, 'met.json')];
  let plans = 0;
  return {
    binary: { ...rest, executablePath: file },
    plan(fault, at, calls) {
      rmSync(met, { force: true });
      const plan: WirePlan = { id: String((plans += 1)), fault, at, ...(calls !== undefined && { calls }) };
      writeFileSync(`${planned}.tmp`, JSON.stringify(plan));
      renameSync(`${planned}.tmp`, planned);
    },
    async outcome() {
      const until = performance.now() + stretched(ROOM_MADE);
      while (existsSync(planned) && performance.now() < until) await sleep(20);
      if (isTakenBack(planned)) return undefined;
      await eventually(() => existsSync(met), 'it says which command has failed');
      return (JSON.parse(readFileSync(met, 'utf8')) as { method: string }).method;
    },
  };
}

/** Whether the plan still existed; the process that removes it first owns it. */
function isTakenBack(plan: string): boolean {
  try {
    renameSync(plan, `${plan}.back`);
    return true;
  } catch {
    return false;
  }
}
