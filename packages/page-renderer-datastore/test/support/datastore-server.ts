/**
 * A stand-in for Google's Datastore, which cannot run here: implements its gRPC protocol (from the published protos) for the
 * real client, and refuses the same as the service: entities above 1 MiB, indexed text above 1500 bytes, commits of more
 * than 500 changes, and transactions whose reads have been changed since. It returns query results in batches, as the
 * service may do at any time.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { GrpcObject, sendUnaryData, ServerUnaryCall, ServiceClientConstructor, ServiceError } from '@grpc/grpc-js';
import { loadPackageDefinition, Server, ServerCredentials, status } from '@grpc/grpc-js';
import { fromJSON } from '@grpc/proto-loader';

interface Value {
  stringValue?: string;
  blobValue?: Buffer;
  timestampValue?: { seconds: string; nanos: number };
  arrayValue?: { values?: Value[] };
  keyValue?: Key;
  excludeFromIndexes?: boolean;
}
interface Key {
  path: Array<{ kind: string; name: string }>;
}
interface Entity {
  key: Key;
  properties: Record<string, Value>;
}
interface Filter {
  compositeFilter?: { filters: Filter[] };
  propertyFilter?: { property: { name: string }; op: string; value: Value };
}
interface Query {
  projection?: Array<{ property: { name: string } }>;
  kind: Array<{ name: string }>;
  filter?: Filter;
  order?: Array<{ property: { name: string } }>;
  startCursor?: Buffer;
  limit?: { value: number };
}
type Mutation = { upsert?: Entity; insert?: Entity; update?: Entity; delete?: Key };

const MAX_ENTITY = 1_048_572;
const MAX_INDEXED = 1_500;
const MAX_MUTATIONS = 500;

export interface DatastoreServer extends AsyncDisposable {
  /** For `DATASTORE_EMULATOR_HOST`. */
  host: string;
  entities: Map<string, Entity>;
  /** Number of requests so far, by method. */
  calls: Record<'beginTransaction' | 'lookup' | 'commit' | 'rollback' | 'runQuery', number>;
  /** Number of results in one response to a query. */
  batch: number;
  /** While set, every call waits this number of milliseconds. */
  delay: number;
  /** Makes every call fail. */
  failing: boolean;
}

export async function startDatastore(batch: number): Promise<DatastoreServer> {
  const file = createRequire(import.meta.url).resolve('@google-cloud/datastore-api/build/protos/protos.json');
  const definition = fromJSON(JSON.parse(readFileSync(file, 'utf8')) as Parameters<typeof fromJSON>[0], {
    longs: String,
    enums: String,
  });
  const datastore = ['google', 'datastore', 'v1'].reduce<GrpcObject>(
    (scope, name) => scope[name] as GrpcObject,
    loadPackageDefinition(definition),
  );
  const { service } = datastore['Datastore'] as ServiceClientConstructor;
  const server = new Server({ 'grpc.max_receive_message_length': -1 });
  const running: DatastoreServer = {
    host: '',
    entities: new Map(),
    calls: { beginTransaction: 0, lookup: 0, commit: 0, rollback: 0, runQuery: 0 },
    batch,
    delay: 0,
    failing: false,
    async [Symbol.asyncDispose]() {
      server.forceShutdown();
    },
  };
  /** The keys that each transaction has read. */
  const transactions = new Map<string, Map<string, Entity | undefined>>();
  const answering =
    <Request>(name: keyof DatastoreServer['calls'], answer: (request: Request) => object) =>
    (call: ServerUnaryCall<Request, object>, callback: sendUnaryData<object>) => {
      running.calls[name] += 1;
      setTimeout(() => {
        try {
          if (running.failing) throw refusal(status.INTERNAL, 'out of order');
          callback(null, answer(call.request));
        } catch (error) {
          callback(error as ServiceError);
        }
      }, running.delay);
    };
  server.addService(service, {
    beginTransaction: answering('beginTransaction', () => {
      const id = String(transactions.size + 1);
      transactions.set(id, new Map());
      return { transaction: Buffer.from(id) };
    }),
    lookup: answering<{ keys: Key[]; readOptions?: { transaction?: Buffer } }>('lookup', ({ keys, readOptions }) => {
      const read = transactions.get(readOptions?.transaction?.toString() ?? '');
      for (const key of keys) read?.set(nameOf(key), running.entities.get(nameOf(key)));
      return lookUp(running.entities, keys);
    }),
    commit: answering<{ mutations: Mutation[]; transaction?: Buffer }>('commit', ({ mutations, transaction }) => {
      for (const [name, entity] of transactions.get(transaction?.toString() ?? '') ?? []) {
        if (running.entities.get(name) !== entity) throw refusal(status.ABORTED, 'too much contention');
      }
      return commit(running.entities, mutations);
    }),
    rollback: answering('rollback', () => ({})),
    runQuery: answering<{ query: Query }>('runQuery', ({ query }) => runQuery(running.entities, query, running.batch)),
  });
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, port) =>
      error ? reject(error) : resolve(port),
    );
  });
  running.host = `127.0.0.1:${port}`;
  return running;
}

function refusal(code: status, details: string): Partial<ServiceError> {
  return Object.assign(new Error(details), { code, details });
}

const nameOf = ({ path }: Key) => path.map(({ kind, name }) => `${kind}/${name}`).join('/');

function lookUp(entities: Map<string, Entity>, keys: Key[]): object {
  const found = keys.flatMap((key) => entities.get(nameOf(key)) ?? []);
  const missing = keys.filter((key) => !entities.has(nameOf(key)));
  return { found: found.map((entity) => ({ entity })), missing: missing.map((key) => ({ entity: { key } })) };
}

function commit(entities: Map<string, Entity>, mutations: Mutation[]): object {
  if (mutations.length > MAX_MUTATIONS) throw refusal(status.INVALID_ARGUMENT, 'cannot write more than 500 entities');
  for (const { upsert, insert, update, delete: removed } of mutations) {
    const entity = upsert ?? insert ?? update;
    if (entity) check(entity);
    if (update && !entities.has(nameOf(update.key))) throw refusal(status.NOT_FOUND, 'no entity to update');
    if (entity) entities.set(nameOf(entity.key), entity);
    else if (removed) entities.delete(nameOf(removed));
  }
  return { mutationResults: mutations.map(() => ({ version: '1' })) };
}

function check({ key, properties }: Entity): void {
  let size = nameOf(key).length;
  for (const [name, value] of Object.entries(properties)) {
    for (const one of value.arrayValue?.values ?? [value]) {
      const bytes = one.blobValue?.byteLength ?? Buffer.byteLength(one.stringValue ?? '');
      size += name.length + bytes + 16;
      if (bytes > MAX_INDEXED && !one.excludeFromIndexes && !value.excludeFromIndexes) {
        throw refusal(status.INVALID_ARGUMENT, `The value of property "${name}" is longer than 1500 bytes.`);
      }
    }
  }
  if (size > MAX_ENTITY) throw refusal(status.INVALID_ARGUMENT, `entity is too big (${size} bytes)`);
}

/** Indexed values as text that sorts in the same order. */
function indexed(entity: Entity, name: string): string[] {
  if (name === '__key__') return [nameOf(entity.key)];
  const value = entity.properties[name];
  if (!value) return [];
  return (value.arrayValue?.values ?? [value]).filter((one) => !one.excludeFromIndexes).map(sortable);
}

function sortable({ stringValue, timestampValue, keyValue }: Value): string {
  if (keyValue) return nameOf(keyValue);
  if (!timestampValue) return stringValue ?? '';
  return `${timestampValue.seconds.padStart(15, '0')}.${String(timestampValue.nanos).padStart(9, '0')}`;
}

function matches(entity: Entity, { compositeFilter, propertyFilter }: Filter): boolean {
  if (compositeFilter) return compositeFilter.filters.every((filter) => matches(entity, filter));
  if (!propertyFilter) return true;
  const wanted = sortable(propertyFilter.value);
  return indexed(entity, propertyFilter.property.name).some((value) => {
    switch (propertyFilter.op) {
      case 'EQUAL':
        return value === wanted;
      case 'GREATER_THAN':
        return value > wanted;
      case 'GREATER_THAN_OR_EQUAL':
        return value >= wanted;
      case 'LESS_THAN':
        return value < wanted;
      default:
        throw refusal(status.UNIMPLEMENTED, propertyFilter.op);
    }
  });
}

function runQuery(entities: Map<string, Entity>, query: Query, batch: number): object {
  const order = query.order?.[0]?.property.name;
  const rank = (entity: Entity) =>
    `${(order === undefined ? undefined : indexed(entity, order)[0]) ?? ''}\0${nameOf(entity.key)}`;
  const after = query.startCursor?.toString() ?? '';
  const ofKind = [...entities.values()].filter(({ key }) => key.path.at(-1)?.kind === query.kind[0]?.name);
  const left = ofKind
    .filter((entity) => matches(entity, query.filter ?? {}) && rank(entity) > after)
    .toSorted((a, b) => (rank(a) < rank(b) ? -1 : 1));
  const limit = query.limit?.value ?? Infinity;
  const found = left.slice(0, Math.min(limit, batch));
  const isKeysOnly = query.projection?.[0]?.property.name === '__key__';
  const last = found.at(-1);
  const more = () => {
    if (found.length === left.length) return 'NO_MORE_RESULTS';
    return found.length >= limit ? 'MORE_RESULTS_AFTER_LIMIT' : 'NOT_FINISHED';
  };
  return {
    batch: {
      entityResultType: isKeysOnly ? 'KEY_ONLY' : query.projection?.length ? 'PROJECTION' : 'FULL',
      entityResults: found.map((entity) => ({
        entity: isKeysOnly ? { key: entity.key } : projected(entity, query),
        cursor: Buffer.from(rank(entity)),
      })),
      endCursor: Buffer.from(last ? rank(last) : after),
      moreResults: more(),
    },
  };
}

/** A projection returns values of an index. */
function projected({ key, properties }: Entity, { projection = [] }: Query): Entity {
  if (projection.length === 0) return { key, properties };
  const values = projection.map(({ property: { name } }) => [name, properties[name]] as const);
  return { key, properties: Object.fromEntries(values.flatMap(([name, value]) => (value ? [[name, value]] : []))) };
}
