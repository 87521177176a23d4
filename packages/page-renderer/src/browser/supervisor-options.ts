import type { Logger } from 'pino';
import type { Network } from '../guard/network.ts';
import type { BrowserBinary } from './find/binary.ts';
import type { ReplacementReason } from './slots/member.ts';
import type { MemoryLimits } from './memory/memory-group.ts';
import type { RemoteBrowsers } from './remote.ts';

/** Options of a supervisor. */
export interface SupervisorOptions {
  binary: BrowserBinary;
  sandbox: boolean;
  /** Restart the browser between pages (spec: R-config-close-browser). */
  closeBrowser: boolean;
  /** Number of browsers that pages are distributed over. */
  browsers: number;
  /** Number of pages of each browser if all are in use. */
  share: number;
  /** Whether a page may use the same browser context and process after another page of its site, after it was cleared. */
  keepsSlots: boolean;
  memory: MemoryLimits;
  /** When a browser is replaced even if it works. */
  recycle: { renders: number; minutes: number };
  network: Network;
  /** Whether each request of a page waits for a decision. */
  isGated: boolean;
  /** Flags of started browsers, in addition to those that every browser has. */
  flags: readonly string[];
  /** Browsers that run elsewhere, which are used instead of starting some. */
  remote: RemoteBrowsers | undefined;
  logger: Logger;
  /** Called with the version of each started browser. */
  onStarted: (version: string) => void;
  /** Called once for each browser that is replaced. */
  onReplaced?: (reason: ReplacementReason) => void;
}
