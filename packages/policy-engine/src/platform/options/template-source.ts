/** The source of a template's text: the option itself, or a file (spec: P-portability-template). */
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** A template as text, or as a file: a path from the working directory, a `file:` URL, or `{ file }`. */
export type TemplateSource = string | URL | { readonly file: string | URL };

/** The text of a template, and the file it was read from. */
export interface TemplateText {
  readonly text: string;
  readonly file: string | undefined;
}

/**
 * Reads a template. A string is read as a file if a file of this path exists; a string that begins with `/`, `./` or
 * `../`, or that ends in `.html`, `.ejs`, `.eta`, `.json` or `.txt` and has neither spaces nor markup, must be one; any
 * other string is the template itself.
 *
 * @throws {Error} for a file that cannot be read
 */
export function readTemplateSource(source: TemplateSource): TemplateText {
  if (typeof source !== 'string') return readFile(source instanceof URL ? source : source.file);
  if (isFile(source)) return readFile(source);
  if (!isPath(source)) return { text: source, file: undefined };
  throw new Error(`${source} looks like the path of a template, but there is no such file`);
}

const LONGEST_PATH = 4096;

const canBePath = (text: string) => text.length <= LONGEST_PATH && text.trim() !== '' && !/[<>\r\n\0]/.test(text);

function isPath(text: string): boolean {
  return canBePath(text) && (/^\.{0,2}\//.test(text) || /^[^\s{}]+\.(?:html?|ejs|eta|json|txt)$/i.test(text));
}

function isFile(text: string): boolean {
  try {
    return canBePath(text) && statSync(text).isFile();
  } catch {
    return false;
  }
}

/** @throws {Error} for a file that cannot be read */
export function readFile(source: string | URL): { text: string; file: string } {
  try {
    const file = source instanceof URL ? fileURLToPath(source) : path.resolve(source);
    return { file, text: readFileSync(file, 'utf8') };
  } catch (cause) {
    throw new Error(`${String(source)} cannot be read`, { cause });
  }
}
