import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { BrowserBinary } from 'page-renderer';
import { findBrowser } from 'page-renderer';
import { eventually } from './processes.ts';
import type { WireFault, WirePlan } from './wire-stand-in.ts';

/** A browser whose commands fail as planned; see `wire-stand-in.ts`. */
export interface FaultyBrowser {
  readonly binary: BrowserBinary;
  /** Plans that a command fails, counted from now on. */
  plan(fault: WireFault, at: number): void;
  /** Waits until it has failed or the page is closed. @returns the command that failed; undefined when none did */
  outcome(): Promise<string | undefined>;
}

/** Makes a stand-in for the browser of this machine. @param folder for its files, made where it is not there */
export async function faultyBrowser(folder: string): Promise<FaultyBrowser> {
  mkdirSync(folder, { recursive: true });
  const { executablePath, ...rest } = await findBrowser();
  const file = path.join(folder, 'browser-stand-in');
  const program = pathToFileURL(path.join(import.meta.dirname, 'wire-stand-in.ts')).href;
  const call = `standBetween(${JSON.stringify(executablePath)}, ${JSON.stringify(folder)})`;
  writeFileSync(file, `#!${process.execPath}\nimport('${program}').then(({ standBetween }) => ${call});\n`);
  chmodSync(file, 0o755);
  const [planned, met, over] = ['plan.json', 'met.json', 'over.json'].map((name) => path.join(folder, name));
  let plans = 0;
  return {
    binary: { ...rest, executablePath: file },
    plan(fault, at) {
      for (const outcome of [met!, over!]) rmSync(outcome, { force: true });
      const plan: WirePlan = { id: String((plans += 1)), fault, at };
      writeFileSync(`${planned!}.tmp`, JSON.stringify(plan));
      renameSync(`${planned!}.tmp`, planned!);
    },
    async outcome() {
      await eventually(() => existsSync(met!) || existsSync(over!), 'a command fails or the page is closed');
      if (!existsSync(met!)) return undefined;
      return (JSON.parse(readFileSync(met!, 'utf8')) as { method: string }).method;
    },
  };
}
