/** The option of what pages do not load. */
import { z } from 'zod';
import type { OptionsOf } from './option.ts';
import { changesResult } from './option.ts';

/** Types of resources that can be blocked, as the Fetch standard calls their destinations. */
export const BLOCKABLE = ['font', 'image', 'media', 'style'] as const;

/** Values of {@link blockingOptions}. */
export interface BlockingConfig {
  blockResources: ReadonlyArray<(typeof BLOCKABLE)[number]>;
}

/** Their types, defaults and meanings. */
export const blockingOptions: OptionsOf<BlockingConfig> = {
  blockResources: changesResult(
    'types of resources that pages do not load; a page from which something was withheld is `settled`, not `complete`',
    z
      .array(z.enum(BLOCKABLE))
      .transform((types) => [...new Set(types)].toSorted())
      .default([]),
  ),
};
