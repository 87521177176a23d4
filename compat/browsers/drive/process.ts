/** Programs that the tests start, and end again. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants } from 'node:fs';
import path from 'node:path';

/** The file of a program in the search path; null if it is not installed. */
export function programNamed(...names: readonly string[]): string | null {
  const folders = (process.env['PATH'] ?? '').split(path.delimiter);
  for (const file of names.flatMap((name) => folders.map((folder) => path.join(folder, name)))) {
    try {
      accessSync(file, constants.X_OK);
      return file;
    } catch {
      // Not here.
    }
  }
  return null;
}

/** A started program. */
export interface Running {
  readonly child: ChildProcess;
  /** Ends it with the programs it started. */
  end(): Promise<void>;
}

/** Starts a program in a process group of its own; its output is dropped. */
export function start(file: string, args: readonly string[], env: Readonly<Record<string, string>> = {}): Running {
  const child = spawn(file, args, { detached: true, stdio: 'ignore', env: { ...process.env, ...env } });
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  });
  return {
    child,
    async end() {
      try {
        process.kill(-child.pid!, 'SIGKILL');
      } catch {
        // It has ended already.
      }
      await ended;
    },
  };
}

/** Tries until it succeeds, for a minute. @throws the last error */
export async function eventually<Result>(attempt: () => Promise<Result>, running?: Running): Promise<Result> {
  for (const began = performance.now(); ;) {
    try {
      return await attempt();
    } catch (error) {
      const hasEnded = running !== undefined && running.child.exitCode !== null;
      if (hasEnded || performance.now() - began > 60_000) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

/** Starts a screen that nobody sees. @param file the program of Xvfb */
export async function startScreen(file: string): Promise<{ readonly name: string; end(): Promise<void> }> {
  const child = spawn(file, ['-displayfd', '3', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const [number] = (await once(child.stdio[3]!, 'data')) as [Buffer];
  return {
    name: `:${number.toString().trim()}`,
    async end() {
      const ended = once(child, 'exit');
      child.kill();
      await ended;
    },
  };
}
