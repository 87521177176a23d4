/** The parts of TypeORM's objects that are used. */

/** A class of entities. */
export type EntityClass<User extends object> = abstract new (...parameters: never[]) => User;

/** The part of a `DataSource` that is used. */
export interface TypeOrmDataSource {
  readonly options: { readonly type: string };
  readonly driver: object;
  readonly manager: object;
  readonly subscribers: unknown[];
  initialize(): Promise<unknown>;
}

/** The part of a `QueryRunner` that is used. */
export interface TypeOrmQueryRunner {
  readonly isTransactionActive: boolean;
  readonly connection: { readonly options: { readonly type: string } };
  connect(): Promise<unknown>;
  release(): Promise<void>;
}

/** What has a query runner: the `EntityManager` of a transaction. */
export interface TypeOrmManager {
  readonly queryRunner?: TypeOrmQueryRunner;
}
