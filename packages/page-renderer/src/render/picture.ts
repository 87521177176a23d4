import type { ScreenshotOptions } from 'puppeteer-core';
import { z } from 'zod';
import { RendererError } from '../errors.ts';

/** Options of the browser library for a picture; JPEG unless a type is given. */
export type PictureOptions = Pick<
  ScreenshotOptions,
  | 'type'
  | 'quality'
  | 'fullPage'
  | 'clip'
  | 'omitBackground'
  | 'captureBeyondViewport'
  | 'fromSurface'
  | 'optimizeForSpeed'
>;

/** A browser refuses larger pictures, and this many pixels already take a gigabyte. */
const MAX_SIDE = 16_384;
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
      'the picture would be too large',
    )
    .optional(),
  omitBackground: z.boolean().optional(),
  captureBeyondViewport: z.boolean().optional(),
  fromSurface: z.boolean().optional(),
  optimizeForSpeed: z.boolean().optional(),
});

/** Options that are known and not to be given, with the reason. */
const FIXED: Readonly<Record<string, string>> = {
  type: 'type can’t be given: pictures are always JPEG',
  encoding: 'encoding can’t be given: pictures are always binary',
  path: 'path can’t be given: nothing is written on the server',
};

/**
 * Reads the body of `POST /screenshot`: the JSON of the browser library's screenshot options (spec: screenshot endpoint).
 * An empty body gives none.
 *
 * @throws {RendererError} `invalid-body`, naming what is wrong with it
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
  if (fullPage && clip) throw new RendererError('invalid-body', 'fullPage and clip can’t be given together');
  return Object.fromEntries(Object.entries(result.data).filter(([, option]) => option !== undefined));
}

function describe(issue: z.core.$ZodIssue): string {
  if (issue.code === 'unrecognized_keys') {
    const names = Object.keys(schema.shape).join(', ');
    return `unknown option "${[...issue.path, issue.keys[0]].join('.')}" (known: ${names})`;
  }
  return `${issue.path.join('.')}: ${issue.message}`;
}

/** Full height of a page that would be too large a picture is cut off, so that a page can't ask for gigabytes. */
export function limitFullPage(width: number, height: number): { width: number; height: number } | undefined {
  if (height <= MAX_SIDE && width * height <= MAX_AREA) return undefined;
  return { width, height: Math.floor(Math.min(MAX_SIDE, MAX_AREA / width)) };
}
