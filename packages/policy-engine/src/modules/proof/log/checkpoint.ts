/** Checkpoints (C2SP tlog-checkpoint): the text of a note that states size and root of a log's tree. */
import { base64Of } from './bytes.ts';
import { LogFormatError } from './errors.ts';
import { LONGEST_NOTE } from './note.ts';
import { linesOf, parseDecimal, parseHash, quoted, readText } from './strict.ts';
import type { TreeHead } from './verify-tree.ts';

/** What a log says about its tree. */
export interface Checkpoint extends TreeHead {
  /** Names the log. Should be a URL without a scheme, and the name of the key that signs. */
  readonly origin: string;
  /** Opaque lines after the root. Not recommended, since monitors can't audit them. */
  readonly extensions?: readonly string[];
}

/**
 * The text of a checkpoint (tlog-checkpoint, "Note text").
 *
 * @throws {LogFormatError} for an origin or extension that is empty or has a control character
 */
export function formatCheckpoint({ origin, size, root, extensions = [] }: Checkpoint): string {
  if (!Number.isSafeInteger(size) || size < 0) throw new LogFormatError(`checkpoint: size ${size}`);
  if (root.length !== 32) throw new LogFormatError(`checkpoint: a root of ${root.length} bytes, not 32`);
  for (const line of [origin, ...extensions]) {
    if (line === '' || line.includes('\n')) {
      throw new LogFormatError(`checkpoint: ${quoted(line)} is not a line with something on it`);
    }
  }
  const lines = [origin, String(size), base64Of(root), ...extensions];
  return readText(lines.map((line) => `${line}\n`).join(''), 'checkpoint', LONGEST_NOTE);
}

/**
 * Reads the text of a checkpoint.
 *
 * @throws {LogFormatError}
 */
export function parseCheckpoint(text: string): Checkpoint & Required<Pick<Checkpoint, 'extensions'>> {
  const lines = linesOf(readText(text, 'checkpoint', LONGEST_NOTE), 'checkpoint');
  const [origin, size, root, ...extensions] = lines;
  if (origin === undefined || size === undefined || root === undefined) {
    throw new LogFormatError(`checkpoint: ${lines.length} lines, at least origin, size and root are needed`);
  }
  const empty = lines.indexOf('');
  if (empty >= 0) throw new LogFormatError(`checkpoint, line ${empty + 1}: empty`);
  return {
    origin,
    size: parseDecimal(size, 'checkpoint, line 2, size'),
    root: parseHash(root, 'checkpoint, line 3, root'),
    extensions,
  };
}
