/** Messages on requests as JSON. */
import { z } from '@hono/zod-openapi';
import {
  ACCEPTED,
  LARGEST_FILE,
  LARGEST_TOGETHER,
  MAX_MESSAGE_LENGTH,
  type Message,
  MOST_FILES,
  type NewFile,
} from '../../messages/message.ts';
import { RequestParams } from '../of-request.ts';

const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;
const MEBIBYTE = 1024 * 1024;

/** Path parameters of a file. */
export const FileParams: z.ZodObject<{ kind: z.ZodString; id: z.ZodString; file: z.ZodString }> = RequestParams.extend({
  file: z.string().min(1).max(255),
});

/** The query of a link that was mailed. */
export const LinkParams: z.ZodObject<{
  expires: z.ZodOptional<z.ZodCoercedNumber>;
  signature: z.ZodOptional<z.ZodString>;
}> = z.object({
  expires: z.coerce.number().optional().openapi({ description: 'Of a mailed link: its end, in seconds since 1970' }),
  signature: z.string().max(100).optional().openapi({ description: 'Of a mailed link' }),
});

/** A file as it is sent. */
interface SentFileBody {
  name: string;
  content: string;
}

const File: z.ZodType<SentFileBody, SentFileBody> = z
  .object({
    name: z
      .string()
      .min(1)
      .max(255)
      .openapi({ description: `One of ${ACCEPTED.replaceAll(',', ', ')}` }),
    content: z
      .string()
      .max(Math.ceil(LARGEST_TOGETHER / 3) * 4)
      .refine((text) => text.length % 4 === 0 && BASE64.test(text))
      .openapi({ description: 'In base64', format: 'byte' }),
  })
  .openapi('NewRequestFile');

/** The body of a message. */
export const MessageBody: z.ZodObject<{
  body: z.ZodString;
  files: z.ZodDefault<z.ZodArray<typeof File>>;
}> = z.object({
  body: z
    .string()
    .max(MAX_MESSAGE_LENGTH)
    .openapi({ description: `At most ${MAX_MESSAGE_LENGTH} characters` }),
  files: z
    .array(File)
    .max(100)
    .default([])
    .openapi({
      description:
        `At most ${MOST_FILES} files of ${LARGEST_FILE / MEBIBYTE} MiB, together ` +
        `${LARGEST_TOGETHER / MEBIBYTE} MiB. A multipart form has them as files`,
    }),
});

/** Bytes that a request with the largest message may have. */
export const MESSAGE_BODY_LIMIT: number = Math.ceil(LARGEST_TOGETHER / 3) * 4 + MEBIBYTE;

/** The files of a body. */
export function filesOf({ files }: z.output<typeof MessageBody>): NewFile[] {
  return files.map(({ name, content }) => ({ name, content: Buffer.from(content, 'base64') }));
}

/** The text as written in a rejected form. */
export function writtenBody(values: unknown): string {
  return z
    .object({ body: z.string().catch('') })
    .catch({ body: '' })
    .parse(values).body;
}

const time = z.string().openapi({ description: 'ISO 8601, UTC' });
const file = z.object({ id: z.string(), name: z.string(), bytes: z.int(), url: z.string() });
/** A message as its person gets it: no administrator is named. */
export interface OwnMessageBody {
  id: string;
  from: 'administrator' | 'person';
  body: string;
  created_at: string;
  files: { id: string; name: string; bytes: number; url: string }[];
}

/** A message as administrators get it. */
export interface MessageOfThreadBody extends OwnMessageBody {
  author: string | null;
  mail: { state: 'waiting' | 'sent' | 'dropped'; at: string | null } | null;
}

const shared = {
  id: z.string(),
  from: z.enum(['administrator', 'person']),
  body: z.string(),
  created_at: time,
  files: z.array(file),
};

/** The messages as their person gets them. */
export const OwnThreadJson: z.ZodType<{ messages: OwnMessageBody[] }> = z
  .object({ messages: z.array(z.object(shared)) })
  .openapi('OwnRequestMessages');

/** The messages as administrators get them. */
export const ThreadJson: z.ZodType<{ messages: MessageOfThreadBody[] }> = z
  .object({
    messages: z.array(
      z.object({
        ...shared,
        author: z.string().nullable().openapi({ description: 'The host’s ID of the administrator' }),
        mail: z
          .object({
            state: z.enum(['waiting', 'sent', 'dropped']),
            at: time.nullable(),
          })
          .nullable()
          .openapi({ description: 'The mail to the person; null if none was to be sent' }),
      }),
    ),
  })
  .openapi('RequestMessages');

/** @param urlOf makes the URL of a file */
export function ownThreadJson(
  messages: readonly Message[],
  urlOf: (file: string) => string,
): { messages: OwnMessageBody[] } {
  return { messages: messages.map((message) => sharedJson(message, urlOf)) };
}

/** @param urlOf makes the URL of a file */
export function threadJson(
  messages: readonly Message[],
  urlOf: (file: string) => string,
): { messages: MessageOfThreadBody[] } {
  return {
    messages: messages.map((message) => ({
      ...sharedJson(message, urlOf),
      author: message.author,
      mail: message.mail,
    })),
  };
}

function sharedJson({ id, from, body, createdAt, files }: Message, urlOf: (file: string) => string): OwnMessageBody {
  const urls = files.map(({ id: of, name, bytes }) => ({ id: of, name, bytes, url: urlOf(of) }));
  return { id, from, body, created_at: createdAt, files: urls };
}
