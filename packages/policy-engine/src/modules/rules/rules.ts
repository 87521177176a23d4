/** The host's rules: what people decide on. Their texts are in `terms/`, their decisions in `consents/`. */
import type { RuleCallback } from '../consent/callback.ts';
import type { RuleCondition } from '../consent/condition.ts';
import { refusals } from '../../refusals.ts';

/** An event of the host's user record at which a rule must have been accepted. */
export type LifecycleEvent = 'create' | 'update';

/** A rule as the host declares it (spec: Policy rule). */
export interface RuleOptions<Name extends string = string> {
  /** Lower-case letters, digits and underscores, starting with a letter: it is part of cookie and field names. */
  readonly name: Name;
  /** Label that people see, as text or by locale. Default: the name as words. */
  readonly label?: string | ((locale: string) => string);
  /** Description in a sentence or two, as text or by locale; people read it where they decide. Default: none. */
  readonly description?: string | ((locale: string) => string);
  /** Applies without a signed-in user, like a cookie consent. Default: false. */
  readonly sessionless?: boolean;
  /**
   * Must be accepted before anything else. Never for consent that must be freely given (GDPR Art. 7(4)). Default:
   * false.
   */
  readonly blocking?: boolean;
  /**
   * Information that people read and do not decide on, such as a privacy notice (GDPR Art. 13): it has texts and versions, and is
   * neither accepted nor rejected. Default: false.
   */
  readonly notice?: boolean;
  /** Events of the host's user record on which acceptance is required. Default: none. */
  readonly validatesOn?: readonly LifecycleEvent[];
  /**
   * Whether Global Privacy Control (`Sec-GPC: 1`) rejects it for people who have not decided otherwise here. Applies to
   * consents only: rules that are sessionless and not blocking, and those that scripts ask for. Default: true.
   */
  readonly gpc?: boolean;
  /**
   * People to whom the rule applies: nobody else is asked, blocked or refused at sign-up. If it throws, the error is
   * reported and the rule applies. Default: everybody.
   */
  readonly if?: RuleCondition;
  /**
   * Runs after the decision is stored, once per actual change. If it throws, the error is reported and nothing is lost.
   */
  readonly onAccept?: RuleCallback;
  /** Like `onAccept`; may delete cookies by name and domain. */
  readonly onReject?: RuleCallback;
}

/** A rule with its defaults filled in. */
export interface Rule {
  readonly name: string;
  readonly label: (locale: string) => string;
  readonly description: (locale: string) => string;
  readonly sessionless: boolean;
  readonly blocking: boolean;
  readonly notice: boolean;
  readonly validatesOn: readonly LifecycleEvent[];
  readonly gpc: boolean;
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
