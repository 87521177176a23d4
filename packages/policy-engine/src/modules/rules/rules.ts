/** The host's rules: what people decide on. Their texts are in `terms/`, their decisions in `consents/`. */
import type { HostText } from '../../platform/options/host-text.ts';
import type { RuleCallback } from './callback.ts';
import type { LifecycleEvent, RuleCondition } from './declaration.ts';
import type { Ages, ByLaw, Purpose } from '../regimes/index.ts';
import { refusals } from '../../errors/refusals.ts';

/** A rule with its defaults filled in. */
export interface Rule {
  readonly name: string;
  readonly label: HostText;
  readonly description: HostText;
  readonly sessionless: boolean;
  readonly blocking: boolean;
  readonly notice: boolean;
  readonly validatesOn: readonly LifecycleEvent[];
  readonly gpc: boolean;
  readonly sells: boolean;
  readonly lasts: Ages;
  /** Null: not known. */
  readonly purpose: Purpose | null;
  /** Null: opt-in. */
  readonly byLaw: ByLaw | null;
  readonly if: RuleCondition | undefined;
  readonly onAccept: RuleCallback | undefined;
  readonly onReject: RuleCallback | undefined;
}

/** The rules of one engine, in the order they were declared. */
export class Rules {
  readonly all: readonly Rule[];
  readonly #byName: ReadonlyMap<string, Rule>;

  constructor(rules: readonly Rule[]) {
    this.all = rules;
    this.#byName = new Map(rules.map((rule) => [rule.name, rule]));
  }

  find(name: string): Rule | undefined {
    return this.#byName.get(name);
  }

  /** @throws {PolicyEngineError} 404 `not_found` for a name that no rule has; its message, for the developer, lists the rules */
  require(name: string): Rule {
    const rule = this.#byName.get(name);
    if (rule === undefined) throw refusals.unknownRule(name, [...this.#byName.keys()]);
    return rule;
  }
}
