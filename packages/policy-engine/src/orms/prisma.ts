/**
 * Prisma 7 over its driver adapters: the engine in its interactive transactions, and on the user model. With `new
 * PrismaPg(pool)` the pool belongs to the host: pass the same one to `pgDatabase`.
 *
 * @module
 */
import { PolicyEngineError } from '../errors/errors.ts';
import { fromTransaction } from '../platform/database/statements/joined.ts';
import { isWrite } from '../platform/database/sqlite/drivers/connection.ts';
import type { Database, Dialect, Row } from '../platform/database/port.ts';
import type { PolicyEngine } from '../policy-engine.ts';
import { ModelHooks, type PolicyAttributes, type PolicyHookOptions } from './model-hooks.ts';
import { PrismaTransactions } from './prisma-transactions.ts';

export type { PolicyHookOptions } from './model-hooks.ts';

/** The client inside of `prisma.$transaction(async (tx) => …)`. */
export interface PrismaTransaction {
  $queryRawUnsafe<T = unknown>(sql: string, ...parameters: unknown[]): PromiseLike<T>;
  $executeRawUnsafe(sql: string, ...parameters: unknown[]): PromiseLike<number>;
}

/**
 * The engine's database in an interactive transaction of Prisma's, until that ends.
 *
 * @throws {PolicyEngineError} `database_misuse` for the client outside a transaction, and for databases other than
 * PostgreSQL, MySQL, MariaDB and SQLite
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
      'Not an interactive transaction of Prisma over PostgreSQL, MySQL, MariaDB or SQLite: pass what prisma.$transaction(async (tx) => …) gives you.',
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

/** Options of the extension. */
export interface PrismaPolicyOptions extends PolicyHookOptions {
  /** The user model as named in the client. Default: `user` */
  readonly model?: string;
  /** The field that identifies a user in a `where`. Default: `id` */
  readonly key?: string;
}

interface Arguments {
  readonly data?: object;
  readonly where?: object;
  readonly create?: object;
  readonly update?: object;
  readonly select?: Readonly<Record<string, unknown>> | null;
  readonly omit?: Readonly<Record<string, unknown>> | null;
  readonly [name: string]: unknown;
}

interface Internals {
  readonly transaction?: { readonly kind: string; readonly id: string };
}

interface Operation {
  readonly operation: string;
  readonly args: Arguments;
  query(args: Arguments, internals?: Internals): Promise<object>;
  readonly __internalParams?: Internals;
}

type Transaction = PrismaTransaction &
  Record<string, unknown> & {
    _createPrismaPromise(run: (transaction: Internals['transaction']) => Promise<void>): PromiseLike<void>;
  };

type Find = (args: { where: object }) => Promise<object | null>;

interface Client {
  $extends(extension: object): unknown;
  $transaction<T>(run: (tx: Transaction) => Promise<T>): Promise<T>;
  _createItxClient?(transaction: object): Transaction;
}

/**
 * An extension that adds decisions on policies to the user model: with `policy_rule_<name>: true`, `false` or the value
 * of a checkbox in `data`, `create`, `update` and `upsert` check the rules that `validatesOn` names, and record the
 * decisions in the transaction that writes the user; if there is none, they begin one. Prisma's types have no fields of
 * these names: spread them into `data`.
 *
 * `createMany`, `updateMany` and nested writes check nothing; the first two reject these attributes. Users can't be
 * written in `$transaction([…])`: decisions need an interactive transaction. `onAccept`, `onReject` and `recorded` run
 * when the transaction is committed.
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
    // The extended client has the members of the client that it extends.
    return (client as unknown as Client).$extends({ name: 'policy-engine', query }) as C;
  };
}

/** Checks and records around each operation of Prisma's that writes one user. */
class PolicyUsers {
  readonly model: string;
  readonly #key: string;
  readonly #hooks: ModelHooks;
  readonly #client: Client;
  readonly #transactions: PrismaTransactions;

  constructor(engine: PolicyEngine, { model = 'user', key = 'id', ...options }: PrismaPolicyOptions, client: Client) {
    this.model = model;
    this.#key = key;
    this.#hooks = new ModelHooks(engine, options);
    this.#client = client;
    this.#transactions = new PrismaTransactions(client);
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

  async #writeOne(operation: Operation): Promise<unknown> {
    const present = operation.__internalParams?.transaction;
    if (present === undefined) {
      return this.#client.$transaction(async (tx) => {
        const begun = await idOf(tx);
        return this.#writeIn(tx, begun, operation);
      });
    }
    const tx = present.kind === 'itx' ? this.#client._createItxClient?.(present) : undefined;
    if (tx !== undefined) return this.#writeIn(tx, present, operation);
    throw new PolicyEngineError(
      'database_misuse',
      'A user is written in an interactive transaction, in which decisions can be recorded: $transaction(async (tx) => …), not $transaction([…]).',
    );
  }

  async #writeIn(
    tx: Transaction,
    transaction: NonNullable<Internals['transaction']>,
    asked: Operation,
  ): Promise<unknown> {
    const { operation, args, __internalParams } = asked;
    const { findUnique } = tx[this.model] as { findUnique: Find };
    const before = operation === 'create' ? null : await findUnique({ where: args.where ?? {} });
    const data = operation === 'upsert' ? ((before ? args.update : args.create) ?? {}) : (args.data ?? {});
    const attributes = this.#decisionsIn(data);
    const database = this.#transactions.databaseOf(transaction.id, () => transactionOf(tx));
    if (operation !== 'update' || before !== null) {
      await this.#hooks.check(before ? 'update' : 'create', before ?? data, attributes, database);
    }
    // The rest of the chain of extensions, in this transaction.
    const user = await asked.query(this.#withKey(this.#stripped(args)), { ...__internalParams, transaction });
    const committed = await this.#hooks.record(user, attributes, database);
    if (committed) await this.#follow(transaction.id, user, committed);
    return this.#asAsked(user, args);
  }

  async #follow(id: string, user: object, committed: () => Promise<void>): Promise<void> {
    if (this.#transactions.knows(id)) this.#transactions.follow(id, user, committed);
    else await committed();
  }

  /** As Prisma takes a value: itself, or as `{ set: value }`. */
  #decisionsIn(data: object): PolicyAttributes {
    const values = Object.entries(this.#hooks.of(data)).map(([name, value]): [string, unknown] => [
      name,
      typeof value === 'object' && value !== null && 'set' in value ? value.set : value,
    ]);
    return Object.fromEntries(values);
  }

  #refuseAttributes(asked: Operation): Promise<unknown> {
    const { args } = asked;
    const rows = Array.isArray(args.data) ? (args.data as object[]) : [args.data ?? {}];
    for (const row of rows) this.#hooks.refuseAttributes(row, 'write each user separately');
    return asked.query(args);
  }

  #stripped(args: Arguments): Arguments {
    const names = new Set(this.#hooks.names);
    const without = (values: object): object =>
      Object.fromEntries(Object.entries(values).filter(([name]) => !names.has(name)));
    const parts = ['data', 'create', 'update'].filter((name) => args[name] !== undefined);
    return { ...args, ...Object.fromEntries(parts.map((name) => [name, without(args[name] as object)])) };
  }

  /** The ID of the user must be known, whatever fields were selected. */
  #withKey(args: Arguments): Arguments {
    if (args.select) return { ...args, select: { ...args.select, [this.#key]: true } };
    return { ...args, omit: { ...args.omit, [this.#key]: false } };
  }

  #asAsked(user: object, { select, omit }: Arguments): object {
    const isAsked = select ? select[this.#key] === true : omit?.[this.#key] !== true;
    if (isAsked) return user;
    return Object.fromEntries(Object.entries(user).filter(([name]) => name !== this.#key));
  }
}

/** Prisma's own name of a transaction, which it passes to the operations in it. */
async function idOf(tx: Transaction): Promise<NonNullable<Internals['transaction']>> {
  let found: Internals['transaction'];
  await tx._createPrismaPromise(async (transaction) => void (found = transaction));
  return found!;
}
