/** Reads a request body once, within a limit, as JSON or a form. */
import { mediaType } from './cross-site.ts';
import { flatFields, nestFields } from './form-fields.ts';
import { httpErrors } from '../response/http-error.ts';

/** Maximum size of a body in bytes unless configured otherwise: 256 KiB. */
export const DEFAULT_BODY_LIMIT: number = 256 * 1024;

const MAX_JSON_DEPTH = 32;
const FORM = 'application/x-www-form-urlencoded';

/** A parsed body. `type` is its media type; `value` is undefined if there was no body. */
export interface ParsedBody {
  readonly type: string;
  readonly value: unknown;
}

async function readLimited(request: Request, limit: number): Promise<Uint8Array<ArrayBuffer>> {
  const declared = Number(request.headers.get('content-length') ?? Number.NaN);
  if (declared > limit) throw httpErrors.tooLarge(limit);
  if (request.body === null) return new Uint8Array();
  if (declared <= limit) {
    // HTTP/1.1 framing enforces a declared length, so the fast path is safe; the length of a bare `Request` may be
    // wrong.
    const bytes = new Uint8Array(await request.arrayBuffer());
    if (bytes.byteLength > limit) throw httpErrors.tooLarge(limit);
    return bytes;
  }
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body as ReadableStream<Uint8Array>) {
    size += chunk.byteLength;
    if (size > limit) throw httpErrors.tooLarge(limit);
    chunks.push(chunk);
  }
  const bytes = new Uint8Array(size);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return bytes;
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw httpErrors.badRequest('malformed_body', 'error.malformed_body');
  }
}

function isSafe(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  if (depth === 0) return false;
  if (Array.isArray(value)) return value.every((item) => isSafe(item, depth - 1));
  // An unpaired surrogate in a name can't be written into an address or a header.
  const isName = (name: string) => name !== '__proto__' && name.isWellFormed();
  return Object.entries(value).every(([name, item]) => isName(name) && isSafe(item, depth - 1));
}

function requireSafe(value: unknown): unknown {
  if (!isSafe(value, MAX_JSON_DEPTH)) throw httpErrors.badRequest('malformed_body', 'error.malformed_body');
  return value;
}

function parseJson(text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw httpErrors.badRequest('malformed_body', 'error.malformed_body');
  }
  return requireSafe(value);
}

function isJson(type: string): boolean {
  return type === 'application/json' || /^application\/[\w.-]+\+json$/.test(type);
}

/** A file of a form, as in JSON. */
export interface SentFile {
  /** As the client named it. */
  readonly name: string;
  /** In base64. */
  readonly content: string;
}

async function parseMultipart(
  bytes: Uint8Array<ArrayBuffer>,
  contentType: string,
  takesFiles: boolean,
): Promise<unknown> {
  let form: FormData;
  try {
    form = await new Response(bytes, { headers: { 'content-type': contentType } }).formData();
  } catch {
    throw httpErrors.badRequest('malformed_body', 'error.malformed_body');
  }
  const fields: [string, string][] = [];
  const files = new Map<string, SentFile[]>();
  for (const [name, value] of form) {
    if (typeof value === 'string') fields.push([name, value]);
    else if (!takesFiles || !FILE_FIELD.test(name)) throw httpErrors.unsupportedMediaType();
    else files.set(name, [...(files.get(name) ?? []), ...(await fileOf(value))]);
  }
  return { ...nestFields(fields), ...Object.fromEntries(files) };
}

/** Fields of files have plain names. */
const FILE_FIELD = /^[a-z]{1,30}$/;

/** A field without a chosen file is sent as an empty file without a name. */
async function fileOf(file: File): Promise<SentFile[]> {
  if (file.name === '' && file.size === 0) return [];
  return [{ name: file.name, content: Buffer.from(await file.arrayBuffer()).toString('base64') }];
}

/**
 * Reads and parses the body of an unsafe request: JSON, a URL-encoded form, or a multipart form.
 *
 * @param limit - bytes
 * @param how.takesFiles whether a multipart form may have files; see {@link SentFile}. Default: false
 * @throws HttpError 413 `body_too_large`, 415 `unsupported_media_type` (also for an encoded body), 400 `malformed_body`
 */
export async function parseBody(
  request: Request,
  limit: number,
  { takesFiles = false }: { readonly takesFiles?: boolean } = {},
): Promise<ParsedBody> {
  const contentType = request.headers.get('content-type');
  const type = mediaType(contentType);
  const encoding = request.headers.get('content-encoding');
  const bytes = await readLimited(request, limit);
  if (bytes.byteLength === 0) return { type, value: undefined };
  if (encoding !== null && encoding !== 'identity') throw httpErrors.unsupportedMediaType();
  if (isJson(type)) return { type: 'application/json', value: parseJson(decode(bytes)) };
  if (type === FORM) return { type, value: nestFields(new URLSearchParams(decode(bytes))) };
  if (type === 'multipart/form-data')
    return { type, value: await parseMultipart(bytes, contentType ?? '', takesFiles) };
  throw httpErrors.unsupportedMediaType();
}

/**
 * Accepts a body that a parser of the host has parsed, such as `express.json()`, under the same conditions as a body
 * that is read here. The host's parser limits bodies without a declared length.
 *
 * @param limit - bytes
 * @throws HttpError 413 `body_too_large`, 400 `malformed_body`
 */
export function takeParsedBody({ headers }: Request, parsed: unknown, limit: number): ParsedBody {
  if (Number(headers.get('content-length') ?? 0) > limit) throw httpErrors.tooLarge(limit);
  if (isJson(mediaType(headers.get('content-type')))) return { type: 'application/json', value: requireSafe(parsed) };
  // A multipart form is parsed to fields, too; its files, if any, stayed with the host's parser.
  const fields = nestFields(flatFields(parsed));
  return { type: FORM, value: Object.keys(fields).length === 0 ? undefined : fields };
}

const OVERRIDES: ReadonlySet<string> = new Set(['PUT', 'PATCH', 'DELETE']);

/**
 * The method a form means: HTML forms know GET and POST only, so a URL-encoded POST may name PUT, PATCH or DELETE in
 * `_method`. Never from JSON, a header or the query, and never to or from a safe method.
 *
 * @returns the method to route by and the body without `_method`
 * @throws HttpError 400 `unknown_method`
 */
export function overriddenMethod(method: string, body: ParsedBody): { method: string; body: ParsedBody } {
  const isForm = method === 'POST' && body.type === FORM && typeof body.value === 'object' && body.value !== null;
  if (!isForm || !Object.hasOwn(body.value, '_method')) return { method, body };
  const { _method: named, ...value } = body.value as Record<string, unknown>;
  const wanted = typeof named === 'string' ? named.toUpperCase() : '';
  if (!OVERRIDES.has(wanted)) throw httpErrors.badRequest('unknown_method', 'error.unknown_method');
  return { method: wanted, body: { type: body.type, value } };
}
