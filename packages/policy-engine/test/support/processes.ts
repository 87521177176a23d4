import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** How a child process ended. */
export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly output: string;
}

/**
 * Runs a TypeScript file in a process of its own and waits for its end; killed after `limit` milliseconds.
 *
 * @param script Relative to the caller's `import.meta.url`.
 */
export async function runProcess(script: string, from: string, parameters: string[], limit = 60_000): Promise<Ended> {
  const child = spawn(process.execPath, [fileURLToPath(new URL(script, from)), ...parameters], {
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: limit,
    killSignal: 'SIGKILL',
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => void (output += text));
  }
  return await new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => resolve({ code, signal, output }));
  });
}
