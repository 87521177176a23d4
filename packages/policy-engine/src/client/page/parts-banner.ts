/** The code of the banner, of which bundlers make a chunk; see `parts.ts`. */
import type * as Banner from '../banner/banner-place.ts';
import { persist } from './persist.ts';

/** The behaviour of the banner. @param onFail hears of each failure */
export const loadBanner = (onFail?: () => void): Promise<typeof Banner> =>
  persist(() => import('../banner/banner-place.ts'), onFail);
