/** Code that few pages need, of which bundlers make chunks. In the files that the engine serves, `parts-served.ts` takes its place. */
import type * as Forget from '../state/forget.ts';
import type * as Scripts from '../gates/scripts.ts';
import type * as Rare from './rare.ts';

/** What deletes the data of rejected scripts. */
export const loadForget = (): Promise<typeof Forget> => import('../state/forget.ts');

/** What runs gated scripts. */
export const loadScripts = (): Promise<typeof Scripts> => import('../gates/scripts.ts');

/** What few pages need. */
export const loadRare = (): Promise<typeof Rare> => import('./rare.ts');
