/** What an operator wants to remove from the cache. */
import { ID } from '../../../cache/keys/key.ts';
import type { Removal, Selection } from '../../../cache/stores/store.ts';
import { RendererError } from '../../../kernel/errors.ts';
import { readPrefix } from '../../routes/cache.ts';
import type { UrlPattern } from '../../routes/pattern.ts';
import { readPattern, removeMatching } from '../../routes/pattern.ts';
import type { Visit } from '../frame/visit.ts';

/** What is to be removed. */
export type Chosen = Selection | { readonly by: 'pattern'; readonly pattern: UrlPattern };

/** What `id` (every variant of its page), `prefix` or `pattern` selects. @throws {RendererError} `invalid-parameter` */
export function chosenOf(parameters: URLSearchParams): Chosen {
  const [id, prefix, pattern] = ['id', 'prefix', 'pattern'].map((name) => parameters.get(name) ?? undefined);
  if ([id, prefix, pattern].filter((one) => one !== undefined).length === 1) {
    if (id !== undefined && ID.test(id)) return { by: 'page', pages: [id.slice(0, 32)] };
    if (prefix !== undefined) return { by: 'prefix', prefix: readPrefix(prefix) };
    if (pattern !== undefined) return { by: 'pattern', pattern: readPattern(pattern.trim()) };
  }
  throw new RendererError('invalid-parameter', 'Select a result, the beginning of a URL, or a pattern');
}

/** @param dryRun whether it is only listed */
export async function removeChosen({ backend }: Visit, chosen: Chosen, dryRun: boolean): Promise<Removal> {
  const { cache } = backend;
  if (!cache) return { count: 0, urls: [] };
  if (chosen.by === 'pattern') return removeMatching(cache.results, chosen.pattern, dryRun);
  return cache.results.remove(chosen, dryRun);
}
