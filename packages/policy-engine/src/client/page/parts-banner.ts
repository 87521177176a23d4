/** The code of the banner, of which bundlers make a chunk; see `parts.ts`. */
import type * as Banner from '../banner/banner-place.ts';

/** The behaviour of the banner. */
export const loadBanner = (): Promise<typeof Banner> => import('../banner/banner-place.ts');
