/** The places of the host's files that are searched after an erasure. */
import { createReadStream } from 'node:fs';
import { open, opendir } from 'node:fs/promises';
import path from 'node:path';
import type { HostFunction } from '../../export/index.ts';

interface Stoppable {
  /** Aborted when the search must stop. */
  readonly signal: AbortSignal;
}

type Later<Type> = Type | Promise<Type>;

/** Files of the host that are searched for what identifies a person, after all steps. */
export interface SearchedFiles {
  /** The name in the receipt, such as `uploads`. */
  readonly name: string;
  /** The names of all files. */
  readonly list: HostFunction<[options: Stoppable], Later<AsyncIterable<string> | Iterable<string>>>;
  /** Reads a file as a stream; null if the file no longer exists. */
  readonly read: HostFunction<[name: string, options: Stoppable], Later<AsyncIterable<Uint8Array | string> | null>>;
  /** Whether there are too many to read: then 10,000 of them are read, picked at random. Default: false. */
  readonly huge?: boolean;
}

/** A place of files; encrypted files are counted, but not read. */
export interface FileLocation extends SearchedFiles {
  readonly isEncrypted?: boolean;
}

/**
 * The files of a folder and its subfolders.
 *
 * @example
 * ```ts
 * erasure: { files: [{ name: 'uploads', ...localFiles('/var/lib/shop/uploads') }] }
 * ```
 */
export function localFiles(folder: string): Pick<SearchedFiles, 'list' | 'read'> {
  const root = path.resolve(folder);
  return {
    list: ({ signal }) => filesIn(root, '', signal),
    read: async (name, { signal }) => {
      try {
        const handle = await open(path.join(root, name), 'r');
        return createReadStream('', { fd: handle, signal });
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
        throw error;
      }
    },
  };
}

/** Anything but a file or folder is left out: following links may never end. */
async function* filesIn(root: string, within: string, signal: AbortSignal): AsyncGenerator<string> {
  for await (const entry of await opendir(path.join(root, within))) {
    signal.throwIfAborted();
    const name = path.posix.join(within, entry.name);
    if (entry.isDirectory()) yield* filesIn(root, name, signal);
    else if (entry.isFile()) yield name;
  }
}

/** The part of flystorage's `FileStorage` that is used. */
export interface FlystorageFilesLike {
  list(path: string, options: { deep: true }): AsyncIterable<{ readonly path: string; readonly isFile: boolean }>;
  read(path: string, options?: { abortSignal?: AbortSignal }): Promise<AsyncIterable<Uint8Array | string>>;
  fileExists(path: string): Promise<boolean>;
}

/**
 * Files in any storage of flystorage: S3, Google Cloud Storage, Azure.
 *
 * @param prefix folder of the files. Default: all
 *
 * @example
 * ```ts
 * erasure: { files: [{ name: 'uploads', ...flystorageFiles(files, 'uploads') }] }
 * ```
 */
export function flystorageFiles(files: FlystorageFilesLike, prefix = ''): Pick<SearchedFiles, 'list' | 'read'> {
  return {
    list: async function* list({ signal }) {
      for await (const { path: name, isFile } of files.list(prefix, { deep: true })) {
        signal.throwIfAborted();
        if (isFile) yield name;
      }
    },
    read: async (name, { signal }) => {
      try {
        return await files.read(name, { abortSignal: signal });
      } catch (error) {
        if (await files.fileExists(name)) throw error;
        return null;
      }
    },
  };
}
