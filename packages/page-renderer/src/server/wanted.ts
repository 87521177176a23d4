import type { ScreenshotOptions } from '../render/options.ts';

/** What a request asks for, in whatever dialect it asks. */
export interface Wanted {
  kind: 'render' | 'screenshot';
  url: URL;
  /** Without a signal: who waits for the result has no part in what it is. */
  options: ScreenshotOptions;
  /** Whether what is cached is to be ignored and replaced (spec: `refreshCache`). */
  refresh: boolean;
  /** Media type of a picture. */
  pictureType?: 'image/jpeg' | 'image/png';
}
