import express, { type NextFunction, type Request, type RequestHandler, type Response } from 'express';
import type { FieldError } from '../pages/form.ts';

/** Reads JSON and forms; names like `user[email]` become nested. */
export const bodies: readonly RequestHandler[] = [
  express.json({ limit: '32kb' }),
  express.urlencoded({ extended: true, limit: '32kb', parameterLimit: 100 }),
];

const OVERRIDES: ReadonlySet<string> = new Set(['PATCH', 'DELETE']);

/** HTML forms support GET and POST only: a form sets another method in `_method`. */
export function methodOfForm(request: Request, _response: Response, next: NextFunction): void {
  const named = request.is('urlencoded') && request.method === 'POST' ? record(request.body)['_method'] : undefined;
  if (typeof named === 'string' && OVERRIDES.has(named)) request.method = named;
  next();
}

/** The value if it is an object, otherwise an empty object. */
export function record(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}

/** The value if it is a string, otherwise an empty string. */
export const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The attributes of a user: those in `user`, otherwise those of the body itself. */
export function attributesOf(body: unknown): Readonly<Record<string, unknown>> {
  const { user, ...own } = record(body);
  return user === undefined ? own : record(user);
}

/** Whether the client gets JSON: it sends JSON, requests it, or uses a method that forms do not support. */
export function wantsJson(request: Request): boolean {
  const isForm = Boolean(request.is(['urlencoded', 'multipart/form-data']));
  const accepted = request.accepts(['html', 'json']);
  if (accepted === 'json') return true;
  return Boolean(request.is('json')) || (!isForm && !['GET', 'HEAD', 'POST'].includes(request.method));
}

const required = (field: string, detail: string): FieldError => ({ field, code: 'required', detail });

/** The errors of a name. */
export function nameErrors(name: string): FieldError[] {
  if (name === '') return [required('name', 'Enter your name.')];
  if (isUnfitLine(name, 100))
    return [{ field: 'name', code: 'invalid', detail: 'Use at most 100 characters, in one line.' }];
  return [];
}

/** Whether a text is not a single line of at most this length. Control characters would get into emails and exports. */
function isUnfitLine(line: string, length: number): boolean {
  // oxlint-disable-next-line no-control-regex -- control characters are searched
  return line.length > length || /[\u0000-\u001f\u007f]/.test(line);
}

/** The errors of a required line of a form. */
export function lineErrors(field: string, line: string, length: number): FieldError[] {
  if (line === '') return [required(field, 'This field is required.')];
  if (isUnfitLine(line, length)) {
    return [{ field, code: 'invalid', detail: `Use at most ${length} characters, in one line.` }];
  }
  return [];
}

/** The errors of an email address; only an email can show whether it exists. */
export function emailErrors(email: string): FieldError[] {
  if (email === '') return [required('email', 'Enter your email address.')];
  if (email.length > 254 || !/^[^\s@<>"]+@[^\s@<>".]+(?:\.[^\s@<>".]+)+$/.test(email)) {
    return [{ field: 'email', code: 'invalid', detail: 'Enter an email address such as name@example.com.' }];
  }
  return [];
}

/** The errors of a new password. */
export function passwordErrors(password: string): FieldError[] {
  if (password === '') return [required('password', 'Choose a password.')];
  if (password.length < 8) {
    return [{ field: 'password', code: 'too_short', detail: 'Use at least 8 characters.' }];
  }
  if (password.length > 200) {
    return [{ field: 'password', code: 'too_long', detail: 'Use at most 200 characters.' }];
  }
  return [];
}

/** The address belongs to another account. */
export const emailTaken: FieldError = {
  field: 'email',
  code: 'taken',
  detail: 'An account with this email address already exists. Sign in, or use another address.',
};
