/** The configuration as a builder, one rule and script after another: one method per list (spec: P-config-builder). */
import type { PolicyEngineOptions } from './config.ts';
import type { PolicyEngine } from './policy-engine.ts';
import { createPolicyEngine } from './engine.ts';
import type { DataRuleOptions, ErasureRuleOptions } from './modules/data-map/rules/declaration.ts';
import type { PortabilityRuleOptions } from './modules/export/rule.ts';
import type { RuleOptions } from './modules/rules/declaration.ts';
import type { ScriptOptions } from './modules/consent/scripts/declaration.ts';

type Listed = 'rules' | 'scripts' | 'portabilityRules' | 'dataRules' | 'erasureRules';

/**
 * Every option but the lists, to be set; the lists grow by `addRule`, `addScript` and the like. `NoInfer`: a name is
 * inferred from what is declared, never from what the compiler expects the whole to return.
 */
export type PolicyEngineBuilder<RuleName extends string = string, Portable extends PortabilityRuleOptions = never> = {
  -readonly [Option in Exclude<keyof PolicyEngineOptions, Listed>]?: PolicyEngineOptions[Option];
} & {
  /** Declares a rule. Returns this configuration, with the name of the rule in its type. */
  addRule<Name extends string>(rule: RuleOptions<Name>): PolicyEngineBuilder<RuleName | NoInfer<Name>, Portable>;
  /** Declares a script of a third party. */
  addScript(script: ScriptOptions): PolicyEngineBuilder<RuleName, Portable>;
  /** Declares data that people can export. */
  addPortabilityRule<const Rule extends PortabilityRuleOptions>(
    rule: Rule,
  ): PolicyEngineBuilder<RuleName, Portable | NoInfer<Rule>>;
  /** Declares a kind of personal data: what is exported of it, how it is erased, how long it is kept. */
  addDataRule<const Rule extends DataRuleOptions>(
    rule: Rule,
  ): PolicyEngineBuilder<RuleName, Portable | ExportedAs<NoInfer<Rule>>>;
  /** Declares data that is erased but not exported. */
  addErasureRule(rule: ErasureRuleOptions): PolicyEngineBuilder<RuleName, Portable>;
};

/** How the helpers of users see a data rule: as a portability rule of its name, if it is exported. */
export type ExportedAs<Rule extends DataRuleOptions> = Rule extends { readonly portability: false }
  ? never
  : Rule extends { readonly member: unknown }
    ? { readonly name: Rule['name']; readonly member: string }
    : Rule extends { readonly collection: unknown } | { readonly table: unknown }
      ? { readonly name: Rule['name']; readonly collection: string }
      : never;

/**
 * Creates an engine like `createPolicyEngine`, with its configuration written line by line.
 *
 * The names of the rules are part of the engine's type if the function returns what the last `add…` returned; without a return they are any text.
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
export function configurePolicyEngine<RuleName extends string, Portable extends PortabilityRuleOptions = never>(
  configure: (config: PolicyEngineBuilder<never>) => PolicyEngineBuilder<RuleName, Portable>,
): PolicyEngine<RuleName, Portable>;
export function configurePolicyEngine(configure: (config: PolicyEngineBuilder) => void): PolicyEngine;
export function configurePolicyEngine(configure: (config: PolicyEngineBuilder<never>) => unknown): PolicyEngine {
  const rules: RuleOptions[] = [];
  const scripts: ScriptOptions[] = [];
  const portabilityRules: PortabilityRuleOptions[] = [];
  const dataRules: DataRuleOptions[] = [];
  const erasureRules: ErasureRuleOptions[] = [];
  const config = {};
  // Not enumerable, so that only the options are copied.
  Object.defineProperties(config, {
    addRule: { value: (rule: RuleOptions) => (rules.push(rule), config) },
    addScript: { value: (script: ScriptOptions) => (scripts.push(script), config) },
    addPortabilityRule: { value: (rule: PortabilityRuleOptions) => (portabilityRules.push(rule), config) },
    addDataRule: { value: (rule: DataRuleOptions) => (dataRules.push(rule), config) },
    addErasureRule: { value: (rule: ErasureRuleOptions) => (erasureRules.push(rule), config) },
  });
  configure(config as PolicyEngineBuilder<never>);
  const lists = { rules, scripts, portabilityRules, dataRules, erasureRules };
  return createPolicyEngine({ ...(config as PolicyEngineOptions), ...lists });
}
