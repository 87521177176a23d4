/** English: one file per room below `en/`, put together here. */
import { frame } from './en/frame.ts';

export const en: typeof frame = { ...frame };
