import type { Declared } from '../declared.ts';
import type { PictureOptions } from './picture.ts';

/** How a page is rendered; what is left out comes from the configuration. */
export interface RenderOptions {
  /** As a phone sees it: its user agent, touch, and a viewport that honours `<meta name="viewport">`. Default: false. */
  mobile?: boolean;
  /** IANA time zone name, for example `Europe/Rome`. Default: the machine's. */
  timezoneId?: string | undefined;
  /** How native shadow roots become HTML. Default: `flat`. */
  shadow?: 'flat' | 'declarative';
  /** Makes the web-component polyfills of a page render into light DOM. Default: left alone. */
  polyfill?: 'shady' | undefined;
  /**
   * What a redirect of the target becomes: `follow` renders where it leads, `report` ends the render with it, for callers
   * that can pass it on. Default: `follow`.
   */
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
  polyfill: { changesResult: true },
  redirects: { changesResult: true, default: 'follow' },
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

/** Fills in all defaults; those of the viewport come from the configuration. */
export function renderSettings(
  options: ScreenshotOptions,
  viewport: Readonly<{ width: number; height: number }>,
): RenderSettings {
  const { width = viewport.width, height = viewport.height } = options;
  return withDefaults({ ...options, width, height }) as RenderSettings;
}
