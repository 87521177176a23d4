/**
 * Acceptance on the user model of an ORM (spec: P-rule-validates-on, P-user): a user with the attributes
 * `policy_rule_<name>` is checked before it is written, and what it decides is recorded in the transaction that writes it, with the
 * versions of the texts that were shown (`policy_version_<name>`).
 */
import { isDeepStrictEqual } from 'node:util';
import { type FieldError, PolicyEngineError } from '../errors/errors.ts';
import type { RecordedPolicies } from '../modules/consent/sign-up/recorded-policies.ts';
import type { SignUpEvidence } from '../modules/consent/sign-up/sign-up.ts';
import type { LifecycleEvent } from '../modules/rules/declaration.ts';
import type { Database } from '../platform/database/port.ts';
import type { PolicyEngine } from '../policy-engine.ts';

/** Options of the hooks of a user model. */
export interface PolicyHookOptions<User extends object = object> {
  /**
   * What is known about the request in which a user is saved: the circumstances for the proof, and the caller's
   * languages for error messages; for example from an `AsyncLocalStorage`. Default: nothing is known.
   */
  readonly evidence?: () => (SignUpEvidence & { readonly locales?: readonly string[] }) | undefined;
  /**
   * Called for each user whose decisions are committed, with the `Set-Cookie` values for the response. An error that it
   * throws is thrown by the ORM's call, although the user is saved.
   */
  readonly recorded?: (user: User, cookies: string[]) => void | Promise<void>;
}

/** The attributes `policy_rule_<name>` and `policy_version_<name>` of a user, as far as they are set. */
export type PolicyAttributes = Record<string, unknown>;

/** Common parts of the hooks of all ORMs. */
export class ModelHooks<User extends object = object> {
  readonly #engine: PolicyEngine;
  readonly #options: PolicyHookOptions<User>;
  readonly #takeOff: (user: object, name: string) => void;

  /** @param takeOff removes an attribute of a user. Default: sets it to undefined */
  constructor(
    engine: PolicyEngine,
    options: PolicyHookOptions<User> = {},
    takeOff: (user: object, name: string) => void = (user, name) => void Reflect.set(user, name, undefined),
  ) {
    this.#engine = engine;
    this.#options = options;
    this.#takeOff = takeOff;
  }

  /** Names of the attributes. */
  get names(): readonly string[] {
    return this.#engine.policyAttributes;
  }

  /** The decisions in an object, which may be a user or the data for one, and which texts were shown. */
  of(source: object): PolicyAttributes {
    const values = this.names.map((name): [string, unknown] => [name, Reflect.get(source, name)]);
    return Object.fromEntries(values.filter(([, value]) => value !== undefined && value !== null));
  }

  /** Whether an object contains any of them. */
  hasAny(source: object): boolean {
    return Object.keys(this.of(source)).length > 0;
  }

  /**
   * Rejects decisions that would be lost.
   *
   * @param instead what to do instead
   * @throws {PolicyEngineError} `database_misuse` if an object contains decisions
   */
  refuseAttributes(source: object, instead: string): void {
    if (this.hasAny(source))
      throw new PolicyEngineError('database_misuse', `This call decides on no policies: ${instead}.`);
  }

  /**
   * Rejects a user who lacks an acceptance.
   *
   * @param user with its ID, if it exists
   * @throws {PolicyEngineError} 422 `invalid_input`, whose `errors` name the attributes
   */
  async check(
    event: LifecycleEvent,
    user: object,
    attributes: PolicyAttributes,
    transaction: Database | undefined,
  ): Promise<void> {
    const { locales = [] } = this.#options.evidence?.() ?? {};
    const userId = event === 'update' ? this.#engine.userIdOf(user) : undefined;
    const errors = await this.#engine.validatePolicies(event, attributes, {
      locales,
      record: user,
      ...(transaction && { transaction }),
      ...(userId !== undefined && { userId }),
    });
    if (errors.length > 0) throw refused(event, errors);
  }

  /**
   * Records the decisions in the attributes.
   *
   * @returns what to run once they are committed; null if there are no decisions
   */
  async record(user: User, attributes: PolicyAttributes, transaction: Database): Promise<(() => Promise<void>) | null> {
    if (Object.keys(attributes).length === 0) return null;
    const { locales: _, ...evidence } = this.#options.evidence?.() ?? {};
    const recorded = await this.#engine.recordPolicies(transaction, this.#engine.userIdOf(user), attributes, evidence);
    return () => this.#follow(user, recorded);
  }

  async #follow(user: User, recorded: RecordedPolicies): Promise<void> {
    let cookies: string[];
    try {
      cookies = await recorded.afterCommit();
    } catch (error) {
      const isStored = !(error instanceof PolicyEngineError && error.code === 'database_transaction_failed');
      if (isStored) this.#clear(user);
      throw error;
    }
    this.#clear(user);
    await this.#options.recorded?.(user, cookies);
  }

  /**
   * Removes recorded decisions from the user. Otherwise they would be recorded again when it is saved again, even if
   * the person has withdrawn them in the meantime.
   */
  #clear(user: object): void {
    for (const name of this.names) if (Reflect.get(user, name) !== undefined) this.#takeOff(user, name);
  }
}

function refused(event: LifecycleEvent, errors: readonly FieldError[]): PolicyEngineError {
  const fields = errors.map(({ field, code }) => `${field} (${code})`).join(', ');
  return new PolicyEngineError('invalid_input', `the user can't be ${event}d: ${fields}`, {
    text: { key: 'error.invalid_input' },
    errors,
  });
}

/** What was recorded for a user in a transaction. */
interface Noted {
  readonly user: object;
  readonly attributes: PolicyAttributes;
  readonly committed: () => Promise<void>;
}

/** What was recorded in one transaction of an ORM. */
interface Begun {
  readonly database: Database | null;
  readonly noted: readonly Noted[];
  /** The number of records when the last savepoint of each depth began. */
  readonly savepoints: ReadonlyMap<number, number>;
}

const NOTHING: Begun = { database: null, noted: [], savepoints: new Map() };

/** What to run when transactions are committed, by an object that identifies the outermost one of each. */
export class OpenTransactions {
  readonly #begun = new WeakMap<object, Begun>();
  /** Decisions of users that were undone, and not made again. */
  readonly #undone = new WeakMap<object, PolicyAttributes>();

  /** The engine's database in a transaction, always the same object: two of them would mix up their savepoints. */
  databaseOf(key: object, join: () => Database): Database {
    const begun = this.#of(key);
    const database = begun.database ?? join();
    this.#begun.set(key, { ...begun, database });
    return database;
  }

  note(key: object, noted: Noted): void {
    const begun = this.#of(key);
    this.#undone.delete(noted.user);
    this.#begun.set(key, { ...begun, noted: [...begun.noted, noted] });
  }

  /** Whether these decisions are the last that the transaction recorded for a user. */
  has(key: object, user: object, attributes: PolicyAttributes): boolean {
    const last = this.#of(key).noted.findLast((one) => one.user === user);
    return last !== undefined && isDeepStrictEqual(last.attributes, attributes);
  }

  /** Whether these decisions of a user were recorded in a transaction that was rolled back. */
  isUndone(user: object, attributes: PolicyAttributes): boolean {
    return isDeepStrictEqual(this.#undone.get(user), attributes);
  }

  /**
   * The outermost transaction is committed.
   *
   * @returns runs what follows for each user, even if it fails for one, and then throws the first error
   */
  committed(key: object): () => Promise<void> {
    const { noted } = this.#of(key);
    this.#begun.delete(key);
    return async () => {
      const outcomes: PromiseSettledResult<void>[] = [];
      for (const { committed } of noted) outcomes.push(...(await Promise.allSettled([committed()])));
      const failed = outcomes.find((outcome) => outcome.status === 'rejected');
      if (failed) throw failed.reason;
    };
  }

  /**
   * A savepoint has begun. Some ORMs do not report when it is released.
   *
   * @param depth the number of savepoints, including it
   */
  savepointBegan(key: object, depth: number): void {
    const begun = this.#of(key);
    const savepoints = new Map(begun.savepoints).set(depth, begun.noted.length);
    this.#begun.set(key, { ...begun, savepoints });
  }

  /** A transaction is rolled back, or with a depth above 0 a savepoint in it, with everything recorded since. */
  rolledBack(key: object, depth: number): void {
    const { noted, savepoints } = this.#of(key);
    const kept = depth === 0 ? 0 : (savepoints.get(depth) ?? noted.length);
    for (const { user, attributes } of noted.slice(kept)) this.#undone.set(user, attributes);
    if (depth === 0) this.#begun.delete(key);
    // The next call joins again: the failure undid this one.
    else this.#begun.set(key, { database: null, noted: noted.slice(0, kept), savepoints });
  }

  #of(key: object): Begun {
    return this.#begun.get(key) ?? NOTHING;
  }
}
