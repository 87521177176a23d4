/** French: one file per room below `fr/`, put together here. */
import { frame } from './fr/frame.ts';

export const fr: typeof frame = { ...frame };
