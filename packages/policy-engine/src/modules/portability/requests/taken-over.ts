/** Takes over requests of another installation, with their files. Running it again changes nothing, also after it was killed. */
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { isUniqueViolation } from '../../../platform/database/connection/sql-errors.ts';
import type { Database } from '../../../platform/database/port.ts';
import { deadlineAfter, MONTHS } from '../../requests/index.ts';
import type { AttachmentStorage } from '../../../platform/storage/storage.ts';
import type { RequestFile } from './request.ts';
import type { PortabilityStore } from './store.ts';

/** A request of another installation. */
export interface RequestElsewhere {
  /** The same at each run. */
  readonly id: string;
  readonly userId: string;
  /** Whether it was completed; otherwise it waits for an administrator. */
  readonly isCompleted: boolean;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  /** When its file is deleted; null: after the days that the engine keeps exports, from now. */
  readonly expireAt: Date | null;
  /** Path of its file on this machine; null for none. */
  readonly file: string | null;
}

/** What taking over needs. */
export interface RequestTakeoversOptions {
  readonly database: Database;
  readonly store: PortabilityStore;
  readonly storage: AttachmentStorage;
  /** The name of the first file of a request in the storage. */
  readonly nameOf: (requestId: string) => string;
  readonly keepDays: number;
  readonly timeZone: string;
  readonly defaultLocale: string;
  readonly now: () => Date;
}

const DAY = 24 * 60 * 60 * 1000;

/** See the head of the file. */
export class RequestTakeovers {
  readonly #options: RequestTakeoversOptions;

  constructor(options: RequestTakeoversOptions) {
    this.#options = options;
  }

  async isKnown(id: string): Promise<boolean> {
    const { database, store } = this.#options;
    return (await store.find(database, id)) !== undefined;
  }

  /** Writes a request that is not known. @returns why it cannot be taken over; null if it was */
  async take(request: RequestElsewhere): Promise<string | null> {
    const { database, store, timeZone, defaultLocale: locale } = this.#options;
    const { id, userId, isCompleted, createdAt, updatedAt } = request;
    const file = isCompleted ? await this.#copied(request) : null;
    const dueAt = deadlineAfter(createdAt, MONTHS, timeZone);
    try {
      await database.transaction(async (transaction) => {
        await store.insert(transaction, { id, userId, locale, dueAt, at: createdAt, isOpen: !isCompleted });
        const written = isCompleted ? await store.find(transaction, id) : undefined;
        if (written === undefined) return;
        const register = { confirmed_at: createdAt, closed_at: updatedAt, attempt: 1 };
        const closed =
          file === null
            ? ({ state: 'expired' } as const)
            : ({ state: 'completed', file, expireAt: this.#end(request) } as const);
        await store.change(transaction, written, { ...closed, register }, updatedAt);
      });
    } catch (error) {
      if (!isUniqueViolation(error)) throw error;
      return `user ${userId} has another open request`;
    }
    return null;
  }

  /** Copies the file of a request before the request is written; a run that was killed between both copies it again. */
  async #copied(request: RequestElsewhere): Promise<RequestFile | null> {
    const { storage, nameOf, now } = this.#options;
    if (request.file === null || this.#end(request) <= now()) return null;
    const name = nameOf(request.id);
    await storage.put(name, createReadStream(request.file), { contentType: 'application/zip' });
    return { name, bytes: (await stat(request.file)).size };
  }

  #end({ expireAt }: RequestElsewhere): Date {
    const { keepDays, now } = this.#options;
    return expireAt ?? new Date(now().getTime() + keepDays * DAY);
  }
}
