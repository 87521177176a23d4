/** What is checked of every cookie that a host declares. */
import { z } from 'zod';
import { textWithout } from '../../../platform/options/kinds.ts';
import { shown } from '../../../platform/options/words.ts';
import { domainFault } from '../../../platform/network/cookie-domain.ts';

/** Characters of a cookie's name (RFC 6265 §4.1.1), with `*`, which also stands for any. */
export const COOKIE_NAME: RegExp = /^[!#$%&'*+\-.^_`|~\w]{1,256}$/;

/** The name of a cookie, or a pattern of names. */
export const cookieName: z.ZodType<string, string> = textWithout((text) => {
  if (!COOKIE_NAME.test(text)) return `${shown(text)} is not the name of a cookie`;
  return /^\*+$/.test(text) ? `${shown(text)} would match every cookie` : null;
});

/** The domain of a cookie, with or without a leading dot. */
export const cookieDomain: z.ZodType<string, string> = textWithout(domainFault);

/** The path of a cookie. Anything but printable ASCII without `;` could end the attribute or the header. */
export const cookiePath: z.ZodType<string, string> = z
  .string()
  .regex(/^\/[\x20-\x3a\x3c-\x7e]*$/, { error: ({ input }) => `${shown(input)} is not a path such as /shop` });
