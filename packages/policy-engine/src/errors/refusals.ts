/** Errors of services and rules. They state the reason as a code; `platform/web` knows its HTTP status. */
import { type FieldError, PolicyEngineError, type PolicyEngineErrorCode } from './errors.ts';
import type { TextKey } from '../platform/i18n/language.ts';

/** Creates the errors that several modules throw. */
export const refusals = {
  /** Nothing of this name exists, or the caller may not see it. */
  notFound: (): PolicyEngineError =>
    new PolicyEngineError('not_found', 'not_found', { text: { key: 'error.not_found' } }),
  /** No rule of this name; the message, for developers, lists the existing ones. */
  unknownRule: (name: unknown, known: readonly string[]): PolicyEngineError =>
    new PolicyEngineError(
      'not_found',
      `there is no rule ${JSON.stringify(String(name).slice(0, 100))} (known: ${known.join(', ')})`,
      { text: { key: 'error.not_found' } },
    ),
  /** Nobody is signed in. */
  signInRequired: (): PolicyEngineError =>
    new PolicyEngineError('sign_in_required', 'sign_in_required', { text: { key: 'error.sign_in_required' } }),
  /** The current state does not allow it. */
  conflict: (code: PolicyEngineErrorCode, text: TextKey): PolicyEngineError =>
    new PolicyEngineError(code, code, { text: { key: text } }),
  /** There is no decision of a visitor that the account could take over. */
  nothingToAdopt: (): PolicyEngineError =>
    new PolicyEngineError(
      'nothing_to_adopt',
      'nothing_to_adopt: the browser of this request has no decision of a visitor that could be taken over',
      { text: { key: 'error.nothing_to_adopt' } },
    ),
  /** Input that can be read but not used. */
  invalid: (errors: readonly FieldError[]): PolicyEngineError =>
    new PolicyEngineError('invalid_input', 'invalid_input', { text: { key: 'error.invalid_input' }, errors }),
  /** @param seconds whole seconds until a retry makes sense */
  tooManyRequests: (seconds: number): PolicyEngineError =>
    new PolicyEngineError('too_many_requests', 'too_many_requests', {
      text: { key: 'error.too_many_requests' },
      retryAfter: seconds,
    }),
} as const;
