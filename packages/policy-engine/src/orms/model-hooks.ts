/**
 * Acceptance on the user model of an ORM (spec: Policy rule, `validates_on`; User-model helpers): a user with the attributes
 * `policy_rule_<name>` is checked before it is written, and what it decides is recorded in the transaction that writes it.
 */
import { isDeepStrictEqual } from 'node:util';
import { type FieldError, PolicyEngineError } from '../errors.ts';
import type { RecordedPolicies } from '../modules/consent/service.ts';
import type { SignUpEvidence } from '../modules/consent/sign-up.ts';
import type { LifecycleEvent } from '../modules/rules/rules.ts';
import type { Database } from '../platform/database/port.ts';
import type { PolicyEngine } from '../policy-engine.ts';

/** What the hooks of a user model are told beside the model. */
export interface PolicyHookOptions<User extends object = object> {
  /**
   * What is known of the request in which a user is saved, for the proof, and the languages of whoever sent it for the sentences of a
   * refusal; from an `AsyncLocalStorage`, say. Default: nothing is known.
   */
  readonly evidence?: () => (SignUpEvidence & { readonly locales?: readonly string[] }) | undefined;
  /**
   * Told of each user whose decisions are committed, with the `Set-Cookie` values for the answer. What it throws comes out of the
   * ORM's own call, although the user is saved.
   */
  readonly recorded?: (user: User, cookies: string[]) => void | Promise<void>;
}

/** Attributes `policy_rule_<name>` of a user, as far as it has them. */
export type PolicyAttributes = Record<string, unknown>;

/** What the hooks of all ORMs have in common. */
export class ModelHooks<User extends object = object> {
  readonly #engine: PolicyEngine;
  readonly #options: PolicyHookOptions<User>;

  constructor(engine: PolicyEngine, options: PolicyHookOptions<User> = {}) {
    this.#engine = engine;
    this.#options = options;
  }

  /** Names of the attributes. */
  get names(): readonly string[] {
    return this.#engine.policyAttributes;
  }

  /** The decisions in an object, which may be a user or what one is made of. */
  of(source: object): PolicyAttributes {
    const values = this.names.map((name): [string, unknown] => [name, Reflect.get(source, name)]);
    return Object.fromEntries(values.filter(([, value]) => value !== undefined && value !== null));
  }

  /** Whether an object decides anything. */
  hasAny(source: object): boolean {
    return Object.keys(this.of(source)).length > 0;
  }

  /**
   * Refuses a user that lacks an acceptance.
   *
   * @param user whose id is known where it exists
   * @throws {PolicyEngineError} 422 `invalid_input`, whose `errors` name the attributes
   */
  async check(event: LifecycleEvent, user: object, attributes: PolicyAttributes, transaction: Database): Promise<void> {
    const { locales = [] } = this.#options.evidence?.() ?? {};
    const userId = event === 'update' ? this.#engine.userIdOf(user) : undefined;
    const errors = await this.#engine.validatePolicies(event, attributes, {
      locales,
      transaction,
      record: user,
      ...(userId !== undefined && { userId }),
    });
    if (errors.length > 0) throw refused(event, errors);
  }

  /**
   * Records what the attributes decide.
   *
   * @returns what is to run once they are committed; null where they decide nothing
   */
  async record(user: User, attributes: PolicyAttributes, transaction: Database): Promise<(() => Promise<void>) | null> {
    if (Object.keys(attributes).length === 0) return null;
    const { locales: _, ...evidence } = this.#options.evidence?.() ?? {};
    const recorded = await this.#engine.recordPolicies(transaction, this.#engine.userIdOf(user), attributes, evidence);
    return () => this.#follow(user, recorded);
  }

  async #follow(user: User, recorded: RecordedPolicies): Promise<void> {
    this.#clear(user);
    const cookies = await recorded.afterCommit();
    await this.#options.recorded?.(user, cookies);
  }

  /**
   * Takes decisions that were recorded off the user. Left there, they would be made once more when it is saved again, also where the
   * person has withdrawn them meanwhile.
   */
  #clear(user: object): void {
    for (const name of this.names) if (Reflect.get(user, name) !== undefined) Reflect.set(user, name, undefined);
  }
}

function refused(event: LifecycleEvent, errors: readonly FieldError[]): PolicyEngineError {
  const fields = errors.map(({ field, code }) => `${field} (${code})`).join(', ');
  return new PolicyEngineError('invalid_input', `the user can't be ${event}d: ${fields}`, {
    text: { key: 'error.invalid_input' },
    errors,
  });
}

/** What was recorded of a user in a transaction. */
interface Noted {
  /** How many savepoints are around; 0 for none. */
  readonly depth: number;
  readonly user: object;
  readonly attributes: PolicyAttributes;
  readonly committed: () => Promise<void>;
}

/** What one transaction of an ORM has recorded. */
interface Begun {
  readonly database: Database;
  readonly noted: Noted[];
}

/** What has to follow when transactions are committed, by an object that stands for the outermost one of each. */
export class OpenTransactions {
  readonly #begun = new WeakMap<object, Begun>();

  /** The engine's database in a transaction, the same each time: two of them would mix up their savepoints. */
  databaseOf(key: object, join: () => Database): Database {
    const begun = this.#begun.get(key) ?? { database: join(), noted: [] };
    this.#begun.set(key, begun);
    return begun.database;
  }

  note(key: object, noted: Noted): void {
    this.#begun.get(key)?.noted.push(noted);
  }

  /** Whether the transaction has recorded these decisions of a user already. */
  has(key: object, user: object, attributes: PolicyAttributes): boolean {
    const noted = this.#begun.get(key)?.noted ?? [];
    return noted.some((one) => one.user === user && isDeepStrictEqual(one.attributes, attributes));
  }

  /** The outermost transaction is committed. */
  async committed(key: object): Promise<void> {
    const noted = this.#begun.get(key)?.noted ?? [];
    this.#begun.delete(key);
    for (const { committed } of noted) await committed();
  }

  /** A transaction is rolled back, or with a depth above 0 a savepoint in it. */
  rolledBack(key: object, depth: number): void {
    const begun = this.#begun.get(key);
    if (depth === 0 || begun === undefined) this.#begun.delete(key);
    else this.#begun.set(key, { ...begun, noted: begun.noted.filter((one) => one.depth < depth) });
  }
}
