/** Why a file of a row is not in the export. */
import { isRecord } from '../templates/plain.ts';

/** Why a file is missing, in words for the manifest: without texts from the host, which may name its folders. */
export class FileRefused extends Error {
  override name: string = 'FileRefused';
  /** Whether the storage did not respond. */
  readonly isSilent: boolean;

  constructor(reason: string, { isSilent = false, cause }: { isSilent?: boolean; cause?: unknown } = {}) {
    super(reason, { cause });
    this.isSilent = isSilent;
  }
}

/** Codes and names of errors for a missing file: of file systems, S3, Azure and Google. */
const GONE: ReadonlySet<unknown> = new Set(['ENOENT', 'ENOTDIR', 'NoSuchKey', 'NotFound', 'BlobNotFound']);
/** Maximum length of a chain of causes. */
const DEEPEST = 8;

/** The meaning of the host's error for the file. */
export function refusedFor(error: unknown): FileRefused {
  if (error instanceof FileRefused) return error;
  let code = '';
  let cause = error;
  for (let depth = 0; depth < DEEPEST && isRecord(cause); depth += 1) {
    if (GONE.has(cause['code']) || GONE.has(cause['name']))
      return new FileRefused('The file is not there', { cause: error });
    const own = cause['code'];
    if (code === '' && typeof own === 'string' && /^[\w.-]{1,60}$/.test(own)) code = ` (${own})`;
    cause = cause['cause'];
  }
  return new FileRefused(`The file can't be read${code}`, { cause: error });
}
