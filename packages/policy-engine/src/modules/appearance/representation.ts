/** The banner's appearance as JSON. */
import { z } from '@hono/zod-openapi';
import { type AppearanceContent, BANNER_CORNERS, BANNER_LAYOUTS, BANNER_SIDES } from './look.ts';
import type { AppearanceVersion } from './service.ts';

const word = z.string().optional();

/** The response of `GET /appearance.json`. */
export interface AppearanceJson {
  version: number | null;
  appearance: AppearanceContent;
  versions: { version: number; created_at: string; appearance: AppearanceContent }[];
}

const Content = z
  .object({
    colours: z
      .object({ background: z.string(), text: z.string(), button: z.string(), accent: z.string() })
      .nullable()
      .openapi({ description: 'A colour such as `#1f5fd6`; null: the colour of the page' }),
    corners: z.enum(BANNER_CORNERS),
    layout: z.enum(BANNER_LAYOUTS),
    side: z.enum(BANNER_SIDES),
    words: z.record(z.string(), z.object({ title: word, lead: word, accept: word, reject: word })),
  })
  .openapi('BannerAppearance');

export const AppearanceSchema: z.ZodType<AppearanceJson, AppearanceJson> = z
  .object({
    version: z.int().nullable().openapi({ description: 'The version in force; null if none was published' }),
    appearance: Content,
    versions: z
      .array(z.object({ version: z.int(), created_at: z.string(), appearance: Content }))
      .openapi({ description: 'Newest first' }),
  })
  .openapi('BannerAppearances');

/** @param usual the look of the banner if no appearance was saved */
export function appearanceJson(versions: readonly AppearanceVersion[], usual: AppearanceContent): AppearanceJson {
  const [newest] = versions;
  return {
    version: newest?.number ?? null,
    appearance: newest?.content ?? usual,
    versions: versions.map(({ number, createdAt, content }) => ({
      version: number,
      created_at: createdAt,
      appearance: content,
    })),
  };
}
