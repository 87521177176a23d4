/** The search of the built site, as the browser loads it: its own index, with its own options. */
import { globSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import MiniSearch from 'minisearch';
import { SEARCH } from '../search.ts';
import { WEB } from './built.ts';

/** A section that was found: `/policy-engine/erasure#files`. */
export interface Found {
  readonly id: string;
  readonly title: string;
  readonly titles: readonly string[];
}

/** Loads the index of the built site. @returns a search: the sections for a question, best first */
export async function siteSearch(): Promise<(question: string) => readonly Found[]> {
  const [file = ''] = globSync('assets/chunks/@localSearchIndexroot.*.js', { cwd: WEB });
  const { default: index } = (await import(pathToFileURL(path.join(WEB, file)).href)) as { default: string };
  const search = MiniSearch.loadJSON(index, {
    fields: ['title', 'titles', 'text'],
    storeFields: ['title', 'titles'],
    ...SEARCH.options,
    searchOptions: { ...SEARCH.searchOptions },
  });
  return (question) => search.search(question) as unknown as readonly Found[];
}
