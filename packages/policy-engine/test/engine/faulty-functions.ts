/** Functions of a host that fail while they are told to, and the tests of what a background job makes of it. */
import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { after, before, describe, test, type TestContext } from 'node:test';
import type { PolicyEngineOptions } from 'policy-engine';
import type { TestRule } from 'policy-engine/testing';
import { inTime } from '../support/in-time.ts';

type Any = (...given: never[]) => unknown;
/** Options of an engine. */
export type Options = Partial<PolicyEngineOptions<TestRule>>;
/** Makes a function fail while it is told to. */
export type Failing = <F extends Any>(works: F) => F;

/** Milliseconds. */
export const HOUR = 3_600_000;
/** Longer than any time limit of a job. */
const LIMIT = 6 * HOUR;

const SILENT = 'never answers';
const WRONG = 'returns a symbol';
/** How a function fails, by what it does. */
export const FAULTS: Readonly<Record<string, Any>> = {
  'throws an error': () => {
    throw new Error('of the host');
  },
  'rejects with nothing': async () => Promise.reject(undefined),
  [SILENT]: () => new Promise(() => {}),
  [WRONG]: () => Symbol('wrong'),
};

/** A function of the host. */
export interface Case {
  readonly option: string;
  /** Options with a function that fails while it is told to. */
  readonly options: (failing: Failing) => Options;
  /** Whether the result is not used. */
  readonly ignoresResult?: true;
  /** Milliseconds that pass if the function is silent. Default: longer than any time limit of a job. */
  readonly limit?: number;
}

const unhandled: unknown[] = [];
const note = (reason: unknown) => void unhandled.push(reason);
before(() => void process.on('unhandledRejection', note));
after(() => void process.off('unhandledRejection', note));

/** A switch for the functions of a case. */
function faults() {
  let fault: Any | null = null;
  let calls = 0;
  const failing = <F extends Any>(works: F) =>
    ((...given: never[]) => {
      if (fault === null) return works(...given);
      calls += 1;
      return fault(...given);
    }) as F;
  return {
    failing,
    /** Runs something while the functions fail, and time passes if they are silent. */
    async during<Result>(t: TestContext, name: string, limit: number, work: () => Promise<Result>): Promise<Result> {
      calls = 0;
      fault = FAULTS[name] ?? null;
      const result = await inTime(t, work, name === SILENT, limit, () => calls > 0);
      fault = null;
      assert.ok(calls > 0, 'the function was called');
      return result;
    },
  };
}

/** Runs something while the functions of a case fail. */
type Fails = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** Describes a case: a test for each fault, all with the engine that the case makes first. */
export function eachFault<Made extends AsyncDisposable>(
  name: string,
  { options, ignoresResult, limit = LIMIT }: Case,
  make: (options: Options, failing: Failing) => Promise<Made>,
  run: (made: Made, told: { person: string; goesOn: boolean; failing: Fails }) => Promise<void>,
): void {
  describe(name, () => {
    const told = faults();
    let made: Made;
    before(async () => {
      made = await make(options(told.failing), told.failing);
    });
    after(() => made[Symbol.asyncDispose]());
    for (const [index, fault] of Object.keys(FAULTS).entries()) {
      const goesOn = ignoresResult === true && fault === WRONG;
      test(`that ${fault}: ${goesOn ? 'it is done' : 'it is done once the function works again'}`, async (t) => {
        await run(made, { person: `person${index}`, goesOn, failing: (work) => told.during(t, fault, limit, work) });
        await setImmediate();
        assert.deepEqual(unhandled.splice(0), []);
      });
    }
  });
}
