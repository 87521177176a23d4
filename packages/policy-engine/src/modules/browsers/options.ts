/** The options of signed cookies. */
import { z } from 'zod';
import { textWithout } from '../../platform/options/kinds.ts';
import type { Relation } from '../../platform/options/read.ts';
import { shown } from '../../platform/options/words.ts';
import { bareDomain, isBelow, sharedDomainFault } from '../../platform/network/cookie-domain.ts';

const SHORTEST_SECRET = 32;

/** Key that signs cookies, or the current one and the previous ones. */
export type CookieSecret = string | readonly string[];

const secret = z.string().min(SHORTEST_SECRET);
const UNPROVED = ['count', 'ignore'] as const;

export const browsersOptions: {
  readonly cookieSecret: z.ZodType<readonly string[], CookieSecret | undefined>;
  readonly unprovedCookies: z.ZodType<'count' | 'ignore', 'count' | 'ignore' | undefined>;
  readonly cookieDomain: z.ZodType<string | undefined, string | undefined>;
  readonly embeddable: z.ZodType<boolean, boolean | undefined>;
} = {
  cookieSecret: z
    .union([secret, z.array(secret).min(1).readonly()], {
      error: `must be text of ${SHORTEST_SECRET} characters or more, or a list of such texts`,
    })
    .optional()
    .transform((given): readonly string[] => (typeof given === 'string' ? [given] : (given ?? [])))
    .describe(
      'key that signs the cookies of visitors, 32 characters or more, or `[new, old]`; default: a key is generated and stored in the database',
    ),
  unprovedCookies: z
    .enum(UNPROVED)
    .default('count')
    .describe(
      'how to treat a cookie `policy_rule_<name>` that the engine did not record: `count` renders scripts and asks again, `ignore` treats the rule as undecided',
    ),
  cookieDomain: textWithout(sharedDomainFault)
    .optional()
    .describe(
      'domain whose hosts share the decisions of a browser, such as `.shop.example`; default: each host has its own',
    ),
  embeddable: z
    .boolean()
    .default(false)
    .describe(
      'true for a site that other sites show in frames: the cookies of a decision are `SameSite=None; Secure; Partitioned`, which needs https',
    ),
};

const originsIn = (given: unknown): URL[] =>
  Array.isArray(given) ? given.flatMap((one: unknown) => (typeof one === 'string' ? (URL.parse(one) ?? []) : [])) : [];

/** What is configured about cookies must agree with the addresses of the site. */
export const cookiesFit: Relation = ({ cookieDomain, embeddable, publicOrigins, environment }, report) => {
  const origins = originsIn(publicOrigins);
  if (origins.length === 0) return;
  if (typeof cookieDomain === 'string' && sharedDomainFault(cookieDomain) === null) {
    const hosts = origins.map(({ hostname }) => hostname);
    if (!hosts.some((host) => isBelow(host, bareDomain(cookieDomain)))) {
      report(
        'cookieDomain',
        `none of publicOrigins is below ${shown(cookieDomain)}; write the domain they have in common`,
      );
    }
  }
  const plain = origins.find(({ protocol }) => protocol === 'http:');
  const isProduction = (environment ?? process.env['NODE_ENV']) === 'production';
  if (embeddable === true && isProduction && plain !== undefined) {
    report(
      'embeddable',
      `needs https, and ${shown(plain.origin)} is in publicOrigins; write its https address, or leave embeddable out`,
    );
  }
};
