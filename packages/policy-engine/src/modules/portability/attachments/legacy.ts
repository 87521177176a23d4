/**
 * Legacy attachments (spec: P-legacy-attachments): the file is in a folder of this machine, `exporter.path`, and five text columns
 * of the request describe it, for other programs. File names show how a file was stored, so that an installation that switches
 * keeps its files.
 */
import { PolicyEngineError } from '../../../errors/errors.ts';
import { answered, LONGEST_DELETION } from '../../../platform/answered.ts';
import { localAttachments } from '../../../platform/storage/local.ts';
import type { AttachmentStorage } from '../../../platform/storage/storage.ts';
import type { RequestFile } from '../requests/request.ts';

const PREFIX = 'legacy/';
const TYPE = 'application/zip';

/** The five columns of a request. */
export interface LegacyColumns {
  readonly attachment: string | null;
  readonly attachment_file_name: string | null;
  readonly attachment_file_size: string | null;
  readonly attachment_file_content_type: string | null;
  readonly attachment_content_type: string | null;
}

/** The values of the columns without a file. */
export const NO_ATTACHMENT: LegacyColumns = {
  attachment: null,
  attachment_file_name: null,
  attachment_file_size: null,
  attachment_file_content_type: null,
  attachment_content_type: null,
};

/** Name of a file that is stored the legacy way. */
export function legacyName(name: string): string {
  return PREFIX + name;
}

/** The column values of a file; nothing for one that is stored the usual way. */
export function legacyColumns({ name, bytes }: RequestFile): LegacyColumns {
  if (!name.startsWith(PREFIX)) return NO_ATTACHMENT;
  const attachment = name.slice(PREFIX.length);
  return {
    attachment,
    attachment_file_name: attachment.slice(attachment.lastIndexOf('/') + 1),
    attachment_file_size: String(bytes),
    attachment_file_content_type: TYPE,
    attachment_content_type: TYPE,
  };
}

/** The file that the columns describe; null without one. */
export function fileOfColumns({
  attachment,
  attachment_file_size: size,
}: Pick<LegacyColumns, 'attachment' | 'attachment_file_size'>): RequestFile | null {
  return attachment === null ? null : { name: legacyName(attachment), bytes: Number(size ?? 0) };
}

/** Replaces the folder if none is configured any more: a missing file must not count as deleted. */
function nowhere(): AttachmentStorage {
  const fail = (name: string) =>
    Promise.reject(
      new PolicyEngineError(
        'configuration_invalid',
        `exporter.path: ${name} was stored the legacy way; set the folder that contains it`,
      ),
    );
  return { put: fail, get: fail, size: fail, delete: fail };
}

/** A storage for files of both kinds. @param folder `exporter.path` */
export function bothWays(storage: AttachmentStorage, folder: string | undefined): AttachmentStorage {
  const legacy = folder === undefined ? nowhere() : localAttachments(folder);
  const placeOf = (name: string): [AttachmentStorage, string] =>
    name.startsWith(PREFIX) ? [legacy, name.slice(PREFIX.length)] : [storage, name];
  return {
    put(name, content, info) {
      const [place, known] = placeOf(name);
      return place.put(known, content, info);
    },
    get(name, range) {
      const [place, known] = placeOf(name);
      return place.get(known, range);
    },
    size(name) {
      const [place, known] = placeOf(name);
      return place.size(known);
    },
    // One that is never answered would hold up the job, and all later files of it.
    delete(name) {
      const [place, known] = placeOf(name);
      return answered('attachments.storage.delete', () => place.delete(known), LONGEST_DELETION);
    },
    async temporaryUrl(name, info) {
      const [place, known] = placeOf(name);
      return (await place.temporaryUrl?.(known, info)) ?? null;
    },
  };
}
