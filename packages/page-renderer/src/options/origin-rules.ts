/** What the configuration says about what origins say about caching. */
import { z } from 'zod';
import type { Option } from './option.ts';
import { keepsResult } from './option.ts';
import { isPattern } from './kinds.ts';

/** What an origin says that a rule may ignore. */
export const IGNORABLE = ['no-store', 'private', 'vary', 'no-vary-search'] as const;
/** One of {@link IGNORABLE}. */
export type Ignorable = (typeof IGNORABLE)[number];

/** How pages whose URL matches a pattern are cached; the first matching rule applies. */
export interface OriginRule {
  /** A regular expression that is searched in the URL of the target. */
  readonly urlPattern: string;
  /** What of what the origin says is ignored. Default: nothing. */
  readonly ignore?: readonly Ignorable[] | undefined;
  /** Names of request headers of clients that are sent to the origin and become part of the cache key. Default: none. */
  readonly keyHeaders?: readonly string[] | undefined;
}

/** A rule with its defaults, and names in lower case. */
export type WholeOriginRule = { readonly [Name in keyof OriginRule]-?: NonNullable<OriginRule[Name]> };

/** Everything is cached, as other rendering services do: what a configuration that was taken over from one of them means. */
export const AS_PEERS_DID: WholeOriginRule = { urlPattern: '^', ignore: IGNORABLE, keyHeaders: [] };

/** Headers that cannot be part of a key: those of one person, of one connection or form of a request, and what an option says. */
const NO_KEY =
  /^(?:authorization|cookie|proxy-.*|host|connection|content-.*|transfer-encoding|te|trailer|upgrade|expect|keep-alive|accept|accept-encoding|user-agent|referer|origin|range|via|cache-control|pragma|if-.*|sec-.*|access-control-.*|x-render.*|x-prerender.*|x-forwarded-.*|forwarded|traceparent|tracestate)$/;

/** The name of a header of clients that may be part of the cache key, in lower case. */
export const keyHeader: z.ZodType<string, string> = z
  .string()
  .regex(/^[!#$%&'*+\-.^_`|~\w]{1,64}$/, 'not the name of a header')
  .transform((name) => name.toLowerCase())
  .refine((name) => !NO_KEY.test(name), 'cannot be part of the cache key');

const rule: z.ZodType<WholeOriginRule, OriginRule> = z.strictObject({
  urlPattern: z
    .string()
    .min(1)
    .refine(isPattern, 'not a regular expression')
    .describe('regular expression, searched in the URL of the page'),
  ignore: z.array(z.enum(IGNORABLE)).readonly().default([]).describe('what of it is ignored'),
  keyHeaders: z
    .array(keyHeader)
    .max(10)
    .readonly()
    .default([])
    .describe('request headers of clients that are sent to the origin and are part of the cache key'),
});

/** See {@link OriginRule}. */
export const originRuleOptions: {
  readonly originRules: Option<z.ZodDefault<z.ZodType<WholeOriginRule[], OriginRule[]>>>;
} = {
  originRules: keepsResult(
    'what is ignored of what origins say about caching, and headers of clients that become part of the cache key: `{ "urlPattern", "ignore", "keyHeaders" }`, the first rule that matches applies',
    z.array(rule).max(100).default([]),
  ),
};
