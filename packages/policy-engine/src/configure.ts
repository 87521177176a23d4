/** The configuration as a conversation, one rule and script after another (spec: `add_rule`, `add_script`). */
import type { PolicyEngineOptions } from './config.ts';
import type { PolicyEngine } from './engine.ts';
import { createPolicyEngine } from './engine.ts';
import type { RuleOptions } from './rules.ts';
import type { ScriptOptions } from './scripts/declaration.ts';

type Listed = 'rules' | 'scripts';

/** Every option but the lists, to be set; the lists grow by `addRule` and `addScript`. */
export type PolicyEngineBuilder<RuleName extends string = string> = {
  -readonly [Option in Exclude<keyof PolicyEngineOptions, Listed>]?: PolicyEngineOptions[Option];
} & {
  /** Declares a rule. What it returns is this configuration, with the rule's name in its type. */
  addRule<Name extends string>(rule: RuleOptions<Name>): PolicyEngineBuilder<RuleName | Name>;
  /** Declares a script of a third party. */
  addScript(script: ScriptOptions): PolicyEngineBuilder<RuleName>;
};

/**
 * Makes an engine like `createPolicyEngine`, with its configuration written line by line.
 *
 * The names of the rules are part of the engine's type if the function returns what the last `addRule` or `addScript`
 * returned; without a return they are any text.
 *
 * @example
 * ```ts
 * const engine = configurePolicyEngine((config) => {
 *   config.database = pgDatabase(pool);
 *   config.currentUser = currentUser;
 *   config.fromEmail = 'privacy@shop.example';
 *   return config
 *     .addRule({ name: 'cookie', sessionless: true })
 *     .addRule({ name: 'age', blocking: true, validatesOn: ['create'] });
 * });
 * ```
 * @throws {PolicyEngineError} `configuration_invalid`, as `createPolicyEngine`
 */
export function configurePolicyEngine<RuleName extends string>(
  configure: (config: PolicyEngineBuilder<never>) => PolicyEngineBuilder<RuleName>,
): PolicyEngine<RuleName>;
export function configurePolicyEngine(configure: (config: PolicyEngineBuilder) => void): PolicyEngine;
export function configurePolicyEngine(configure: (config: PolicyEngineBuilder<never>) => unknown): PolicyEngine {
  const rules: RuleOptions[] = [];
  const scripts: ScriptOptions[] = [];
  const config = {};
  // Not enumerable: what is left to be copied are the options.
  Object.defineProperties(config, {
    addRule: { value: (rule: RuleOptions) => (rules.push(rule), config) },
    addScript: { value: (script: ScriptOptions) => (scripts.push(script), config) },
  });
  configure(config as PolicyEngineBuilder<never>);
  return createPolicyEngine({ ...(config as PolicyEngineOptions), rules, scripts });
}
