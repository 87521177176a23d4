import type { DerivedFormat } from '../grammar/dialects/format.ts';
import { RendererError } from '../kernel/errors.ts';

/** The reason where a stack overflows (`RangeError`). */
export const TOO_DEEP = 'its elements are nested too deeply';

/** A page exceeded a limit of the conversion. */
export function notConverted(format: DerivedFormat, reason: string): RendererError {
  return new RendererError('page-too-large', `The page cannot be converted (format=${format}): ${reason}`);
}
