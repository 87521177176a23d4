/**
 * The fault loop, as SQLite tests itself: an operation runs repeatedly, each time with its next call to a port failing,
 * until it passes without meeting the fault. The state after each run is compared with that of an undisturbed run.
 */
import type { Database, ImportedTerm } from 'policy-engine';
import { PolicyEngineError } from 'policy-engine';
import { isFault, type Mode } from './faults.ts';
import {
  contradictionsOf,
  filesReferredTo,
  jobsLeft,
  readAll,
  type Rows,
  stateOf,
  tablesOf,
  writeAll,
} from './state.ts';
import { HOUR, Refusal, World, type WorldSet } from './world.ts';

/** A public operation that writes. */
export interface Operation extends WorldSet {
  readonly name: string;
  /** Creates what the operation needs, without faults. */
  readonly prepare?: (world: World) => Promise<unknown>;
  /** Throws an error if the caller sees one. */
  readonly run: (world: World) => Promise<unknown>;
  /** Error codes with which a second call may be refused because the first one took effect. */
  readonly doneBefore?: readonly string[];
  /** How a careful caller retries. Default: the same call. */
  readonly again?: (world: World) => Promise<unknown>;
  /** It has several transactions, and may stop between them. */
  readonly hasSteps?: boolean;
  /** Its initial state is inconsistent: only the final `ledger verify` checks whether events and table agree. */
  readonly mends?: boolean;
  /** What may exist twice after a lost response, in words of the state; with the reason beside it. */
  readonly mayDouble?: RegExp;
}

/** A fault after which something was wrong. */
export interface Finding {
  readonly operation: string;
  readonly mode: Mode;
  /** Which call failed. */
  readonly call: string;
  readonly problems: readonly string[];
}

/** The state and calls of an operation without faults. */
interface Model {
  /** The number of calls it makes, by mode. */
  readonly calls: Readonly<Record<Mode, number>>;
  readonly before: readonly string[];
  readonly after: readonly string[];
  readonly settled: readonly string[];
}

/** Creates the same world repeatedly, each with a process that has cached nothing. */
class Worlds {
  readonly #database: Database;
  readonly #tables: readonly string[];
  readonly #rows: Rows;
  readonly #first: World;
  readonly #set: WorldSet;

  private constructor(first: World, set: WorldSet, tables: readonly string[], rows: Rows) {
    this.#database = first.database;
    this.#set = set;
    this.#tables = tables;
    this.#rows = rows;
    this.#first = first;
  }

  /** Creates the texts in force that every operation starts with, and what it needs besides. */
  static async for(database: Database, { prepare, isRelayed = false, needsTwo = false }: Operation): Promise<Worlds> {
    const tables = await tablesOf(database);
    const texts = written.get(database) ?? (await writeTexts(database, tables));
    written.set(database, texts);
    await writeAll(database, tables, texts);
    const world = new World(database, { needsTwo });
    await prepare?.(world);
    return new Worlds(world, { isRelayed, needsTwo }, tables, await readAll(database, tables));
  }

  async next(): Promise<World> {
    await writeAll(this.#database, this.#tables, this.#rows);
    return new World(this.#database, this.#set, this.#first);
  }
}

/** The world that an operation finds. */
export async function worldFor(database: Database, operation: Operation): Promise<World> {
  return (await Worlds.for(database, operation)).next();
}

/** The tables of each database with only texts in force. */
const written = new WeakMap<Database, Rows>();

async function writeTexts(database: Database, tables: readonly string[]): Promise<Rows> {
  await writeAll(database, tables, new Map());
  await new World(database).engine.terms.import(TEXTS);
  return readAll(database, tables);
}

const TEXTS: readonly ImportedTerm[] = [
  { rule: 'cookie', markdown: 'We set one cookie.', publishedAt: '2020-01-01T00:00:00Z' },
  { rule: 'age', markdown: 'Be 16.', publishedAt: '2020-01-01T00:00:00Z', translations: { fr: 'Ayez 16 ans.' } },
  { rule: 'privacy_terms', markdown: 'We keep little.', publishedAt: '2020-01-01T00:00:00Z' },
];

const see = (world: World) => stateOf(world.database, world);
/** Secrets are created on first use, even if the operation that needs them fails. */
const isMade = (line: string) => line.startsWith('secret: ');

/** Completes background work, mail included. */
async function settle(world: World): Promise<void> {
  for (let round = 0; round < 8 && (await jobsLeft(world.database)) > 0; round += 1) {
    await world.engine.jobs.runDue();
    world.pass(2 * HOUR);
  }
}

async function modelOf(worlds: Worlds, operation: Operation): Promise<Model> {
  const world = await worlds.next();
  const before = await see(world);
  const { faults } = world;
  faults.arm('refused');
  await operation.run(world);
  faults.disarm();
  const { length } = faults.calls;
  const after = await see(world);
  await settle(world);
  const calls = { refused: length, lost: length, dead: length, conflict: faults.conflicting };
  return { calls, before, after, settled: await see(world) };
}

type Outcome = { readonly succeeded: true } | { readonly succeeded: false; readonly error: unknown };

async function outcomeOf(work: () => Promise<unknown>): Promise<Outcome> {
  try {
    await work();
    return { succeeded: true };
  } catch (error) {
    return { succeeded: false, error };
  }
}

/** Lines that one state has and another does not. */
function difference(expected: readonly string[], actual: readonly string[]): string[] {
  const left = [...actual];
  const missing = expected.filter((line) => {
    const place = left.indexOf(line);
    if (place >= 0) left.splice(place, 1);
    return place < 0;
  });
  return [...missing.map((line) => `missing: ${line}`), ...left.map((line) => `too much: ${line}`)];
}

const isSame = (one: readonly string[], other: readonly string[]) => difference(one, other).length === 0;

/** Faults in what the caller was told. */
function untrue(model: Model, outcome: Outcome, seen: readonly string[], hasSteps: boolean): string[] {
  const withoutMade = (lines: readonly string[]) => lines.filter((line) => !isMade(line));
  const [before, after, present] = [withoutMade(model.before), withoutMade(model.after), withoutMade(seen)];
  if (outcome.succeeded) {
    return hasSteps ? [] : difference(after, present).map((line) => `told success, but ${line}`);
  }
  const { error } = outcome;
  const isClear =
    isFault(error) || error instanceof PolicyEngineError || (error instanceof Refusal && error.status >= 500);
  return [
    ...(isClear ? [] : [`an error that does not say what happened: ${String(error)}`]),
    ...(hasSteps || isSame(before, present) || isSame(after, present)
      ? []
      : difference(after, present).map((line) => `half done: ${line}`)),
  ];
}

/** Contradictions in the state, also after sealing. */
async function unsound(world: World, { mends = false }: Operation): Promise<string[]> {
  const contradictions = mends ? [] : await contradictionsOf(world.database);
  world.pass(HOUR);
  await world.engine.ledger.seal();
  const { findings, pending } = await world.engine.ledger.verify();
  // A flag stays a flag, judged or not.
  const wrong = findings.filter(({ code }) => !(mends && code === 'event_suspected'));
  return [
    ...contradictions,
    ...wrong.map(({ message }) => `ledger: ${message}`),
    ...(pending === 0 ? [] : [`ledger: ${pending} events are not sealed`]),
  ];
}

/** Faults after the caller's retry and the end of all work. */
async function afterRetry(world: World, operation: Operation, { settled }: Model, isDone: boolean): Promise<string[]> {
  const { run, again = run, doneBefore = [] } = operation;
  const retried: Outcome = isDone ? { succeeded: true } : await outcomeOf(() => again(world));
  const isRefused = !retried.succeeded && !doneBefore.includes((retried.error as { code?: string }).code ?? '');
  await settle(world);
  const wanted = new Set(await filesReferredTo(world.database));
  return [
    ...(isRefused ? [`trying again failed: ${String((retried as { error: unknown }).error)}`] : []),
    ...difference(settled, await see(world))
      .filter((line) => !(line.startsWith('too much: ') && operation.mayDouble?.test(line)))
      .map((line) => `at the end ${line}`),
    ...[...world.files.keys()].filter((name) => !wanted.has(name)).map((name) => `nobody knows the file ${name}`),
    ...(await unsound(world, operation)).map((line) => `at the end ${line}`),
  ];
}

/** Makes one call fail. @returns null if the operation passed without meeting it */
async function tryOne(
  worlds: Worlds,
  operation: Operation,
  { mode, nth, model }: { mode: Mode; nth: number; model: Model },
): Promise<{ call: string; problems: string[] } | null> {
  const world = await worlds.next();
  const { faults } = world;
  faults.arm(mode, nth);
  const outcome = await outcomeOf(() => operation.run(world));
  faults.disarm();
  if (faults.hit === null) return outcome.succeeded ? null : { call: 'none', problems: [String(outcome.error)] };
  if (mode === 'dead') world.restart();
  const problems = untrue(model, outcome, await see(world), operation.hasSteps === true);
  if (operation.mends !== true) problems.push(...(await contradictionsOf(world.database)));
  problems.push(...(await afterRetry(world, operation, model, outcome.succeeded)));
  return { call: faults.hit, problems: [...new Set(problems)] };
}

/** The number of faults that were tried, and the findings. */
export interface Tried {
  readonly faults: number;
  readonly findings: readonly Finding[];
}

/**
 * Tries an operation with its n-th call failing, n = 1 until it passes.
 *
 * @param wants which n are tried besides the last, which is usually a commit; null: all, until it passes
 */
export async function faultLoop(
  database: Database,
  operation: Operation,
  modes: readonly Mode[],
  wants: ((nth: number) => boolean) | null = null,
): Promise<Tried> {
  const isWhole = wants === null;
  const worlds = await Worlds.for(database, operation);
  const model = await modelOf(worlds, operation);
  const findings: Finding[] = [];
  let faults = 0;
  for (const mode of modes) {
    const last = model.calls[mode];
    for (let nth = 1; nth <= MOST_CALLS; nth += 1) {
      if (nth < last && wants?.(nth) === false) continue;
      if (nth > last && !isWhole) break;
      const tried = await tryOne(worlds, operation, { mode, nth, model });
      if (tried === null) break;
      faults += 1;
      if (tried.problems.length > 0) findings.push({ operation: operation.name, mode, ...tried });
    }
  }
  return { faults, findings };
}

/** No operation makes this many calls. */
const MOST_CALLS = 500;
