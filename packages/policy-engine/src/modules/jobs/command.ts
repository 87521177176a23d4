/** `policy-engine work`: does jobs in a process apart from the web's. */
import { once } from 'node:events';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Database } from '../../platform/database/port.ts';
import { PolicyEngineError } from '../../errors.ts';

interface WorkingEngine {
  start(): void;
  stop(): Promise<void>;
  readonly database: Pick<Database, 'close'>;
}

/**
 * Does the jobs of the engine a module exports, until SIGTERM or SIGINT; then lets those under way end.
 *
 * @throws {PolicyEngineError} `configuration_invalid` for a module without an engine
 */
export async function workOfEngine(file: string, print: (line: string) => void): Promise<void> {
  const { engine } = (await import(pathToFileURL(path.resolve(file)).href)) as { engine?: unknown };
  if (!isEngine(engine)) {
    throw new PolicyEngineError('configuration_invalid', `${file} exports no engine: export const engine = …`);
  }
  engine.start();
  print('Working. End it with SIGTERM or Ctrl+C.');
  // The engine keeps no process alive.
  const alive = setInterval(() => {}, 60_000);
  await Promise.race([once(process, 'SIGTERM'), once(process, 'SIGINT')]);
  print('Ending what is under way.');
  await engine.stop();
  await engine.database.close();
  clearInterval(alive);
}

function isEngine(value: unknown): value is WorkingEngine {
  return typeof value === 'object' && value !== null && 'start' in value && typeof value.start === 'function';
}
