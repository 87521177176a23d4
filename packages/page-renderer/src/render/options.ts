import type { PictureOptions } from './picture.ts';

/** How a page is rendered; what is left out comes from the configuration. */
export interface RenderOptions {
  /** As a phone sees it. Default: false. */
  mobile?: boolean;
  /** IANA time zone name, for example `Europe/Rome`. Default: the machine's. */
  timezoneId?: string | undefined;
  /** How native shadow roots become HTML. Default: `flat`. */
  shadow?: 'flat' | 'declarative';
  /** Makes the web-component polyfills of a page render into light DOM. Default: left alone. */
  polyfill?: 'shady' | undefined;
  /** What a redirect of the target becomes: its document is rendered, or the redirect is the result. Default: `follow`. */
  redirects?: 'follow' | 'report';
  /** Headers sent to the target's own origin, besides the configured ones. */
  headers?: Readonly<Record<string, string>>;
  /** Whether the page's own JavaScript runs. Default: true. */
  scripts?: boolean;
  /** Ends the render when nobody waits for it any more. */
  signal?: AbortSignal | undefined;
}

/** How a picture is taken; what is left out comes from the configuration. */
export interface ScreenshotOptions extends RenderOptions {
  /** CSS pixels. */
  width?: number;
  /** CSS pixels. */
  height?: number;
  /** Options of the browser library, such as `fullPage` or `clip`. */
  picture?: PictureOptions;
}
