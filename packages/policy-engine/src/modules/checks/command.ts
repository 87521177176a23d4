/** `policy-engine doctor`: what a release pipeline asks. */
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { NamingOptions } from '../../platform/database/names.ts';
import type { Database } from '../../platform/database/port.ts';
import { PolicyEngineError } from '../../errors.ts';
import { createLanguages } from '../../platform/i18n/language.ts';
import { checkDatabase } from './checks.ts';
import { type Finding, worded } from './finding.ts';

type Print = (line: string) => void;

/** What a host's module has to export as `engine`. */
interface CheckableEngine {
  check(): Promise<Finding[]>;
  stop(): Promise<void>;
  readonly database: Pick<Database, 'close'>;
}

/**
 * Checks the engine a module exports.
 *
 * @returns the exit code: 1 if a duty is not met, else 0
 * @throws {PolicyEngineError} `configuration_invalid` for a module without an engine
 */
export async function doctorOfEngine(file: string, print: Print): Promise<number> {
  const exported = (await import(pathToFileURL(path.resolve(file)).href)) as { engine?: unknown };
  const engine = exported.engine;
  if (!isEngine(engine)) {
    throw new PolicyEngineError('configuration_invalid', `${file} exports no engine: export const engine = …`);
  }
  try {
    return report(await engine.check(), print);
  } finally {
    await engine.stop();
    await engine.database.close();
  }
}

/** Checks what can be seen without a configuration. */
export async function doctorOfDatabase(database: Database, naming: NamingOptions, print: Print): Promise<number> {
  const language = createLanguages()(['en']);
  const found = await checkDatabase(database, naming);
  return report(
    found.map((one) => worded(one, language)),
    print,
  );
}

function isEngine(value: unknown): value is CheckableEngine {
  return typeof value === 'object' && value !== null && 'check' in value && typeof value.check === 'function';
}

function report(findings: readonly Finding[], print: Print): number {
  for (const { severity, code, message, advice, article } of findings) {
    print(`${severity} ${code}: ${message}`);
    print(`  ${advice}${article === null ? '' : ` (${article})`}`);
  }
  if (findings.length === 0) print('Nothing is missing.');
  return findings.some(({ severity }) => severity === 'error') ? 1 : 0;
}
