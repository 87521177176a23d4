/** The option `trustProxy`. */
import ipaddr from 'ipaddr.js';
import { z } from 'zod';
import { shown } from '../options/words.ts';

/**
 * Whose `X-Forwarded-For`, `-Proto` and `-Host` are trusted: `true` for anybody's, which is correct only if no request
 * can bypass the proxy; the number of proxies; or their addresses and CIDR blocks.
 */
export type TrustProxy = boolean | number | readonly string[];

const error = ({ input }: { readonly input?: unknown }) =>
  `must be true, false, the number of proxies, or a list of their addresses and CIDR blocks, not ${shown(input)}`;

const block = z.string({ error }).refine((text) => ipaddr.isValid(text) || ipaddr.isValidCIDR(text), {
  error: ({ input }) => `${shown(input)} is neither an address nor a CIDR block such as "10.0.0.0/8"`,
});

/** Its schema. */
export const trustProxy: z.ZodType<TrustProxy | undefined, TrustProxy | undefined> = z
  .union([z.boolean(), z.int({ error }).min(0, { error }).max(20, { error }), z.array(block)], { error })
  .optional();
