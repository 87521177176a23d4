/** Spanish: one file per room below `es/`, put together here. */
import { frame } from './es/frame.ts';

export const es: typeof frame = { ...frame };
