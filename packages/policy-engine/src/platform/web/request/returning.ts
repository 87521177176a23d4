/** Where a form leads back to that is on more than one page: the page that shows it names itself, from a closed list. */
import { z } from '@hono/zod-openapi';

/** The pages, by the name that a form sends. */
const PAGES = { home: '/home' } as const;

/** The body of such a form. */
export type Returning = { readonly from?: keyof typeof PAGES | undefined } | null | undefined;

/** Its schema. */
export const returning: z.ZodType<Returning, Returning> = z
  .object({ from: z.enum(['home']).optional().openapi({ description: 'The page of the form. Default: its own' }) })
  .nullish();

/** The path of the page below the mount path; undefined if the form is on its own page. */
export function returnPath(body: Returning): string | undefined {
  return body?.from === undefined ? undefined : PAGES[body.from];
}
