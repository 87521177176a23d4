/** Prometheus' own checks; Debian's package `prometheus` contains the program. */
import { spawnSync } from 'node:child_process';

/** Why tests with promtool are skipped; false if they are not. */
export const withoutPromtool: string | false =
  spawnSync('promtool', ['--version']).status === 0
    ? false
    : 'promtool is not installed (Debian: apt-get install prometheus)';

/** Runs it. */
export function promtool(parameters: readonly string[], input = ''): { status: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync('promtool', parameters, { input, encoding: 'utf8' });
  return { status, output: stdout + stderr };
}
