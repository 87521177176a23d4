/** All keys of `/explain.json` (docs/explain.md), each with its type; no others are allowed. */
import { z } from 'zod';
import { JUDGEMENT_NAMES } from '../../dist/judgements/judgements.js';
import { STEP_WAYS } from '../../dist/render/trace/steps.js';

const text = z.string().max(501);
const count = z.int().min(0);
const word = z.string().regex(/^[a-z][a-z-]*$/);
const sentence = z.string().min(1);
const status = z.int().min(100).max(599);
const list = <T extends z.ZodType>(item: T) => z.array(item).max(100);

/** @param addresses the expected resolved addresses: null for clients that may not administer */
export function explanationSchema(addresses: z.ZodType, id: z.ZodType): z.ZodType {
  return z.strictObject({
    version: z.literal(1),
    conclusion: z.strictObject({
      tone: z.enum(['success', 'neutral', 'warning', 'danger']),
      headline: sentence,
      sentence: z.string(),
    }),
    request: z.strictObject({
      url: text,
      target: text,
      normalized: text,
      ignoredParameters: list(text),
      dialect: z.enum(['rendertron', 'prerender']),
      options: z.strictObject({
        mobile: z.boolean(),
        timezoneId: text.nullable(),
        acceptLanguage: text.nullable(),
        shadow: z.enum(['flat', 'declarative']),
        polyfill: z.literal('shady').nullable(),
        frames: z.enum(['inline', 'keep']).nullable(),
        redirects: z.enum(['follow', 'final', 'report']),
        userAgent: text.nullable(),
        javascript: text.nullable(),
        waitForSelector: z.string().nullable(),
        width: count.nullable(),
        height: count.nullable(),
      }),
    }),
    cache: z
      .strictObject({
        state: z.enum(['fresh', 'stale', 'stale-if-error', 'expired', 'none']),
        age: count.nullable(),
        status: status.nullable(),
        verdict: word.nullable(),
        id,
      })
      .nullable(),
    origin: z
      .strictObject({
        cacheable: z.boolean(),
        says: list(z.strictObject({ header: text, outcome: z.enum(['honoured', 'ignored', 'in-key']), sentence })),
        noVarySearch: text.nullable(),
        rule: z
          .strictObject({
            urlPattern: text,
            ignore: list(z.enum(['no-store', 'private', 'vary', 'no-vary-search'])),
            keyHeaders: list(text),
          })
          .nullable(),
        proposal: text.nullable(),
      })
      .nullable(),
    renewal: z
      .strictObject({
        renewable: z.boolean(),
        reason: word.nullable(),
        url: text.nullable(),
        sentence,
        route: z.enum(['unknown', 'steady', 'varying']),
        inputs: list(
          z.strictObject({
            url: text,
            type: text,
            asked: z.enum(['etag', 'last-modified', 'status', 'fresh']),
            changed: z.boolean().nullable(),
          }),
        ),
        renewed: count.nullable(),
        last: z.strictObject({ outcome: word, url: text.nullable(), age: count }).nullable(),
      })
      .nullable(),
    rules: z.strictObject({
      guard: z.enum(['local', 'remote', 'network']),
      renderOnly: z.enum(['not-set', 'allowed', 'refused']),
      restrictedUrlPattern: z.enum(['not-set', 'allowed', 'refused']),
      address: z
        .strictObject({
          outcome: z.enum(['allowed', 'refused', 'unknown-host', 'connection-failed']),
          network: z.enum(['public', 'listed']).nullable(),
          reason: text.nullable(),
          addresses,
        })
        .nullable(),
    }),
    connections: list(
      z.strictObject({
        host: text,
        port: z.int().min(1).max(65_535),
        count,
        outcome: z.enum(['allowed', 'refused', 'unknown-host', 'connection-failed']),
        reason: text.nullable(),
        addresses,
      }),
    ),
    target: z.strictObject({
      hops: list(z.strictObject({ url: text, status })),
      steps: list(z.strictObject({ way: z.enum(STEP_WAYS), url: text, status: status.nullable() })),
      address: text.nullable(),
      contentType: text.nullable(),
      classification: z.enum(['page', 'amp', 'not-a-page', 'empty', 'redirect', 'none']),
      sentence,
    }),
    verdict: z.strictObject({ name: word, label: sentence, sentence }).nullable(),
    pending: list(z.strictObject({ kind: word, count: count.min(1), label: sentence, sentence })),
    requests: z.strictObject({
      made: count,
      types: z.array(
        z.strictObject({ type: z.string(), made: count, refused: count, failed: count, errorStatus: count }),
      ),
      problems: list(
        z.strictObject({ url: text, type: text, kind: z.enum(['refused', 'failed', 'error-status']), reason: text }),
      ),
      open: list(
        z.strictObject({
          url: text,
          method: z.string(),
          type: text,
          state: z.enum(['waited-for', 'unanswered', 'hung', 'stream']),
        }),
      ),
      timeline: list(
        z.strictObject({
          url: text,
          method: z.string(),
          type: text,
          begun: count,
          answered: count.nullable(),
          ended: count.nullable(),
          status: status.nullable(),
          bytes: count,
          problem: z.strictObject({ kind: z.enum(['refused', 'failed']), reason: text }).nullable(),
        }),
      ),
      untimed: count,
    }),
    console: list(z.strictObject({ level: z.enum(['error', 'warning', 'info']), text, place: text.nullable() })),
    page: z
      .strictObject({
        title: text.nullable(),
        description: text.nullable(),
        textLength: count,
        htmlSize: count,
        canonical: text.nullable(),
        robots: list(z.strictObject({ name: z.string(), content: text })),
        metas: list(z.strictObject({ name: z.string(), content: text })),
        refresh: z.strictObject({ url: text, delay: z.number().min(0) }).nullable(),
      })
      .nullable(),
    headers: list(
      z.strictObject({
        name: text,
        value: text.nullable(),
        from: z.enum(['server', 'meta']),
        passed: z.boolean(),
        reason: word,
        sentence,
      }),
    ),
    disagreements: list(
      z.strictObject({
        subject: z.enum(['robots', 'canonical', 'status', 'header']),
        sentence,
        says: list(z.strictObject({ place: sentence, value: text })),
      }),
    ),
    judgements: z
      .array(
        z.strictObject({
          name: z.enum(JUDGEMENT_NAMES),
          severity: z.enum(['error', 'warning', 'note']),
          outcome: z.enum(['found', 'clear', 'not-judged', 'off']),
          sentence: text.nullable(),
          says: list(z.strictObject({ place: text, value: text })),
          page: z.url(),
        }),
      )
      .min(1),
    further: z
      .array(
        z.strictObject({
          purpose: z.enum(['missing', 'alternate']),
          url: text,
          status: status.nullable(),
          reason: text.nullable(),
        }),
      )
      .max(6),
    timings: z.strictObject({
      total: count,
      steps: z.strictObject({ queue: count, open: count, navigate: count, wait: count, read: count }).nullable(),
      attempts: count,
      observed: z.array(word).nullable(),
    }),
    budgets: z.array(
      z.strictObject({
        name: word,
        option: z.string().regex(/^(?:timeout|max[A-Z][A-Za-z]+)$/),
        unit: z.enum(['ms', 'bytes', 'characters', 'count']),
        used: count.nullable(),
        limit: count,
      }),
    ),
    answer: z.strictObject({
      status,
      headers: list(z.tuple([z.string(), text])),
      keptFor: count.nullable(),
    }),
    error: z.strictObject({ code: word, status, detail: text, remedy: z.string().nullable() }).nullable(),
  });
}
