import { z } from 'zod';
import { RendererError } from '../errors.ts';

/** A part of a page, in CSS pixels from its upper left corner. */
export interface Clip {
  x: number;
  y: number;
  width: number;
  height: number;
  /** Pixels of the screenshot for each CSS pixel. Default: 1. */
  scale?: number | undefined;
}

/** Options of a screenshot, with the names of browser libraries; JPEG unless a type is given. */
export interface PictureOptions {
  type?: 'png' | 'jpeg' | 'webp';
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

/** Maximum width and height in pixels; browsers refuse larger screenshots. */
export const MAX_SIDE = 16_384;
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

/** Known options that cannot be set, with the reason. */
const FIXED: Readonly<Record<string, string>> = {
  type: 'type cannot be set: screenshots are always JPEG',
  encoding: 'encoding cannot be set: screenshots are always binary',
  path: 'path cannot be set: nothing is written on the server',
};

/**
 * Reads the body of `POST /screenshot`: the JSON of the browser library's screenshot options (spec: screenshot endpoint).
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
