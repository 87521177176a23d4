import { z } from 'zod';
import { RendererError } from '../../kernel/errors.ts';

/** A part of a page, in CSS pixels from its upper left corner. */
export interface Clip {
  x: number;
  y: number;
  width: number;
  height: number;
  /** Pixels of the screenshot for each CSS pixel. Default: 1. */
  scale?: number | undefined;
}

/** The formats of screenshots. */
export const PICTURE_TYPES = ['jpeg', 'png', 'webp'] as const;
/** A format of screenshots. */
export type PictureType = (typeof PICTURE_TYPES)[number];

/** Options of a screenshot, with the names of browser libraries; JPEG unless a type is given. */
export interface PictureOptions {
  type?: PictureType;
  /** 0 to 100, for JPEG and WebP. */
  quality?: number | undefined;
  /** The full page instead of the viewport. Default: false. */
  fullPage?: boolean | undefined;
  clip?: Clip | undefined;
  /** Makes the background transparent if the page has none, for PNG and WebP. Default: false. */
  omitBackground?: boolean | undefined;
  /** Whether a clip may be outside of the viewport. Default: true. */
  captureBeyondViewport?: boolean | undefined;
  /** Takes the screenshot from the surface instead of the view. Default: true. */
  fromSurface?: boolean | undefined;
  /** Prefers speed over size. Default: false. */
  optimizeForSpeed?: boolean | undefined;
}

/** Maximum width and height of a clip and of a full page, in CSS pixels. */
const MAX_SIDE = 16_384;
/** Maximum width and height of a screenshot in pixels. For larger ones Chromium reports success, and returns no bytes. */
const MAX_SIDES: Readonly<Record<PictureType, number>> = { jpeg: 65_500, png: 65_536, webp: 16_383 };
/** This number of pixels already needs a gigabyte. */
const MAX_AREA = 64_000_000;

const side = z.number().positive().max(MAX_SIDE);
const coordinate = z.number().min(0).max(1_000_000);

const schema = z.strictObject({
  quality: z.int().min(0).max(100).optional(),
  fullPage: z.boolean().optional(),
  clip: z
    .strictObject({
      x: coordinate,
      y: coordinate,
      width: side,
      height: side,
      scale: z.number().positive().max(4).optional(),
    })
    .refine(
      ({ width, height, scale = 1 }) => width * height * scale * scale <= MAX_AREA,
      'the screenshot would be too large',
    )
    .optional(),
  omitBackground: z.boolean().optional(),
  captureBeyondViewport: z.boolean().optional(),
  fromSurface: z.boolean().optional(),
  optimizeForSpeed: z.boolean().optional(),
});

const typedSchema = schema.extend({ type: z.enum(PICTURE_TYPES).optional() });

/** Maximum width and height of a full page in a format, in CSS pixels: the rest is cut off. */
export const maxPageSide = (type: PictureType): number => Math.min(MAX_SIDE, MAX_SIDES[type]);

/** A size in CSS pixels. */
interface Size {
  readonly width: number;
  readonly height: number;
}

/**
 * Checks, before a page is loaded, the options of a screenshot and its size where it is known: not that of a full page.
 *
 * @param view size of the viewport
 * @param maxPixels pixels that a screenshot may have
 * @throws {RendererError} `invalid-parameter`, naming the option, the limit and what to do
 */
export function requirePicture(options: PictureOptions, view: Size, maxPixels: number): void {
  const result = typedSchema.safeParse(options);
  if (!result.success) throw new RendererError('invalid-parameter', result.error.issues.map(describe).join('; '));
  const { type = 'jpeg', clip, fullPage } = options;
  if (fullPage && clip) throw new RendererError('invalid-parameter', 'fullPage and clip cannot be combined');
  const isWithin = options.captureBeyondViewport === false;
  const {
    width,
    height,
    scale = 1,
  }: Omit<Clip, 'x' | 'y'> = clip
    ? roundedClip(isWithin ? clipWithin(roundedClip(clip), view) : clip)
    : { width: view.width, height: fullPage ? 1 : view.height };
  const [across, down] = [Math.ceil(width * scale), Math.ceil(height * scale)];
  const isTooLong = Math.max(across, down) > MAX_SIDES[type];
  if (!isTooLong && across * down <= maxPixels) return;
  const limit = isTooLong
    ? `a ${NAMES[type]} screenshot has at most ${MAX_SIDES[type]} pixels per side`
    : `a screenshot has at most ${maxPixels} pixels`;
  const what = clip ? `clip: ${limit}; reduce its width, height or scale` : `${limit}; reduce width or height`;
  const other = isTooLong && type === 'webp' ? ', or use another format' : '';
  throw new RendererError('invalid-parameter', `${what}${other} (${across} × ${down} were requested)`);
}

const NAMES: Readonly<Record<PictureType, string>> = { jpeg: 'JPEG', png: 'PNG', webp: 'WebP' };

/** A screenshot for which the browser returned no bytes, although it reported success. */
export function noPicture(type: PictureType, { width, height }: Size): RendererError {
  const what = `The browser returned nothing for a ${NAMES[type]} screenshot of ${width} × ${height} CSS pixels`;
  return new RendererError('page-too-large', `${what}; ask for a smaller one or another format`, {
    verdict: 'over-pixels',
  });
}

/** A clip with whole pixels, at least one. */
export function roundedClip({ x, y, width, height, scale }: Clip): Clip {
  const [left, top] = [Math.round(x), Math.round(y)];
  const [right, bottom] = [Math.round(x + width), Math.round(y + height)];
  return { x: left, y: top, width: Math.max(1, right - left), height: Math.max(1, bottom - top), scale };
}

/** The part of a clip that is in the viewport. */
export function clipWithin({ x, y, width, height, scale }: Clip, view: Size): Clip {
  const [right, bottom] = [Math.min(x + width, view.width), Math.min(y + height, view.height)];
  return { x, y, width: Math.max(1, right - x), height: Math.max(1, bottom - y), scale };
}

/** Known options that cannot be set, with the reason. */
const FIXED: Readonly<Record<string, string>> = {
  type: 'type cannot be set: screenshots are always JPEG',
  encoding: 'encoding cannot be set: screenshots are always binary',
  path: 'path cannot be set: nothing is written on the server',
};

/**
 * Reads the body of `POST /screenshot`: the JSON of the browser library's screenshot options (spec: R-screenshot-post).
 * An empty body means no options.
 *
 * @throws {RendererError} `invalid-body`, naming the invalid option
 */
export function parsePictureOptions(body: string): PictureOptions {
  if (body.trim() === '') return {};
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    throw new RendererError('invalid-body', 'The body is not JSON; send the screenshot options as a JSON object');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new RendererError('invalid-body', 'The body must be a JSON object of screenshot options');
  }
  const fixed = Object.keys(FIXED).find((name) => Object.hasOwn(value, name));
  if (fixed !== undefined) throw new RendererError('invalid-body', FIXED[fixed] ?? '');
  const result = schema.safeParse(value);
  if (!result.success) throw new RendererError('invalid-body', result.error.issues.map(describe).join('; '));
  const { fullPage, clip } = result.data;
  if (fullPage && clip) throw new RendererError('invalid-body', 'fullPage and clip cannot be combined');
  return Object.fromEntries(Object.entries(result.data).filter(([, option]) => option !== undefined));
}

function describe(issue: z.core.$ZodIssue): string {
  if (issue.code === 'unrecognized_keys') {
    const names = Object.keys(schema.shape).join(', ');
    return `unknown option "${[...issue.path, issue.keys[0]].join('.')}" (known: ${names})`;
  }
  return `${issue.path.join('.')}: ${issue.message}`;
}
