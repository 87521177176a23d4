/**
 * Lets schemas go with the engine that they are of. The registry of zod-to-openapi holds whatever it was told of for as
 * long as the process lives; a development server that makes an engine again with each change would fill the memory
 * with engines.
 */
import { zodToOpenAPIRegistry } from '@asteasolutions/zod-to-openapi';

/** What the registry keeps its entries in, which it does not declare. */
const registry = zodToOpenAPIRegistry as unknown as { _map: unknown };

/** Makes it hold schemas weakly, those that it has already included. */
export function holdSchemasWeakly(): void {
  if (registry._map instanceof Map) registry._map = new WeakMap(registry._map);
}
