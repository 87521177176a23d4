import type { Protocol } from 'devtools-protocol';
import type { Session } from '../../devtools/connection.ts';

type Paused = Protocol.Fetch.RequestPausedEvent;
type Found = Protocol.Target.GetTargetInfoResponse;

/**
 * Decides about a request that waits in the browser, with `Fetch.continueRequest` or `Fetch.failRequest` of this session; until
 * then nothing of it is sent.
 */
export type RequestJudge = (session: Session, paused: Paused) => unknown;

/** The requests of one page and everything in it. */
export interface GatedPage {
  /** Decides about the requests of a frame or worker of the page, and about those that it has made already. */
  claim(id: string): void;
  /** Ends the page: what its frames and workers still request is not sent. */
  close(): void;
}

/** Milliseconds until a request is refused for whose frame no page is known. */
const UNKNOWN = 30_000;
/** Maximum number of frames and workers of closed pages that are remembered. */
const MOST_CLOSED = 10_000;

interface Owner {
  readonly judge: RequestJudge;
  readonly ids: Set<string>;
  isClosed: boolean;
}

/**
 * Holds every request of a browser until a page has decided about it. It is enabled for the whole browser before there is a
 * page: a browser that is asked about a single worker begins with its first requests before it has heard of that. A request
 * names its frame or worker. The page may report the frame later, if its script is busy; until then the request waits.
 *
 * Requests of the browser itself and WebSockets are not held: `flags.ts` turns the former off.
 */
export class RequestGate {
  readonly #root: Session;
  /** Whether a browser context is of this connection; a browser that runs elsewhere may have others. */
  readonly #isOwn: (browserContextId: string | undefined) => boolean;
  /** By frame or worker. */
  readonly #owners = new Map<string, Owner>();
  readonly #held = new Map<string, Paused[]>();
  readonly #closed = new Set<string>();

  constructor(root: Session, isOwn: (browserContextId: string | undefined) => boolean) {
    this.#root = root;
    this.#isOwn = isOwn;
  }

  /** @throws {DevToolsError} */
  async start(): Promise<void> {
    this.#root.on('Fetch.requestPaused', (paused) => this.#onPaused(paused));
    await this.#root.send('Fetch.enable', { patterns: [{ urlPattern: '*' }] });
  }

  /** Begins with a page. */
  open(judge: RequestJudge): GatedPage {
    const owner: Owner = { judge, ids: new Set(), isClosed: false };
    return {
      claim: (id) => this.#claim(owner, id),
      close: () => {
        owner.isClosed = true;
        for (const id of owner.ids) this.#forget(id);
        owner.ids.clear();
      },
    };
  }

  #claim(owner: Owner, id: string): void {
    if (owner.isClosed) return this.#forget(id);
    owner.ids.add(id);
    this.#owners.set(id, owner);
    for (const paused of this.#takeHeld(id)) owner.judge(this.#root, paused);
  }

  #onPaused(paused: Paused): void {
    const { frameId } = paused;
    const owner = this.#owners.get(frameId);
    if (owner) owner.judge(this.#root, paused);
    else if (this.#closed.has(frameId)) this.#refuse(paused);
    else this.#hold(paused);
  }

  #hold(paused: Paused): void {
    const { frameId } = paused;
    const held = this.#held.get(frameId);
    if (held) return void held.push(paused);
    this.#held.set(frameId, [paused]);
    setTimeout(() => this.#takeHeld(frameId).forEach((one) => this.#refuse(one)), UNKNOWN).unref();
    void this.#lookUp(frameId);
  }

  /** The script of a worker in a frame is requested before the worker is reported to its page. */
  async #lookUp(frameId: string): Promise<void> {
    for (let id: string | undefined = frameId; id !== undefined;) {
      const owner = this.#owners.get(id);
      if (owner) return this.#claim(owner, frameId);
      // oxlint-disable-next-line no-await-in-loop -- from a worker to what it belongs to
      const found: Found | undefined = await this.#root
        .send('Target.getTargetInfo', { targetId: id })
        .catch(() => undefined);
      if (!found) return;
      const info: Protocol.Target.TargetInfo = found.targetInfo;
      if (!this.#isOwn(info.browserContextId)) return this.#pass(frameId);
      id = info.parentId ?? info.parentFrameId;
    }
  }

  /** Pages that others have opened in a browser that runs elsewhere are none of ours. */
  #pass(frameId: string): void {
    for (const { requestId } of this.#takeHeld(frameId)) void this.#root.send('Fetch.continueRequest', { requestId });
  }

  #takeHeld(frameId: string): Paused[] {
    const held = this.#held.get(frameId) ?? [];
    this.#held.delete(frameId);
    return held;
  }

  #forget(id: string): void {
    this.#owners.delete(id);
    this.#closed.add(id);
    for (const paused of this.#takeHeld(id)) this.#refuse(paused);
    const [oldest] = this.#closed;
    if (oldest !== undefined && this.#closed.size > MOST_CLOSED) this.#closed.delete(oldest);
  }

  #refuse({ requestId }: Paused): void {
    void this.#root.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' });
  }
}
