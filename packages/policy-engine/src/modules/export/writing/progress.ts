/** Reports the progress of an export, at most a few times a second: a listener writes it into a database. */
import type { ExportProgress, ExportRequest } from '../export-request.ts';

const INTERVAL = 500;

/** The figures of one export. */
export class Progress {
  rule: string | null = null;
  rowsDone = 0;
  /** The approximate total; undefined if a rule does not report it. */
  rowsExpected: number | undefined;
  readonly #tell: ExportRequest['onProgress'];
  readonly #archive: () => { files: number; bytes: number };
  #toldAt = Number.NEGATIVE_INFINITY;

  constructor(tell: ExportRequest['onProgress'], archive: () => { files: number; bytes: number }) {
    this.#tell = tell;
    this.#archive = archive;
  }

  /** Call between steps. */
  notifyIfDue(): Promise<void> | undefined {
    if (this.#tell === undefined || performance.now() - this.#toldAt < INTERVAL) return undefined;
    return this.now();
  }

  async now(): Promise<void> {
    this.#toldAt = performance.now();
    const { rule, rowsDone, rowsExpected } = this;
    const progress: ExportProgress = { rule, rowsDone, ...this.#archive() };
    await this.#tell?.(rowsExpected === undefined ? progress : { ...progress, rowsExpected });
  }
}
