/**
 * Releases schemas together with their engine. The registry of zod-to-openapi holds everything registered for the life
 * of the process; a development server that creates an engine after each change would fill the memory with engines.
 */
import { zodToOpenAPIRegistry } from '@asteasolutions/zod-to-openapi';

/** The property with the registry's entries, which it does not declare. */
const registry = zodToOpenAPIRegistry as unknown as { _map: unknown };

/** Makes it hold schemas weakly, including existing ones. */
export function holdSchemasWeakly(): void {
  if (registry._map instanceof Map) registry._map = new WeakMap(registry._map);
}
