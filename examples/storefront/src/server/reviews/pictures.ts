import { randomBytes } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** Path of the pictures of reviews, on this site and in the folder of uploads. */
export const PICTURES = 'review-pictures';

/** The largest picture, in bytes. */
export const MAX_PICTURE = 3_000_000;

/** First bytes of the accepted formats. The media type and the name of a file are not trusted. */
const KINDS: readonly { readonly extension: string; readonly begins: (bytes: Buffer) => boolean }[] = [
  { extension: 'jpg', begins: (bytes) => bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff])) },
  { extension: 'png', begins: (bytes) => bytes.subarray(0, 8).equals(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')) },
  {
    extension: 'webp',
    begins: (bytes) => bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP',
  },
];

/** The pictures of reviews: files in a folder. */
export class ReviewPictures {
  /** The folder that is served at {@link PICTURES}. */
  readonly folder: string;

  /** @param uploads folder of uploaded files */
  constructor(uploads: string) {
    this.folder = path.join(uploads, PICTURES);
  }

  /** Stores a picture under a name that cannot be guessed. @returns the name; undefined if it is not a picture */
  async keep(bytes: Buffer): Promise<string | undefined> {
    const kind = KINDS.find(({ begins }) => begins(bytes));
    if (kind === undefined) return undefined;
    await mkdir(this.folder, { recursive: true });
    const name = `${randomBytes(16).toString('base64url')}.${kind.extension}`;
    await writeFile(path.join(this.folder, name), bytes, { flag: 'wx' });
    return name;
  }

  /** Removes a picture; a missing one is not an error. */
  async remove(name: string): Promise<void> {
    await rm(path.join(this.folder, path.basename(name)), { force: true });
  }
}
