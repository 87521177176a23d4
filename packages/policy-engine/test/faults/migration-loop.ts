/** The fault loop of `engine.migrate()`, which needs a database without tables. */
import type { Database } from 'policy-engine';
import { isFault, type Mode } from './faults.ts';
import type { Finding, Tried } from './loop.ts';
import { columnsOf, dropAll } from './state.ts';
import { World } from './world.ts';

const OPERATION = 'engine.migrate';

async function tryMigration(
  database: Database,
  { mode, nth, columns }: { mode: Mode; nth: number; columns: readonly string[] },
): Promise<{ call: string; problems: string[] } | null> {
  await dropAll(database);
  const world = new World(database);
  const { faults } = world;
  faults.arm(mode, nth);
  const problems: string[] = [];
  try {
    await world.engine.migrate();
  } catch (error) {
    if (!isFault(error)) problems.push(`an error that does not say what happened: ${String(error)}`);
  }
  faults.disarm();
  if (faults.hit === null) return null;
  if (faults.isDead) world.restart();
  try {
    await world.engine.migrate();
    const left = await world.engine.migrate();
    if (left.length > 0) problems.push(`migrated again: ${left.join(', ')}`);
    problems.push(...differencesOf(await columnsOf(database), columns));
    await world.engine.terms.create('age', { markdown: 'Be 16.' });
  } catch (error) {
    problems.push(`trying again failed: ${String(error)}`);
  }
  return { call: faults.hit, problems };
}

/** The columns that are surplus, and those that are missing. */
function differencesOf(present: readonly string[], columns: readonly string[]): string[] {
  return [
    ...present.filter((column) => !columns.includes(column)).map((column) => `a column too much: ${column}`),
    ...columns.filter((column) => !present.includes(column)).map((column) => `a column is missing: ${column}`),
  ];
}

/** Migrates an empty database with its n-th call failing, n = 1 until it passes. In the end it is migrated. */
export async function migrationLoop(
  database: Database,
  modes: readonly Mode[],
  wants: ((nth: number) => boolean) | null,
): Promise<Tried> {
  await dropAll(database);
  await new World(database).engine.migrate();
  const columns = await columnsOf(database);
  const findings: Finding[] = [];
  let faults = 0;
  for (const mode of modes) {
    for (let nth = 1; ; nth += 1) {
      if (wants?.(nth) === false) continue;
      const tried = await tryMigration(database, { mode, nth, columns });
      if (tried === null) break;
      faults += 1;
      if (tried.problems.length > 0) findings.push({ operation: OPERATION, mode, ...tried });
    }
  }
  return { faults, findings };
}
