/** Searches stored files: their names, and their content if it is plain text. */
import type { FilesSearched, NotSearched } from '../plan/receipt.ts';
import type { FileLocation } from './places.ts';
import { folded, scanText } from './text-scan.ts';
import type { SearchTerms } from './search-terms.ts';

/** Files that are read in a place with too many files. */
const SAMPLE = 10_000;
/** Names in a receipt. */
const MOST_NAMES = 20;

/** Searches the files of a place, one after the other. @throws if the place cannot be listed, or the signal is aborted */
export async function searchFiles(
  place: FileLocation,
  terms: SearchTerms,
  signal: AbortSignal,
): Promise<FilesSearched> {
  const search = new LocationSearch(place, terms, signal);
  if (place.huge !== true) {
    let total = 0;
    for await (const name of await place.list({ signal })) {
      if (await search.file(name)) total += 1;
    }
    return { ...search.told(), total };
  }
  const { names, total } = await sampleOf(place, signal);
  let gone = 0;
  for (const name of names) if (!(await search.file(name))) gone += 1;
  return { ...search.told(), total: total - gone };
}

/** Each file has the same chance of being in the sample. */
async function sampleOf(place: FileLocation, signal: AbortSignal): Promise<{ names: string[]; total: number }> {
  const names: string[] = [];
  let total = 0;
  for await (const name of await place.list({ signal })) {
    signal.throwIfAborted();
    total += 1;
    const at = names.length < SAMPLE ? names.length : Math.floor(Math.random() * total);
    if (at < SAMPLE) names[at] = name;
  }
  return { names, total };
}

class LocationSearch {
  readonly #place: FileLocation;
  readonly #terms: SearchTerms;
  readonly #words: readonly string[];
  readonly #signal: AbortSignal;
  readonly #names: string[] = [];
  readonly #not = new Map<NotSearched['reason'], number>();
  #searched = 0;
  #found = 0;

  constructor(place: FileLocation, terms: SearchTerms, signal: AbortSignal) {
    this.#place = place;
    this.#terms = terms;
    this.#words = terms.words.map(folded);
    this.#signal = signal;
  }

  told(): Omit<FilesSearched, 'total'> {
    const notSearched = [...this.#not].map(([reason, files]) => ({ reason, files }));
    return { place: this.#place.name, searched: this.#searched, found: this.#found, names: this.#names, notSearched };
  }

  /** @returns whether the file exists */
  async file(name: string): Promise<boolean> {
    this.#signal.throwIfAborted();
    const isNamed = this.#isNamed(name);
    const seen = await this.#look(name);
    if (seen === 'gone') return false;
    if (seen === 'found' || seen === 'clean') this.#searched += 1;
    else this.#not.set(seen, (this.#not.get(seen) ?? 0) + 1);
    if (seen === 'found' || isNamed) this.#found += 1;
    // A name that identifies the person must not be in a receipt.
    if (seen === 'found' && !isNamed && this.#names.length < MOST_NAMES) this.#names.push(name);
    return true;
  }

  #isNamed(name: string): boolean {
    const text = folded(name);
    if (this.#words.some((word) => text.includes(word))) return true;
    const { shortId } = this.#terms;
    return shortId !== null && text.split('/').some((part) => part === shortId || part.split('.', 1)[0] === shortId);
  }

  async #look(name: string): Promise<'found' | 'clean' | 'gone' | NotSearched['reason']> {
    if (this.#place.isEncrypted === true) return 'encrypted';
    if (this.#words.length === 0) return 'no_words';
    try {
      const content = await this.#place.read(name, { signal: this.#signal });
      if (content === null) return 'gone';
      const { isFound, isText } = await scanText(content, this.#words);
      if (isFound) return 'found';
      return isText ? 'clean' : 'no_text';
    } catch {
      this.#signal.throwIfAborted();
      return 'failed';
    }
  }
}
