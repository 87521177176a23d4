/**
 * HAR 1.2 (http://www.softwareishard.com/blog/har-12-spec/), each object with the members that it must and may have. Of the
 * optional ones `serverIPAddress`, `connection`, `postData` and a content's `text` are left out on purpose. Names with a `_` are
 * custom (§ Custom fields): those that Chrome writes, too.
 */
import { z } from 'zod';

const comment = z.string().optional();
const dateTime = z.iso.datetime();
/** -1 for a time that is unknown or does not apply. */
const size = z.int().min(-1);
const optionalTime = z.union([z.literal(-1), z.number().min(0)]);
const pair = z.strictObject({ name: z.string(), value: z.string(), comment });

const request = z.strictObject({
  method: z.string().min(1),
  url: z.url(),
  httpVersion: z.string().min(1),
  cookies: z.array(z.never()),
  headers: z.array(pair),
  queryString: z.array(pair),
  headersSize: size,
  bodySize: size,
  comment,
});

const response = z.strictObject({
  status: z.int().min(0).max(599),
  statusText: z.string(),
  httpVersion: z.string().min(1),
  cookies: z.array(z.never()),
  headers: z.array(pair),
  content: z.strictObject({ size, mimeType: z.string(), comment }),
  redirectURL: z.string(),
  headersSize: size,
  bodySize: size,
  _transferSize: z.int().min(0).optional(),
  comment,
});

const timings = z.strictObject({
  blocked: optionalTime,
  dns: optionalTime,
  connect: optionalTime,
  ssl: optionalTime,
  send: z.number().min(0),
  wait: z.number().min(0),
  receive: z.number().min(0),
  comment,
});

const entry = z
  .strictObject({
    pageref: z.literal('page_1'),
    startedDateTime: dateTime,
    time: z.number().min(0),
    request,
    response,
    cache: z.strictObject({}),
    timings,
    _fromCache: z.enum(['memory', 'disk']).optional(),
    comment,
  })
  .refine(({ time, timings: { blocked, dns, connect, send, wait, receive } }) => {
    const steps = [blocked, dns, connect, send, wait, receive];
    const sum = steps.reduce((total, step) => total + Math.max(0, step), 0);
    return Math.abs(sum - time) < 0.01;
  }, 'time is not the sum of the timings');

const pageTimings = z.strictObject({ onContentLoad: optionalTime, onLoad: optionalTime, comment });

/** A whole file. */
export const harSchema: z.ZodType = z.strictObject({
  log: z.strictObject({
    version: z.literal('1.2'),
    creator: z.strictObject({ name: z.string().min(1), version: z.string().min(1), comment }),
    pages: z.tuple([
      z.strictObject({ startedDateTime: dateTime, id: z.literal('page_1'), title: z.string(), pageTimings, comment }),
    ]),
    entries: z.array(entry).min(1),
    comment,
  }),
});
