/**
 * The exports of gdpr_rails on this machine, in both of its attachment modes: Active Storage on disk (`ab/cd/abcd…`, checked against its
 * MD5), and the legacy columns of CarrierWave and Paperclip.
 */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { OldBlob, OldRequest, OldTables } from './read.ts';

/** Finds the files of requests below a folder. */
export class OldFiles {
  readonly #folder: string;
  readonly #tables: OldTables;

  constructor(folder: string, tables: OldTables) {
    this.#folder = path.resolve(folder);
    this.#tables = tables;
  }

  /** Path of the file of a request; `missing` if it should have one that is not here, or not as it was; null if it has none. */
  async of(request: OldRequest): Promise<{ readonly path: string } | 'missing' | null> {
    const { attachment, fileName, id } = request;
    if (attachment === null && fileName === null) {
      const blob = await this.#tables.blobOf(id);
      return blob === null ? null : this.#blob(blob);
    }
    const name = fileName ?? path.basename(attachment ?? '');
    // Paperclip's default, `:id_partition/:style/:filename`.
    const partition = id.padStart(9, '0').replace(/(\d{3})(?=\d)/g, '$1/');
    const paperclip = `policy_manager/portability_requests/attachments/${partition}/original/${name}`;
    for (const candidate of [attachment, paperclip, `${id}/${name}`, name]) {
      const found = candidate === null ? null : await this.#existing(candidate);
      if (found !== null) return { path: found };
    }
    return 'missing';
  }

  async #blob({ key, bytes, checksum }: OldBlob): Promise<{ readonly path: string } | 'missing'> {
    if (!/^\w+$/.test(key)) return 'missing';
    const found = await this.#existing(path.join(key.slice(0, 2), key.slice(2, 4), key));
    if (found === null || (await stat(found)).size !== bytes) return 'missing';
    const hash = createHash('md5');
    await pipeline(createReadStream(found), hash);
    return hash.digest('base64') === checksum ? { path: found } : 'missing';
  }

  /** A regular file below the folder: what a row names may lead elsewhere. */
  async #existing(name: string): Promise<string | null> {
    const file = path.resolve(this.#folder, name.replace(/^\/+/, ''));
    if (!file.startsWith(this.#folder + path.sep)) return null;
    const found = await stat(file).catch(() => null);
    return found?.isFile() === true ? file : null;
  }
}
