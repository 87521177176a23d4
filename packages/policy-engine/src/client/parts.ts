/**
 * Code that few pages need. Bundlers make chunks of it; the engine serves it as files beside the client's own, whose names it inserts.
 */
import type * as Forget from './forget.ts';
import type * as Scripts from './gates/scripts.ts';
import { persist } from './persist.ts';

declare const FORGET_FILE: string;
declare const SCRIPTS_FILE: string;

/** Browsers remember that the module at an address failed to load: the next attempt uses another address of the same file. */
export const loadFile = <Module>(file: string): Promise<Module> =>
  persist((attempt) => {
    // In a variable: esbuild looks for files whose names begin like a text. Others are told to leave it.
    const address = `./${file}#${attempt}`;
    return import(/* webpackIgnore: true */ /* turbopackIgnore: true */ /* @vite-ignore */ address) as Promise<Module>;
  });

/** What deletes the data of rejected scripts. */
export const loadForget = (): Promise<typeof Forget> =>
  typeof FORGET_FILE === 'undefined' ? import('./forget.ts') : loadFile(FORGET_FILE);

/** What runs gated scripts. */
export const loadScripts = (): Promise<typeof Scripts> =>
  typeof SCRIPTS_FILE === 'undefined' ? import('./gates/scripts.ts') : loadFile(SCRIPTS_FILE);
