import { LRUCache } from 'lru-cache';
import { normalizedUrl } from '../keys/key.ts';
import { narrowed, readNoVarySearch } from './no-vary-search.ts';

/** Maximum number of paths, and of targets without what makes no difference, that are remembered. */
const REMEMBERED = 10_000;

/**
 * Targets of which their origin has said that some parameters make no difference. The response to one of them says so for all that
 * differ in nothing else; from the second request on, they are looked up and rendered without these parameters, so that no client
 * decides what others see. What other targets of the same path do is not concluded from it.
 */
export class NarrowedTargets {
  /** The last header of each path: it says how the target of a request might be narrowed. */
  readonly #headers = new LRUCache<string, string>({ max: REMEMBERED });
  /** By target without its parameters that make no difference: the header of its origin. */
  readonly #targets = new LRUCache<string, string>({ max: REMEMBERED });
  #version = 0;

  /** Changes when something was learned, so that other requests than before have the same result. */
  get version(): number {
    return this.#version;
  }

  /** The target without parameters that make no difference; undefined if its origin has said nothing. */
  of(url: URL): URL | undefined {
    const header = this.#headers.get(pathOf(url));
    const variance = readNoVarySearch(header);
    if (!variance) return undefined;
    const target = narrowed(url, variance);
    return this.#targets.get(normalizedUrl(target)) === header ? target : undefined;
  }

  /** Learns from the response to a target. @param header its `No-Vary-Search` */
  learn(url: URL, header: string | undefined): void {
    const variance = readNoVarySearch(header);
    if (header === undefined || !variance) {
      if (this.#targets.delete(normalizedUrl(url))) this.#version += 1;
      return;
    }
    const target = normalizedUrl(narrowed(url, variance));
    if (this.#targets.get(target) === header && this.#headers.get(pathOf(url)) === header) return;
    this.#headers.set(pathOf(url), header);
    this.#targets.set(target, header);
    this.#version += 1;
  }
}

function pathOf({ origin, pathname }: URL): string {
  return origin + pathname;
}
