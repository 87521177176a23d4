/** How a page is rendered; what is left out comes from the configuration. */
export interface RenderOptions {
  /** As a phone sees it. Default: false. */
  mobile?: boolean;
  /** IANA time zone name, for example `Europe/Rome`. Default: the machine's. */
  timezoneId?: string | undefined;
  /** Ends the render when nobody waits for it any more. */
  signal?: AbortSignal | undefined;
}

/** How a picture is taken; what is left out comes from the configuration. */
export interface ScreenshotOptions extends RenderOptions {
  /** CSS pixels. */
  width?: number;
  /** CSS pixels. */
  height?: number;
}
