import { Kysely, OperationNodeTransformer, SchemableIdentifierNode } from 'kysely';
import type {
  KyselyPlugin,
  PluginTransformQueryArgs,
  PluginTransformResultArgs,
  QueryResult,
  RootOperationNode,
  UnknownRow,
} from 'kysely';
import { kyselyDialect } from './kysely-dialect.ts';
import type { Naming } from './names.ts';
import type { Database } from './port.ts';
import type { Tables } from './tables.ts';

/** Typed queries over the engine's tables. */
export type Queries = Kysely<Tables>;

/**
 * Kysely over a database of the port. Tables go by their plain names (`terms`, `user_terms` …); prefix and schema are put
 * in at compile time, so do not call an alias or a common table expression by the plain name of another table.
 *
 * Cheap enough to call once per transaction. In shared code: no `returning`, ids from `createId()`, and row locks only
 * where there are any: `.$if(database.capabilities.rowLocks, (query) => query.forUpdate())`.
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
  return new Kysely<Tables>({ dialect: kyselyDialect(database), plugins: [new NamingPlugin(naming)] });
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
}
