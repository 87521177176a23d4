import { spawnSync } from 'node:child_process';
import path from 'node:path';

/** The files that are checked. */
export const DEPLOY: string = path.resolve(import.meta.dirname, '../../../packages/page-renderer/deploy');

/** Why a test cannot run on this machine; false if all tools are there. */
export function lacking(...tools: readonly string[]): string | false {
  const missing = tools.filter((tool) => spawnSync('sh', ['-c', 'command -v "$0"', tool]).status !== 0);
  return missing.length > 0 && `this machine has no ${missing.join(', ')}`;
}

/** Runs a program. @throws if it fails, with its output */
export function run(program: string, words: readonly string[], input?: string): string {
  const { status, stdout, stderr } = spawnSync(program, words, { encoding: 'utf8', ...(input && { input }) });
  if (status === 0) return stdout + stderr;
  throw new Error(`${program} ${words.join(' ')}: ${status}\n${stdout}${stderr}`);
}
