/** Errors as `application/problem+json` (RFC 9457). */
import { z } from '@hono/zod-openapi';
import { errorPage, type FieldError, PolicyEngineError } from '../../../errors/errors.ts';
import type { StatusOf } from './error-status.ts';
import type { Language, TextKey } from '../../i18n/language.ts';
import { errorText } from '../../i18n/error-text.ts';

/** An error as shown to a caller, in the caller's language. */
export interface Problem {
  readonly status: number;
  readonly code: string;
  readonly title: string;
  readonly detail: string;
  /** The sentence for people, if `detail` is one that programs look for. */
  readonly pageDetail?: string | undefined;
  readonly errors: readonly FieldError[];
  readonly notice?: string | undefined;
}

/** Schema of a problem document. */
export const ProblemSchema: z.ZodType = z
  .object({
    type: z.string().openapi({ description: 'URL of the page about the code', example: errorPage('not_found') }),
    title: z.string(),
    status: z.int(),
    detail: z.string(),
    instance: z.string().openapi({ description: 'Path of the request' }),
    code: z.string().openapi({ description: 'Stable identifier for programs', example: 'not_found' }),
    request_id: z.string(),
    notice: z.string().optional().openapi({ description: 'The message of the original implementation' }),
    errors: z
      .array(
        z.object({
          field: z.string().openapi({ description: 'Dotted name, as in user.policy_rule_age' }),
          pointer: z.string().openapi({ description: 'JSON pointer into the body (RFC 6901), as a fragment' }),
          code: z.string(),
          detail: z.string(),
        }),
      )
      .optional(),
  })
  .openapi('Problem');

/** The most specific title: of the code, else of the status. */
function titleKey({ code, status }: Pick<Problem, 'code' | 'status'>, { isText }: Language): TextKey {
  return [`error.title.${code}`, `error.title.${status}`].find(isText) ?? 'error.title.other';
}

/**
 * Describes an error to its caller. Only a PolicyEngineError below 500, or one with a sentence for people, reveals
 * details.
 */
export function problemOf(error: unknown, language: Language, requestId: string, statusOf: StatusOf): Problem {
  const status = statusOf(error);
  if (error instanceof PolicyEngineError && (status < 500 || error.text !== undefined)) {
    const { code, pageText, reason, errors, notice } = error;
    const detail = errorText(error, language) ?? reason;
    const pageDetail = pageText && language.text(pageText);
    const title = language.text(titleKey({ code, status }, language));
    return { status, code, title, detail, pageDetail, errors, notice };
  }
  const isBusy = status === 503;
  const detail = isBusy ? language.t('error.unavailable') : language.t('error.internal', { id: requestId });
  const shown = isBusy ? { status: 503, code: 'unavailable' } : { status: 500, code: 'internal_error' };
  return { ...shown, title: language.text(titleKey(shown, language)), detail, errors: [] };
}

function pointerOf(field: string): string {
  const escape = (part: string) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'));
  return field === '' ? '#' : `#/${field.split('.').map(escape).join('/')}`;
}

function withPointer({ field, code, detail }: FieldError): Record<string, string> {
  return { field, pointer: pointerOf(field), code, detail };
}

/** The problem document. */
export function problemDocument(problem: Problem, path: string, requestId: string): Record<string, unknown> {
  const { status, code, title, detail, errors, notice } = problem;
  return {
    type: errorPage(code),
    title,
    status,
    detail,
    instance: path,
    code,
    request_id: requestId,
    ...(notice !== undefined && { notice }),
    ...(errors.length > 0 && { errors: errors.map(withPointer) }),
  };
}
