/** Rules in the engine's internal form, for tests of its parts. */
import type { RuleOptions } from 'policy-engine';
import { rulesOptions } from '../../dist/modules/rules/options.js';
import type { Rules } from '../../dist/modules/rules/rules.js';
import { readOptions } from '../../dist/platform/options/read.js';

export function rulesOf(declared: readonly RuleOptions[]): Rules {
  return readOptions(rulesOptions.rules, declared);
}
