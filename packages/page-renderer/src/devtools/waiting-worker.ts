import { wallClock } from '../kernel/clock.ts';
import type { Session } from './connection.ts';

/** A worker that does not run yet. */
export interface WaitingWorker {
  readonly session: Session;
  /** A `dedicated` one belongs to one page, whose events include its requests. */
  readonly kind: 'dedicated' | 'shared' | 'service';
  /** Runs code in it before its scripts. Resolves when it has run, or will have before them. @throws {DevToolsError} */
  runFirst(expression: string): Promise<unknown>;
  /** Resolves when it may be asked something. */
  readonly running: Promise<unknown>;
}

/** A web worker or shared worker: its global scope exists before its scripts are requested. */
export function waitingWorker(session: Session, isDedicated: boolean): WaitingWorker {
  return {
    session,
    kind: isDedicated ? 'dedicated' : 'shared',
    runFirst: (expression) => session.send('Runtime.evaluate', { expression }),
    running: Promise.resolve(),
  };
}

/**
 * A service worker. Chromium requests its script while it waits, and it has no global scope before: code that is evaluated then ends
 * its process. So it is stopped by a breakpoint before the first statement of its script.
 */
export class WaitingServiceWorker implements WaitingWorker {
  readonly kind = 'service';
  readonly session: Session;
  readonly #first: string[] = [];
  readonly #running = Promise.withResolvers<void>();

  constructor(session: Session) {
    this.session = session;
    session.on('Debugger.paused', ({ callFrames: [frame] }) => void this.#begin(frame?.callFrameId).catch(() => {}));
  }

  get running(): Promise<void> {
    return this.#running.promise;
  }

  runFirst(expression: string): Promise<void> {
    this.#first.push(expression);
    return Promise.resolve();
  }

  /** Makes it stop before its script. Resolves when that has arrived, and it has not begun. @throws {DevToolsError} */
  async stopFirst(): Promise<void> {
    const instrumentation = 'beforeScriptExecution';
    await Promise.all([
      this.session.send('Debugger.enable'),
      this.session.send('Debugger.setInstrumentationBreakpoint', { instrumentation }),
    ]);
  }

  async #begin(callFrameId = ''): Promise<void> {
    for (const expression of this.#first.splice(0)) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await this.session.send('Debugger.evaluateOnCallFrame', { callFrameId, expression });
    }
    // From here on it runs.
    await this.session.send('Debugger.disable');
    this.#running.resolve();
  }
}

/** Milliseconds in a second. */
const SECOND = 1_000;

/**
 * Tells the listeners of a service worker's session of the request for its script, which Chromium makes before the session can hear of it,
 * and whose answer it reports by the name of the target.
 */
export function tellOfScript(session: Session, targetId: string, url: string): void {
  session.emit('Network.requestWillBeSent', {
    requestId: targetId,
    loaderId: '',
    documentURL: url,
    request: {
      url,
      method: 'GET',
      headers: { Accept: '*/*', 'Service-Worker': 'script' },
      initialPriority: 'High',
      referrerPolicy: 'no-referrer',
    },
    // Only the browser knows its clock.
    timestamp: NaN,
    wallTime: wallClock() / SECOND,
    initiator: { type: 'script' },
    redirectHasExtraInfo: false,
    type: 'Script',
  });
}
