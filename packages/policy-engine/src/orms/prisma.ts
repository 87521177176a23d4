/**
 * Prisma 7 over its driver adapters: the engine in its interactive transactions, and on the user model. Its pool is yours already
 * with `new PrismaPg(pool)`: hand the same one to `pgDatabase`.
 *
 * @module
 */
import { PolicyEngineError } from '../errors.ts';
import { fromTransaction } from '../platform/database/joined.ts';
import { isWrite } from '../platform/database/sqlite-connection.ts';
import type { Database, Dialect, Row } from '../platform/database/port.ts';
import type { PolicyEngine } from '../policy-engine.ts';
import { ModelHooks, type PolicyHookOptions } from './model-hooks.ts';

export type { PolicyHookOptions } from './model-hooks.ts';

/** The client inside of `prisma.$transaction(async (tx) => …)`. */
export interface PrismaTransaction {
  $queryRawUnsafe<T = unknown>(sql: string, ...parameters: unknown[]): PromiseLike<T>;
  $executeRawUnsafe(sql: string, ...parameters: unknown[]): PromiseLike<number>;
}

/**
 * The engine's database in an interactive transaction of Prisma's, until that ends.
 *
 * @throws {PolicyEngineError} `database_misuse` for the client outside of a transaction, and for another database than PostgreSQL,
 * MySQL, MariaDB and SQLite
 *
 * @example
 * ```ts
 * const recorded = await prisma.$transaction(async (tx) => {
 *   const user = await tx.user.create({ data: { email } });
 *   return engine.recordPolicies(transactionOf(tx), user.id, form);
 * });
 * ```
 */
export function transactionOf(tx: PrismaTransaction): Database {
  const dialect = DIALECTS[String(Reflect.get(tx, '_activeProvider'))];
  // Only the client outside of transactions connects.
  if (dialect === undefined || '$connect' in tx) {
    throw new PolicyEngineError(
      'database_misuse',
      'Not an interactive transaction of Prisma over PostgreSQL, MySQL, MariaDB or SQLite: hand over what prisma.$transaction(async (tx) => …) gives you.',
    );
  }
  return fromTransaction({
    dialect,
    savepoints: true,
    async execute(sql, parameters) {
      const hasRows = !isWrite(sql) || /\breturning\b/i.test(sql) || /^\s*with\b/i.test(sql);
      if (hasRows) return { rows: await tx.$queryRawUnsafe<Row[]>(sql, ...parameters) };
      return { rows: [], affectedRows: await tx.$executeRawUnsafe(sql, ...parameters) };
    },
  });
}

const DIALECTS: Readonly<Record<string, Dialect>> = { postgresql: 'postgres', mysql: 'mysql', sqlite: 'sqlite' };

/** What the extension is told beside the engine. */
export interface PrismaPolicyOptions extends PolicyHookOptions {
  /** The user model as the client calls it. Default: `user` */
  readonly model?: string;
  /** The field that identifies a user in a `where`. Default: `id` */
  readonly key?: string;
}

interface Arguments {
  readonly data?: object;
  readonly where?: object;
  readonly create?: object;
  readonly update?: object;
  readonly [name: string]: unknown;
}

interface Operation {
  readonly operation: string;
  readonly args: Arguments;
  query(args: Arguments): Promise<unknown>;
  readonly __internalParams?: { readonly transaction?: { readonly kind: string } };
}

type Delegate = Record<string, (args: Arguments) => Promise<object | null>>;

type Transaction = PrismaTransaction & Record<string, unknown>;

interface Client {
  $extends(extension: object): unknown;
  $transaction<T>(run: (tx: Transaction) => Promise<T>): Promise<T>;
  _createItxClient?(transaction: object): Transaction;
}

/**
 * An extension that has the user model decide on policies: with `policy_rule_<name>: true`, `false` or the value of a box in `data`,
 * `create`, `update` and `upsert` check the rules that `validatesOn` names, and record what was decided, in the transaction that writes the
 * user, for which one is begun where there is none. Prisma's types know no field of these names: spread them into `data`.
 *
 * `createMany`, `updateMany` and nested writes check nothing; the first two refuse these attributes. In `$transaction([…])` users can't be
 * written: decisions take an interactive transaction. `onAccept`, `onReject` and `recorded` run when the operation is done, and in a
 * transaction of yours before it is committed, of which Prisma tells nobody.
 *
 * @example
 * ```ts
 * const prisma = new PrismaClient({ adapter }).$extends(policiesOnUsers(engine));
 * await prisma.user.create({ data: { email, ...decisions } });
 * ```
 */
export function policiesOnUsers(engine: PolicyEngine, options: PrismaPolicyOptions = {}): <C>(client: C) => C {
  return <C>(client: C): C => {
    const users = new PolicyUsers(engine, options, client as unknown as Client);
    const query = { [users.model]: users.operations() };
    // The extended client has the members of the one it extends.
    return (client as unknown as Client).$extends({ name: 'policy-engine', query }) as C;
  };
}

/** Checks and records around each operation of Prisma's that writes one user. */
class PolicyUsers {
  readonly model: string;
  readonly #key: string;
  readonly #hooks: ModelHooks;
  readonly #client: Client;

  constructor(engine: PolicyEngine, { model = 'user', key = 'id', ...options }: PrismaPolicyOptions, client: Client) {
    this.model = model;
    this.#key = key;
    this.#hooks = new ModelHooks(engine, options);
    this.#client = client;
  }

  operations(): Record<string, (operation: Operation) => Promise<unknown>> {
    const one = (operation: Operation) => this.#writeOne(operation);
    const many = (operation: Operation) => this.#refuseAttributes(operation);
    return {
      create: one,
      update: one,
      upsert: one,
      createMany: many,
      createManyAndReturn: many,
      updateMany: many,
      updateManyAndReturn: many,
    };
  }

  async #writeOne({ operation, args, __internalParams }: Operation): Promise<unknown> {
    const present = __internalParams?.transaction;
    const write = (tx: Transaction): Promise<Written> => this.#writeIn(tx, operation, args);
    if (present === undefined) {
      const { user, committed } = await this.#client.$transaction(write);
      await committed?.();
      return user;
    }
    const tx = present.kind === 'itx' ? this.#client._createItxClient?.(present) : undefined;
    if (tx === undefined) {
      throw new PolicyEngineError(
        'database_misuse',
        'A user that decides on policies is written in an interactive transaction: $transaction(async (tx) => …), not $transaction([…]).',
      );
    }
    const { user, committed } = await write(tx);
    await committed?.();
    return user;
  }

  async #writeIn(tx: Transaction, operation: string, args: Arguments): Promise<Written> {
    const delegate = tx[this.model] as Delegate;
    const call = (name: string, given: Arguments) => delegate[name]?.(given) ?? Promise.resolve(null);
    const before = operation === 'create' ? null : await call('findUnique', { where: args.where ?? {} });
    const data = operation === 'upsert' ? ((before ? args.update : args.create) ?? {}) : (args.data ?? {});
    const attributes = this.#hooks.of(data);
    const database = transactionOf(tx);
    if (operation !== 'update' || before !== null) {
      await this.#hooks.check(before ? 'update' : 'create', before ?? data, attributes, database);
    }
    const { select, include, omit, ...rest } = args;
    const written = await call(operation, this.#stripped(rest));
    if (written === null) return { user: null, committed: null };
    const committed = await this.#hooks.record(written, attributes, database);
    if (select === undefined && include === undefined && omit === undefined) return { user: written, committed };
    const chosen = Object.entries({ select, include, omit }).filter(([, value]) => value !== undefined);
    const where = { [this.#key]: Reflect.get(written, this.#key) as unknown };
    return { user: await call('findUnique', { where, ...Object.fromEntries(chosen) }), committed };
  }

  #refuseAttributes(operation: Operation): Promise<unknown> {
    const { args } = operation;
    const rows = Array.isArray(args.data) ? (args.data as object[]) : [args.data ?? {}];
    if (!rows.some((row) => this.#hooks.hasAny(row))) return operation.query(args);
    throw new PolicyEngineError(
      'database_misuse',
      'A statement about many users decides on no policies: write each of them with policy_rule_<name>.',
    );
  }

  #stripped(args: Arguments): Arguments {
    const names = new Set(this.#hooks.names);
    const without = (values: object): object =>
      Object.fromEntries(Object.entries(values).filter(([name]) => !names.has(name)));
    const parts = ['data', 'create', 'update'].filter((name) => args[name] !== undefined);
    return { ...args, ...Object.fromEntries(parts.map((name) => [name, without(args[name] as object)])) };
  }
}

interface Written {
  readonly user: object | null;
  readonly committed: (() => Promise<void>) | null;
}
