/** Maximum size of a message in bytes; a string of V8 may have eight times as many. */
export const MAX_MESSAGE: number = 64 * 1024 * 1024;
/** Number of bytes kept of both ends of a message that is too large: they name the command, or the event, and the session. */
const KEPT = 512;

/** The receiver of messages. */
export interface MessageHandler {
  /** @param text one message, JSON */
  onMessage(text: string): void;
  /** A message that was too large: its first and last bytes. */
  onOversized(head: string, tail: string): void;
}

/**
 * Splits the output of a browser into messages, each of which ends with a zero byte. A page can create messages
 * of any size; what exceeds the limit is dropped while it arrives.
 */
export class MessageReader {
  readonly #handler: MessageHandler;
  readonly #limit: number;
  #chunks: Buffer[] = [];
  #size = 0;
  /** The last bytes of a message that is too large. */
  #tail: Buffer | undefined;

  constructor(handler: MessageHandler, limit: number = MAX_MESSAGE) {
    this.#handler = handler;
    this.#limit = limit;
  }

  push(chunk: Buffer): void {
    let start = 0;
    for (let end = chunk.indexOf(0); end !== -1; end = chunk.indexOf(0, start)) {
      this.#take(chunk.subarray(start, end));
      this.#end();
      start = end + 1;
    }
    this.#take(chunk.subarray(start));
  }

  #take(part: Buffer): void {
    if (part.length === 0) return;
    this.#size += part.length;
    if (this.#size <= this.#limit) {
      this.#chunks.push(part);
      return;
    }
    if (this.#tail === undefined) {
      const all = Buffer.concat([...this.#chunks, part]);
      this.#chunks = [Buffer.from(all.subarray(0, KEPT))];
      this.#tail = Buffer.from(all.subarray(-KEPT));
      return;
    }
    // A copy; otherwise the whole buffer would stay in memory.
    this.#tail = Buffer.from(Buffer.concat([this.#tail, part.subarray(-KEPT)]).subarray(-KEPT));
  }

  #end(): void {
    const all = this.#chunks.length === 1 ? this.#chunks[0] : Buffer.concat(this.#chunks);
    const tail = this.#tail;
    this.#chunks = [];
    this.#size = 0;
    this.#tail = undefined;
    if (tail === undefined) this.#handler.onMessage(all?.toString('utf8') ?? '');
    else this.#handler.onOversized(all?.toString('latin1') ?? '', tail.toString('latin1'));
  }
}
