/** The operations of a history, as data: so that a failing history can be shrunk, and kept as a test. */
import fc from 'fast-check';
import { type Decision, type Rule, RULES } from './model.ts';

/** Machines, computers and people by their indexes. */
export type Operation =
  | { readonly do: 'publish'; readonly machine: number; readonly rule: Rule; readonly material: boolean }
  /** The current person at the computer decides: a signed-in account, or a visitor. */
  | {
      readonly do: 'decide';
      readonly machine: number;
      readonly computer: number;
      readonly rule: Rule;
      readonly decision: Decision;
    }
  /** The same click arrives twice, at two machines. */
  | {
      readonly do: 'click twice';
      readonly machine: number;
      readonly other: number;
      readonly computer: number;
      readonly rule: Rule;
      readonly decision: Decision;
    }
  | { readonly do: 'sign in'; readonly computer: number; readonly person: number }
  | { readonly do: 'adopt'; readonly machine: number; readonly computer: number; readonly rules: readonly Rule[] }
  | { readonly do: 'sign out'; readonly machine: number; readonly computer: number }
  /** The session ends without a call of the engine. */
  | { readonly do: 'leave'; readonly computer: number }
  | { readonly do: 'copy cookies'; readonly from: number; readonly to: number }
  /** Somebody writes a cookie manually. */
  | { readonly do: 'plant'; readonly computer: number; readonly rule: Rule; readonly decision: Decision }
  | {
      readonly do: 'import';
      readonly machine: number;
      readonly person: number;
      readonly rule: Rule;
      readonly decision: Decision;
      readonly daysAgo: number;
    }
  | { readonly do: 'erase'; readonly machine: number; readonly person: number }
  | { readonly do: 'seal'; readonly machine: number }
  | { readonly do: 'restart'; readonly machine: number }
  | { readonly do: 'wait'; readonly seconds: number };

/** How far the clocks of the machines are ahead, in milliseconds. */
export const CLOCKS = [0, 4000, -3000] as const;
export const COMPUTERS = 2;
export const PEOPLE = 2;

const machine = fc.nat(CLOCKS.length - 1);
const computer = fc.nat(COMPUTERS - 1);
const person = fc.nat(PEOPLE - 1);
const rule = fc.constantFrom(...RULES);
const sessionless = fc.constantFrom<Rule>('cookie', 'marketing');
const decision = fc.constantFrom<Decision>('accepted', 'rejected');

const a = <const Name extends Operation['do']>(name: Name) => fc.constant(name);

const operation: fc.Arbitrary<Operation> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: a('publish'), machine, rule, material: fc.boolean() }) },
  { weight: 10, arbitrary: fc.record({ do: a('decide'), machine, computer, rule, decision }) },
  { weight: 3, arbitrary: fc.record({ do: a('click twice'), machine, other: machine, computer, rule, decision }) },
  { weight: 4, arbitrary: fc.record({ do: a('sign in'), computer, person }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: a('adopt'),
      machine,
      computer,
      rules: fc.uniqueArray(sessionless, { minLength: 1, maxLength: 2 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: a('sign out'), machine, computer }) },
  { weight: 1, arbitrary: fc.record({ do: a('leave'), computer }) },
  { weight: 1, arbitrary: fc.record({ do: a('copy cookies'), from: computer, to: computer }) },
  { weight: 1, arbitrary: fc.record({ do: a('plant'), computer, rule: sessionless, decision }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: a('import'), machine, person, rule, decision, daysAgo: fc.integer({ min: 1, max: 3 }) }),
  },
  { weight: 2, arbitrary: fc.record({ do: a('erase'), machine, person }) },
  { weight: 2, arbitrary: fc.record({ do: a('seal'), machine }) },
  { weight: 1, arbitrary: fc.record({ do: a('restart'), machine }) },
  { weight: 1, arbitrary: fc.record({ do: a('wait'), seconds: fc.constantFrom(1, 5, 59, 61, 3600) }) },
);

/** Sequences that are rare by chance: somebody decides, signs in and takes it over. */
const adoption: fc.Arbitrary<Operation[]> = fc
  .record({ machine, computer, person, rule: sessionless, decision })
  .map(({ machine, computer, person, rule, decision }) => [
    { do: 'leave', computer },
    { do: 'decide', machine, computer, rule, decision },
    { do: 'sign in', computer, person },
    { do: 'adopt', machine, computer, rules: [rule] },
  ]);

const some: fc.Arbitrary<Operation[]> = fc.oneof(
  { weight: 8, arbitrary: operation.map((one) => [one]) },
  { weight: 1, arbitrary: adoption },
);

/** Histories of some operations; long ones are as frequent as short ones. */
export const histories = (most: number): fc.Arbitrary<Operation[]> =>
  fc.array(some, { minLength: 1, maxLength: most, size: 'max' }).map((all) => all.flat());
