import { mkdir, open, readdir, stat, unlink } from 'node:fs/promises';
import path from 'node:path';
import { wallClock } from '../../kernel/clock.ts';
import type { Selection } from './store.ts';
import { isLater, markTime, marksOf, marksOn, REMEMBERED } from './store.ts';

const FOLDER = 'removed';
const MARK = /^([0-9a-f]{32}|all)\.removed$/;

/**
 * Records removals for all processes that share a folder, so that a page that one of them is rendering is not
 * stored: an empty file for each page, and one for everything, whose modification time is the time of the removal.
 */
export class FileRemovals {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = path.join(folder, FOLDER);
  }

  async mark(selection: Selection): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const time = markTime() / 1000;
    for (const mark of marksOf(selection)) {
      await using file = await open(this.#fileOf(mark), 'w', 0o600);
      // The clock of the file system is some milliseconds behind.
      await file.utimes(time, time);
    }
  }

  /** Whether there was a removal since the render of this id began. */
  async overtake(id: string, begunAt: number): Promise<boolean> {
    const times = await Promise.all(
      marksOn(id).map(async (mark) => (await stat(this.#fileOf(mark)).catch(() => undefined))?.mtimeMs),
    );
    // A time that was written in seconds is read back slightly lower or higher.
    return times.some((time) => isLater(time && Math.round(time), begunAt));
  }

  /** Deletes records that are older than any render. */
  async forget(): Promise<void> {
    const names = await readdir(this.#folder).catch(() => []);
    for (const name of names.filter((name) => MARK.test(name))) {
      const file = path.join(this.#folder, name);
      const facts = await stat(file).catch(() => undefined);
      if (facts && wallClock() - facts.mtimeMs > REMEMBERED) await unlink(file).catch(() => {});
    }
  }

  #fileOf(mark: string): string {
    return path.join(this.#folder, `${mark}.removed`);
  }
}
