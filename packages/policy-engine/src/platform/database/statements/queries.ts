import {
  ColumnNode,
  Kysely,
  OperationNodeTransformer,
  PrimitiveValueListNode,
  ReferenceNode,
  SchemableIdentifierNode,
  ValueListNode,
  ValueNode,
  ValuesNode,
} from 'kysely';
import type {
  BinaryOperationNode,
  ColumnUpdateNode,
  InsertQueryNode,
  OperationNode,
  KyselyPlugin,
  PluginTransformQueryArgs,
  PluginTransformResultArgs,
  QueryResult,
  RootOperationNode,
  UnknownRow,
} from 'kysely';
import { kyselyDialect } from '../connection/kysely-dialect.ts';
import type { Naming } from '../schema/names.ts';
import { Placeholder } from './placeholder.ts';
import type { Database } from '../port.ts';
import type { Tables } from '../schema/tables.ts';

/** Typed queries over the engine's tables. */
export type Queries = Kysely<Tables>;

/**
 * Kysely over a database of the port. Tables have their plain names (`terms`, `user_terms` …); prefix and schema are
 * added at compile time, so do not give an alias or a common table expression the plain name of another table.
 *
 * Cheap enough to call once per transaction. In shared code: no `returning`, IDs from `createId()`, and row locks only
 * if supported: `.$if(database.capabilities.rowLocks, (query) => query.forUpdate())`.
 *
 * @example
 * ```ts
 * const accepted = await createQueries(database, naming)
 *   .selectFrom('user_terms').select(['rule', 'state']).where('user_id', '=', userId).execute();
 *
 * await database.transaction(async (transaction) => {
 *   await createQueries(transaction, naming).updateTable('user_terms').set({ state: 'rejected' }).where('id', '=', id).execute();
 * });
 * ```
 */
export function createQueries(database: Database, naming: Naming): Queries {
  return new Kysely<Tables>({ dialect: kyselyDialect(database, naming), plugins: [new NamingPlugin(naming)] });
}

class NamingPlugin implements KyselyPlugin {
  readonly #transformer: NamingTransformer;

  constructor(naming: Naming) {
    this.#transformer = new NamingTransformer(naming);
  }

  transformQuery(args: PluginTransformQueryArgs): RootOperationNode {
    return this.#transformer.transformNode(args.node, args.queryId);
  }

  async transformResult(args: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    return args.result;
  }
}

/** Adds prefix and schema, and converts the values of columns that differ between the database and the code. */
class NamingTransformer extends OperationNodeTransformer {
  readonly #naming: Naming;

  constructor(naming: Naming) {
    super();
    this.#naming = naming;
  }

  protected override transformSchemableIdentifier(node: SchemableIdentifierNode): SchemableIdentifierNode {
    const name = node.identifier.name;
    if (node.schema !== undefined || !this.#naming.tables.names.has(name)) return node;
    const full = this.#naming.tablePrefix + name;
    return this.#naming.schema === undefined
      ? SchemableIdentifierNode.create(full)
      : SchemableIdentifierNode.createWithSchema(this.#naming.schema, full);
  }

  protected override transformInsertQuery(node: InsertQueryNode): InsertQueryNode {
    const insert = super.transformInsertQuery(node);
    const { columns, values } = insert;
    if (this.#naming.encoders.size === 0 || columns === undefined || !values || !ValuesNode.is(values)) return insert;
    const encoders = columns.map(({ column }) => this.#naming.encoders.get(column.name));
    return {
      ...insert,
      values: ValuesNode.create(values.values.map((row) => encodedList(row, (index) => encoders[index]))),
    };
  }

  protected override transformColumnUpdate(node: ColumnUpdateNode): ColumnUpdateNode {
    const update = super.transformColumnUpdate(node);
    const encode = this.#encoderOf(update.column);
    return encode === undefined ? update : { ...update, value: encodedValue(update.value, encode) };
  }

  protected override transformBinaryOperation(node: BinaryOperationNode): BinaryOperationNode {
    const operation = super.transformBinaryOperation(node);
    const encode = this.#encoderOf(operation.leftOperand);
    return encode === undefined
      ? operation
      : { ...operation, rightOperand: encodedValue(operation.rightOperand, encode) };
  }

  #encoderOf(node: OperationNode): Encode | undefined {
    if (this.#naming.encoders.size === 0) return undefined;
    const column = ReferenceNode.is(node) ? node.column : node;
    return ColumnNode.is(column) ? this.#naming.encoders.get(column.column.name) : undefined;
  }
}

type Encode = (value: unknown) => unknown;

/** A single value or a list of values of one column. */
function encodedValue(node: OperationNode, encode: Encode): OperationNode {
  if (ValueNode.is(node)) return { ...node, value: encoded(node.value, encode) } as ValueNode;
  return PrimitiveValueListNode.is(node) || ValueListNode.is(node) ? encodedList(node, () => encode) : node;
}

function encodedList<List extends OperationNode>(node: List, encoderAt: (index: number) => Encode | undefined): List {
  if (PrimitiveValueListNode.is(node)) {
    return { ...node, values: node.values.map((value, index) => encoded(value, encoderAt(index))) };
  }
  if (!ValueListNode.is(node)) return node;
  const values = node.values.map((value, index) => {
    const encode = encoderAt(index);
    return encode === undefined ? value : encodedValue(value, encode);
  });
  return { ...node, values };
}

function encoded(value: unknown, encode: Encode | undefined): unknown {
  if (encode === undefined) return value;
  return value instanceof Placeholder ? value.encodedBy(encode) : encode(value);
}
