import type { Declared } from '../../options/declared.ts';
import type { Urgency } from '../../kernel/priority.ts';
import type { PictureOptions } from './picture.ts';
import type { PdfOptions } from './print.ts';
import type { StageListener } from './stages.ts';

/** Options of a render; the configuration has the defaults. */
export interface RenderOptions {
  /**
   * Emulates a phone: its user agent and client hints, touch, a viewport that honours `<meta name="viewport">`, and
   * `devicePixelRatio` 2.625. Screenshots still have one pixel for each CSS pixel. Default: false.
   */
  mobile?: boolean;
  /** IANA time zone name, for example `Europe/Rome`. Default: the machine's. */
  timezoneId?: string | undefined;
  /**
   * Languages as in `Accept-Language`, for example `fr-CH, fr;q=0.9`: for servers, as `navigator.languages`, and for dates and numbers
   * that scripts write. Default: `Accept-Language` of `reqHeaders`; without it servers are told none, and scripts the browser's own.
   */
  acceptLanguage?: string | undefined;
  /** How native shadow roots become HTML. Default: `flat`. */
  shadow?: 'flat' | 'declarative';
  /**
   * What happens to frames of the page's own origin: `inline` copies their content into the page, `keep` leaves the
   * frames. Default: from the configuration.
   */
  frames?: 'inline' | 'keep';
  /** Makes the web-component polyfills of a page render into light DOM. Default: unchanged. */
  polyfill?: 'shady' | undefined;
  /**
   * What happens to a redirect of the target: `follow` renders its destination, `final` does the same but has the status
   * of the last response instead of the first one, `report` ends the render with the redirect, for clients that can pass
   * it on. Default: `follow`.
   */
  redirects?: 'follow' | 'final' | 'report';
  /** User agent for all origins and for scripts, instead of the browser's own: visible ASCII. */
  userAgent?: string | undefined;
  /**
   * A script that runs in the page when it is complete, with the rights of the page. The renderer waits for it, including a
   * promise that it returns, and then until the page is complete again. `window.prerenderData` is returned with the HTML.
   */
  javascript?: string | undefined;
  /**
   * A CSS selector: the page is complete when an element of its document matches, whatever else is pending. Until then the
   * renderer waits as long as something is pending that may add such an element. Default: from the configuration.
   */
  waitForSelector?: string | undefined;
  /** Width of the viewport in CSS pixels. */
  width?: number;
  /** Height of the viewport in CSS pixels. */
  height?: number;
  /** Headers for requests to the target's own origin, in addition to the configured ones. */
  headers?: Readonly<Record<string, string>>;
  /** Whether the page's own JavaScript runs. Default: true. */
  scripts?: boolean;
  /** Ends the render when no client waits for it any more. */
  signal?: AbortSignal | undefined;
}

/** Options of a screenshot; the configuration has the defaults. */
export interface ScreenshotOptions extends RenderOptions {
  /** Options of the browser library, such as `fullPage` or `clip`. */
  picture?: PictureOptions;
}

/** Options of a PDF; the configuration has the defaults. */
export interface PdfRenderOptions extends RenderOptions {
  /** How the page is printed. */
  pdf?: PdfOptions | undefined;
}

/** Options of everything that is made of a page. */
export interface AnyOptions extends ScreenshotOptions, PdfRenderOptions {}

/** A document that a client supplies in place of the one at the address. */
export interface Supplied {
  readonly html: string;
  /** Whether it may load what a page at the address may load; otherwise nothing is requested, not even the name of a host. */
  readonly hasNetwork: boolean;
}

/** What the service adds to a render. */
export interface Late {
  supplied?: Supplied | undefined;
  /** Milliseconds of the time budget that have already passed, because a cheaper way was tried first. */
  spent?: number;
  /** How urgent it is when all slots are occupied. Default: that of a person. */
  urgency?: Urgency | undefined;
  /** Who asks: clients share what is limited in number. Default: a client like every other without a name. */
  client?: string;
  /** Called at the end of each step, also of a render that fails. */
  onStage?: StageListener | undefined;
}

type RenderDeclarations = {
  readonly [Name in keyof AnyOptions]-?: Declared & {
    /** The value if the option is not set; size and time zone come from the configuration and the machine. */
    readonly default?: AnyOptions[Name];
  };
};

/** Each option of a render: its default, and whether it changes the result and so is part of the cache key. */
export const RENDER_OPTIONS: RenderDeclarations = {
  mobile: { changesResult: true, default: false },
  timezoneId: { changesResult: true },
  acceptLanguage: { changesResult: true },
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
  pdf: { changesResult: true },
  // When one client stops waiting, others may still be waiting for the same result.
  signal: { changesResult: false },
};

/** The options with the defaults of {@link RENDER_OPTIONS} filled in. */
export function withDefaults(options: AnyOptions): AnyOptions {
  const names = Object.keys(RENDER_OPTIONS) as Array<keyof AnyOptions>;
  return Object.fromEntries(names.map((name) => [name, options[name] ?? RENDER_OPTIONS[name].default]));
}

/** The options that a render runs with: every default filled in. */
export type RenderSettings = Required<Omit<AnyOptions, 'signal'>>;

/** Fills in all defaults; those of the viewport, of frames and of the selector come from the configuration. */
export function renderSettings(
  options: AnyOptions,
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
