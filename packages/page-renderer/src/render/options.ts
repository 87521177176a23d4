import type { Declared } from '../declared.ts';
import type { PictureOptions } from './picture.ts';

/** How a page is rendered; what is left out comes from the configuration. */
export interface RenderOptions {
  /**
   * As a phone sees it: its user agent and client hints, touch, a viewport that honours `<meta name="viewport">`, and
   * `devicePixelRatio` 2.625. Pictures have one pixel for each CSS pixel all the same. Default: false.
   */
  mobile?: boolean;
  /** IANA time zone name, for example `Europe/Rome`. Default: the machine's. */
  timezoneId?: string | undefined;
  /** How native shadow roots become HTML. Default: `flat`. */
  shadow?: 'flat' | 'declarative';
  /**
   * What becomes of frames of the page's own origin: `inline` puts what they show into the page, `keep` leaves the
   * frames. Default: from the configuration.
   */
  frames?: 'inline' | 'keep';
  /** Makes the web-component polyfills of a page render into light DOM. Default: left alone. */
  polyfill?: 'shady' | undefined;
  /**
   * What a redirect of the target becomes: `follow` renders where it leads, `final` does so too and has the status of that
   * answer instead of the first one's, `report` ends the render with it, for callers that can pass it on. Default: `follow`.
   */
  redirects?: 'follow' | 'final' | 'report';
  /** Sent to every origin, and told to scripts, in place of the browser's own: visible ASCII. */
  userAgent?: string | undefined;
  /**
   * A script that is run in the page once it is complete, with the page's rights. It is waited for, a promise that it gives
   * included, and then until the page is complete again. What it leaves in `window.prerenderData` comes with the HTML.
   */
  javascript?: string | undefined;
  /**
   * A CSS selector: the page is done when an element of its document matches, whatever else is pending, and not before, as
   * long as something is pending that may bring one. Default: from the configuration.
   */
  waitForSelector?: string | undefined;
  /** Width of the viewport in CSS pixels. */
  width?: number;
  /** Height of the viewport in CSS pixels. */
  height?: number;
  /** Headers sent to the target's own origin, besides the configured ones. */
  headers?: Readonly<Record<string, string>>;
  /** Whether the page's own JavaScript runs. Default: true. */
  scripts?: boolean;
  /** Ends the render when nobody waits for it any more. */
  signal?: AbortSignal | undefined;
}

/** How a picture is taken; what is left out comes from the configuration. */
export interface ScreenshotOptions extends RenderOptions {
  /** Options of the browser library, such as `fullPage` or `clip`. */
  picture?: PictureOptions;
}

/** What a render begins with that was tried to be avoided. */
export interface Late {
  /** Milliseconds of the time budget that are spent already. */
  spent?: number;
}

type RenderDeclarations = {
  readonly [Name in keyof ScreenshotOptions]-?: Declared & {
    /** What counts where the option is left out; size and time zone come from the configuration and the machine. */
    readonly default?: ScreenshotOptions[Name];
  };
};

/** Each option of a render: its default, and whether it changes the result and so is part of the cache key. */
export const RENDER_OPTIONS: RenderDeclarations = {
  mobile: { changesResult: true, default: false },
  timezoneId: { changesResult: true },
  shadow: { changesResult: true, default: 'flat' },
  frames: { changesResult: true },
  polyfill: { changesResult: true },
  redirects: { changesResult: true, default: 'follow' },
  userAgent: { changesResult: true },
  javascript: { changesResult: true },
  waitForSelector: { changesResult: true },
  headers: { changesResult: true, default: {} },
  scripts: { changesResult: true, default: true },
  width: { changesResult: true },
  height: { changesResult: true },
  picture: { changesResult: true, default: {} },
  // When a caller stops waiting, others may still be waiting for the same result.
  signal: { changesResult: false },
};

/** The options with the defaults of {@link RENDER_OPTIONS} filled in. */
export function withDefaults(options: ScreenshotOptions): ScreenshotOptions {
  const names = Object.keys(RENDER_OPTIONS) as Array<keyof ScreenshotOptions>;
  return Object.fromEntries(names.map((name) => [name, options[name] ?? RENDER_OPTIONS[name].default]));
}

/** The options that a render runs with: every default filled in. */
export type RenderSettings = Required<Omit<ScreenshotOptions, 'signal'>>;

/** Fills in all defaults; those of the viewport, of frames and of the selector come from the configuration. */
export function renderSettings(
  options: ScreenshotOptions,
  configured: Readonly<{
    width: number;
    height: number;
    frames: 'inline' | 'keep';
    waitForSelector: string | null;
  }>,
): RenderSettings {
  const { width = configured.width, height = configured.height, frames = configured.frames } = options;
  const waitForSelector = options.waitForSelector ?? configured.waitForSelector ?? undefined;
  return withDefaults({ ...options, width, height, frames, waitForSelector }) as RenderSettings;
}
