import express, { type NextFunction, type Request, type RequestHandler, type Response } from 'express';

/** An error of a field: the name of the field, a code for programs, a sentence for people. */
export interface FieldError {
  readonly field: string;
  readonly code: string;
  readonly detail: string;
}

/** What a form or a program sent. */
export type Attributes = Readonly<Record<string, unknown>>;

/** HTML forms support GET and POST only: a form sets another method in `_method`. */
function methodOfForm(request: Request, _response: Response, next: NextFunction): void {
  const named = request.is('urlencoded') && request.method === 'POST' ? record(request.body)['_method'] : undefined;
  if (named === 'PATCH' || named === 'DELETE') request.method = named;
  next();
}

/** Reads JSON and forms; names like `user[email]` become nested. */
export const bodies: readonly RequestHandler[] = [
  express.json({ limit: '32kb' }),
  express.urlencoded({ extended: true, limit: '32kb', parameterLimit: 100 }),
  methodOfForm,
];

/** The value if it is an object, otherwise an empty object. */
export function record(value: unknown): Attributes {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Attributes) : {};
}

/** The value if it is a string, otherwise an empty string. */
export const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The attributes of a user: those in `user`, otherwise those of the body itself. */
export function attributesOf(body: unknown): Attributes {
  const { user, ...own } = record(body);
  return user === undefined ? own : record(user);
}

/** The errors of a required line. Control characters would get into emails and exports. */
export function lineErrors(
  field: string,
  line: string,
  length: number,
  missing = 'This field is required.',
): FieldError[] {
  if (line === '') return [{ field, code: 'required', detail: missing }];
  // oxlint-disable-next-line no-control-regex -- control characters are searched
  if (line.length <= length && !/[\u0000-\u001f\u007f]/.test(line)) return [];
  return [{ field, code: 'invalid', detail: `Use at most ${length} characters, in one line.` }];
}

/** The errors of an email address; only an email can show whether it exists. */
export function emailErrors(email: string): FieldError[] {
  if (email === '') return [{ field: 'email', code: 'required', detail: 'Enter your email address.' }];
  if (email.length <= 254 && /^[^\s@<>"]+@[^\s@<>".]+(?:\.[^\s@<>".]+)+$/.test(email)) return [];
  return [{ field: 'email', code: 'invalid', detail: 'Enter an email address such as name@example.com.' }];
}

/** The errors of a new password of at most `longest` characters. */
export function passwordErrors(password: string, longest: number): FieldError[] {
  const error = (code: string, detail: string) => [{ field: 'password', code, detail }];
  if (password === '') return error('required', 'Choose a password.');
  if (password.length < 8) return error('too_short', 'Use at least 8 characters.');
  return password.length > longest ? error('too_long', `Use at most ${longest} characters.`) : [];
}

const DOORS = /^\/(?:sign-in|sign-up|sign-out|session|users|take-over)(?:\/|$)/;

/** A path of this site, for targets in requests: an address of another site is replaced by the fallback. */
export function localPath(target: unknown, fallback: string): string {
  const base = 'http://local.invalid';
  if (typeof target !== 'string' || !target.startsWith('/') || !URL.canParse(target, base)) return fallback;
  const url = new URL(target, base);
  // `//host`, `/\host` and `/<tab>/host` resolve to another origin; `/.//host` becomes one when it is sent back.
  return url.origin === base && !url.pathname.startsWith('//') ? url.pathname + url.search + url.hash : fallback;
}

/** The page from which a person came to sign in: as the link says, otherwise the referring page of this site. */
export function returnTo(request: Request, fallback = '/'): string {
  const referer = request.get('referer') ?? '';
  const from = URL.canParse(referer) ? new URL(referer) : undefined;
  const ours = from?.host === request.get('host') && from ? from.pathname + from.search : undefined;
  const target = localPath(request.query['return_to'] ?? ours, fallback);
  return DOORS.test(target) ? fallback : target;
}
