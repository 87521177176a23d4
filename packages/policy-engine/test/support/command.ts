/** The command `policy-engine`, run in this process: loading the engine in a new one takes over a second of a core. */
import { runCommandLine } from '../../dist/cli/run.js';
import * as ownModules from '../../dist/modules.js';

const modules = Object.values(ownModules);

/** The result of a command. */
export interface Answer {
  /** The exit code. */
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Runs a command line as `bin/policy-engine.js` does, and collects what it writes. `DATABASE_URL` of this process is not
 * passed on.
 */
export async function runCommand(words: readonly string[], env: Record<string, string> = {}): Promise<Answer> {
  let stdout = '';
  let stderr = '';
  const status = await runCommandLine(modules, words, {
    write: (text) => void (stdout += text),
    writeError: (text) => void (stderr += text),
    env,
  });
  return { status, stdout, stderr };
}
