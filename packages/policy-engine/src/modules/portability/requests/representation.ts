/** Portability requests as JSON: what the original returned, and more (spec: P-open-members). */
import { z } from '@hono/zod-openapi';
import { isOverdue } from '../../requests/index.ts';
import { isDownloadable, type PortabilityRequest, requestStates, type RequestState, states } from './request.ts';

/** A request as its person sees it. */
export interface RequestBody {
  id: string;
  state: RequestState;
  created_at: string;
  due_at: string;
  expire_at: string | null;
  attachment: { name: string; bytes: number; content_type: string } | null;
  download_url: string | null;
  overdue: boolean;
  extended: boolean;
  extension_reason: string | null;
  reason: string | null;
  confirmed_at: string | null;
  closed_at: string | null;
  progress: { rows: number; expected_rows: number | null; files: number; bytes: number } | null;
}

/** A request as administrators see it. */
export interface AdminRequestBody extends RequestBody {
  user_id: string;
  error: string | null;
  attempts: number;
}

const time = (description: string) => z.string().openapi({ description: `${description}; ISO 8601, UTC` });

const shape = {
  id: z.string(),
  state: z.enum(requestStates),
  created_at: time('When the request was made'),
  due_at: time('Last moment of the legal deadline'),
  expire_at: time('When the copy is deleted').nullable(),
  attachment: z
    .object({ name: z.string(), bytes: z.int(), content_type: z.string() })
    .nullable()
    .openapi({ description: 'The export, once it is completed' }),
  download_url: z.string().nullable().openapi({
    description: 'Path of a signed link that works for this user and for a short time; null until completed',
  }),
  overdue: z.boolean(),
  extended: z.boolean(),
  extension_reason: z.string().nullable(),
  reason: z.string().nullable().openapi({ description: 'Why it was denied' }),
  confirmed_at: time('When the export was started').nullable(),
  closed_at: time('When the request was completed or denied').nullable(),
  progress: z
    .object({
      rows: z.int(),
      expected_rows: z.int().nullable().openapi({ description: 'Approximate total; null while unknown' }),
      files: z.int(),
      bytes: z.int(),
    })
    .nullable()
    .openapi({ description: 'Progress of the export' }),
};

export const RequestJson: z.ZodType<RequestBody> = z.object(shape).openapi('PortabilityRequest');

export const CreatedRequestJson: z.ZodType<RequestBody & { notice: string }> = z
  .object({ ...shape, notice: z.string().openapi({ description: 'The message of the original implementation' }) })
  .openapi('CreatedPortabilityRequest');

export const AdminRequestJson: z.ZodType<AdminRequestBody> = z
  .object({
    ...shape,
    user_id: z.string().openapi({ description: 'The host’s ID of the person' }),
    error: z.string().nullable().openapi({ description: 'Why the last attempt failed' }),
    attempts: z.int().openapi({ description: 'How often the export was started' }),
  })
  .openapi('AdminPortabilityRequest');

/** @param link - makes a link to the file of a completed request */
export function requestJson(
  request: PortabilityRequest,
  now: Date,
  link: (request: PortabilityRequest) => string,
): RequestBody {
  const ready = isDownloadable(request, now);
  const { progress } = request;
  return {
    id: request.id,
    state: request.state,
    created_at: request.createdAt,
    due_at: request.dueAt,
    expire_at: request.expireAt,
    attachment: ready
      ? { name: 'my-data.zip', bytes: request.file?.bytes ?? 0, content_type: 'application/zip' }
      : null,
    download_url: ready ? link(request) : null,
    overdue: isOverdue(request, states, now),
    extended: request.extendedAt !== null,
    extension_reason: request.extensionReason,
    reason: request.reason,
    confirmed_at: request.confirmedAt,
    closed_at: request.closedAt,
    progress: progress && {
      rows: progress.rows,
      expected_rows: progress.expectedRows,
      files: progress.files,
      bytes: progress.bytes,
    },
  };
}

/** Administrators see errors, but never the export itself: it belongs to the person. */
export function adminRequestJson(request: PortabilityRequest, now: Date): AdminRequestBody {
  return {
    ...requestJson(request, now, () => ''),
    download_url: null,
    user_id: request.userId,
    error: request.error,
    attempts: request.attempt,
  };
}
