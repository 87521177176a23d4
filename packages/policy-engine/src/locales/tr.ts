/** Turkish: one file per room below `tr/`, put together here. */
import { frame } from './tr/frame.ts';

export const tr: typeof frame = { ...frame };
