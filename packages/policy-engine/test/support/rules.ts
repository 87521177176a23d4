/** Rules as an engine has them, for tests of what lies below it. */
import type { RuleOptions } from 'policy-engine';
import { rulesOptions } from '../../dist/modules/rules/options.js';
import type { Rules } from '../../dist/modules/rules/rules.js';
import { readOptions } from '../../dist/platform/options/read.js';

export function rulesOf(declared: readonly RuleOptions[]): Rules {
  return readOptions(rulesOptions.rules, declared);
}
