/** The options of signed cookies. */
import { z } from 'zod';

const SHORTEST_SECRET = 32;

/** Key that signs cookies, or the current one and the previous ones. */
export type CookieSecret = string | readonly string[];

const secret = z.string().min(SHORTEST_SECRET);
const UNPROVED = ['count', 'ignore'] as const;

export const browsersOptions: {
  readonly cookieSecret: z.ZodType<readonly string[], CookieSecret | undefined>;
  readonly unprovedCookies: z.ZodType<'count' | 'ignore', 'count' | 'ignore' | undefined>;
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
};
