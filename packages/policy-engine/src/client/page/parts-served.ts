/** The same as `parts.ts` and `parts-banner.ts` for the files that the engine serves: it inserts the names of the others, which are beside them. */
import type * as OfBanner from './parts-banner.ts';
import type * as Parts from './parts.ts';
import { persist } from './persist.ts';

declare const BANNER_FILE: string;
declare const FORGET_FILE: string;
declare const RARE_FILE: string;
declare const SCRIPTS_FILE: string;

/** Browsers remember that the module at an address failed to load: the next attempt uses another address of the same file. */
export const loadFile = <Module>(file: string, onFail?: () => void): Promise<Module> =>
  persist((attempt) => {
    // In a variable: esbuild looks for files whose names begin like a text.
    const address = `./${file}#${attempt}`;
    return import(address) as Promise<Module>;
  }, onFail);

export const loadBanner: typeof OfBanner.loadBanner = (onFail) => loadFile(BANNER_FILE, onFail);
export const loadForget: typeof Parts.loadForget = () => loadFile(FORGET_FILE);
export const loadRare: typeof Parts.loadRare = () => loadFile(RARE_FILE);
export const loadScripts: typeof Parts.loadScripts = () => loadFile(SCRIPTS_FILE);
