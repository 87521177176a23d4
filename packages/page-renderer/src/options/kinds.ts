/** Kinds of values that options have. */
import { z } from 'zod';
import type { RendererError } from '../kernel/errors.ts';
import type { ListedNetwork } from '../guard/listed-networks.ts';
import { ListedNetworks } from '../guard/listed-networks.ts';
import { numeral } from './option.ts';

type Text = z.ZodType<string, string>;
type Numeral = z.ZodUnion<readonly [z.ZodType<number, number>, z.ZodType<number, string>]>;

/** CSS pixels of a viewport. */
export const pixels: Numeral = z.union(
  [z.int().min(1).max(8_192), numeral(/^(?:[1-9]\d{0,2}|[1-7]\d{3}|80\d\d|81[0-8]\d|819[0-2])$/)],
  'expected a whole number from 1 to 8192',
);
/** Milliseconds of a render. */
export const renderTime: Numeral = z.union(
  [z.int().min(1).max(600_000), numeral(/^(?:[1-9]\d{0,4}|[1-5]\d{5}|600000)$/)],
  'expected a whole number from 1 to 600000',
);
/** The name of a header (RFC 9110 §5.1). */
export const headerName: Text = z.string().regex(/^[!#$%&'*+\-.^_`|~\w]+$/, 'not the name of a header');
/** The value of a header (RFC 9110 §5.5). */
// oxlint-disable-next-line no-control-regex -- what it allows
export const headerValue: Text = z
  .string()
  .regex(/^[\t\x20-\x7e\x80-\xff]*$/, 'contains a character that is not allowed in a header');
/** A secret that is sent in a header. */
export const token: Text = z
  .string()
  .min(16, 'expected 16 characters or more')
  .regex(/^[\x21-\x7e]+$/, 'contains a character that is not allowed in a token');
/** A secret for signing addresses, and its id, which is part of them. */
export interface SigningKey {
  /** 1 to 32 letters, digits, `-` and `_`. */
  readonly id: string;
  /** At least 32 characters. */
  readonly secret: string;
}

/** See {@link SigningKey}. */
export const signingKey: z.ZodType<SigningKey, SigningKey> = z.strictObject({
  id: z
    .string()
    .regex(/^[\w-]{1,32}$/, 'expected 1 to 32 of A-Z a-z 0-9 _ -')
    .describe('part of signed addresses'),
  secret: z.string().min(32, 'expected 32 characters or more'),
});
const listedNetwork: z.ZodType<ListedNetwork, ListedNetwork> = z.strictObject({
  network: z.string().min(1).describe('a CIDR block, an address or a host name'),
  ports: z.array(z.int().min(1).max(65_535)).min(1).optional().describe('default: all'),
  targetOnly: z
    .boolean()
    .optional()
    .describe('allows it only as a target: pages rendered from it can reach only their own host and port'),
});
type Network = string | ListedNetwork;

/** See {@link ListedNetworks}. */
export const listedNetworks: z.ZodType<Network[], Network[]> = z.array(
  z.union([z.string(), listedNetwork]).superRefine((network, context) => {
    try {
      void new ListedNetworks([network]);
    } catch (error) {
      const message = (error as RendererError).reason.replace('allowPrivateNetworks: ', '');
      context.addIssue({ code: 'custom', message, input: network });
    }
  }),
);

/** 0 to 65535. */
export const PORT: RegExp = /^(?:\d{1,4}|[1-5]\d{4}|6[0-4]\d{3}|65[0-4]\d{2}|655[0-2]\d|6553[0-5])$/;

/** Whether a text is a regular expression. */
export function isPattern(text: string): boolean {
  try {
    return new RegExp(text) instanceof RegExp;
  } catch {
    return false;
  }
}
