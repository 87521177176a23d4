import type { DerivedFormat } from '../grammar/dialects/format.ts';
import { RendererError } from '../kernel/errors.ts';

/** What is made of the HTML of a page: a form of it, or what its inspection shows. */
export type MadeFormat = DerivedFormat | 'inspected';

/** The reason where a stack overflows (`RangeError`). */
export const TOO_DEEP = 'its elements are nested too deeply';

/** A page exceeded a limit of the conversion. */
export function notConverted(format: MadeFormat, reason: string): RendererError {
  const what =
    format === 'inspected' ? 'The page cannot be inspected' : `The page cannot be converted (format=${format})`;
  return new RendererError('page-too-large', `${what}: ${reason}`);
}
