/** A rule as the host declares it, and its condition. */
import type { LocalText } from '../../platform/options/host-text.ts';
import type { CurrentUser } from '../../platform/users/current-user.ts';
import type { RuleCallback } from './callback.ts';

/** An event of the host's user record at which a rule must have been accepted. */
export type LifecycleEvent = 'create' | 'update';

/** What a rule's `if` receives. */
export interface RuleConditionContext {
  /** Name of the rule. */
  readonly rule: string;
  /** Who would be asked; null for an anonymous visitor and at sign-up. */
  readonly user: CurrentUser | null;
  /** Null if the host asks outside of a request. */
  readonly request: Request | null;
  /** The form of a sign-up or update; null if none is checked. */
  readonly attributes: Readonly<Record<string, unknown>> | null;
  /** What the host does with its user record; null if none is checked. */
  readonly event: LifecycleEvent | null;
}

/** Whether a rule concerns somebody. */
export type RuleCondition = (context: RuleConditionContext) => boolean | Promise<boolean>;

/** How long decisions count, in calendar months: whole numbers from 1 to 120. */
export interface DecisionAges {
  /** Months of an acceptance, see {@link RuleOptions.lasts}. */
  readonly acceptance?: number;
  /** Months after a refusal in which nobody is asked again. */
  readonly refusal?: number;
}

/**
 * Where something needs consent first: `opt-in` everywhere (the default); `law`: as the law of the region of the request has it, by its
 * stricter reading; or in some regions, and by facts of law whose conditions you meet.
 *
 * @example
 * ```ts
 * const posture = { regions: ['gb', 'us-ca'], facts: ['U4'] };
 * ```
 */
export type PostureOptions =
  | 'opt-in'
  | 'law'
  | {
      /** Regions in which the law decides; elsewhere it is `opt-in`. Default: all. */
      readonly regions?: readonly string[];
      /** IDs of facts that loosen, of which you have read the text and meet the conditions, as `U4`. Default: none. */
      readonly facts?: readonly string[];
    };

/** What something is for, as laws tell purposes apart; `ads` includes the sale of data and its sharing. */
export type PurposeName = 'statistics' | 'appearance' | 'ads';

/** A rule as the host declares it (spec: P-rule). */
export interface RuleOptions<Name extends string = string> {
  /** Lower-case letters, digits and underscores, starting with a letter: it is part of cookie and field names. */
  readonly name: Name;
  /** Label that people see, as text or by locale. Default: the name as words. */
  readonly label?: LocalText;
  /** Description in a sentence or two, as text or by locale; people read it where they decide. Default: none. */
  readonly description?: LocalText;
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
   * Whether Global Privacy Control (`Sec-GPC: 1`) rejects it, for all but those who accepted despite the signal. Applies to
   * consents only: rules that are sessionless and not blocking, and those that scripts ask for. Default: true.
   */
  readonly gpc?: boolean;
  /**
   * How long a decision counts, in calendar months of UTC; afterwards nothing runs and the person is asked again. A browser forgets
   * decisions of visitors after 400 days at the latest. Default: of a consent (sessionless and not blocking, or one that scripts ask
   * for) twelve months for an acceptance and six for a refusal, which is a choice of the engine; of other rules no limit.
   */
  readonly lasts?: DecisionAges;
  /** What it is for: needed for {@link RuleOptions.posture}. Default: not known. */
  readonly purpose?: PurposeName;
  /**
   * Whether it needs consent first, by the region of a request (option `region`). Where it does not, it runs until somebody objects, and
   * the banner says so. Default: `opt-in`.
   */
  readonly posture?: PostureOptions;
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
