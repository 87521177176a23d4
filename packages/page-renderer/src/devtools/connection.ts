import type { Readable, Writable } from 'node:stream';
import type { ProtocolMapping } from 'devtools-protocol/types/protocol-mapping.js';
import { DevToolsError } from './errors.ts';
import { MessageReader } from './messages.ts';

type Commands = ProtocolMapping.Commands;
type Events = ProtocolMapping.Events;
/** A command of the DevTools protocol. */
export type Method = keyof Commands;
/** An event of the DevTools protocol. */
export type EventName = keyof Events;
type Listener<Name extends EventName> = (event: Events[Name][0]) => void;

interface Pending {
  method: Method;
  session: Session;
  resolve: (result: never) => void;
  reject: (error: DevToolsError) => void;
}

interface Message {
  id?: number;
  method?: string;
  params?: object;
  result?: unknown;
  error?: { message: string };
  sessionId?: string;
}

/** The pipes to a browser: it reads from one and writes to the other. */
export interface Pipes {
  commands: Writable;
  answers: Readable;
}

/**
 * A connection to a browser in the DevTools protocol, over its pipes. Nothing that arrives can throw here: an invalid message
 * ends the connection; a message that is too large is dropped, and its command fails.
 */
export class Connection {
  /** The browser itself. */
  readonly root: Session;
  readonly #pipes: Pipes;
  readonly #pending = new Map<number, Pending>();
  readonly #sessions = new Map<string, Session>();
  readonly #onFault: (error: unknown) => void;
  readonly #closed = Promise.withResolvers<void>();
  #isClosed = false;
  #lastId = 0;

  /** @param onFault called with an error in a listener, which is a bug of the service: other pages of the browser continue */
  constructor(pipes: Pipes, onFault: (error: unknown) => void, maxMessage?: number) {
    this.#pipes = pipes;
    this.#onFault = onFault;
    this.root = new Session(this, undefined);
    const close = () => this.close();
    const reader = new MessageReader(
      { onMessage: (text) => this.#onMessage(text), onOversized: (head, tail) => this.#onOversized(head, tail) },
      maxMessage,
    );
    pipes.answers.on('data', (chunk: Buffer) => reader.push(chunk));
    pipes.answers.on('error', close).on('end', close).on('close', close);
    // A browser that ends before it has read all commands resets its pipes, maybe when nobody listens any more.
    pipes.commands.on('error', close).on('close', close);
  }

  /** Whether commands can still be sent to the browser. */
  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Resolves when that is no longer possible. */
  get closed(): Promise<void> {
    return this.#closed.promise;
  }

  /** Ends the connection. Every command that waits for its response fails. */
  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#pipes.answers.destroy();
    this.#pipes.commands.destroy();
    for (const session of this.#sessions.values()) session.end();
    this.#sessions.clear();
    for (const { reject } of this.#pending.values()) reject(disconnected());
    this.#pending.clear();
    this.#closed.resolve();
  }

  /** @internal use {@link Session.send} */
  send<Name extends Method>(session: Session, method: Name, params: object): Promise<Commands[Name]['returnType']> {
    if (this.#isClosed) return rejected(disconnected());
    if (session.isEnded) return rejected(detached(method));
    const id = (this.#lastId += 1);
    const { promise, resolve, reject } = Promise.withResolvers<Commands[Name]['returnType']>();
    // A caller that does not wait for the response does not want to know about its failure either.
    promise.catch(() => {});
    this.#pending.set(id, { method, session, resolve, reject });
    this.#pipes.commands.write(`${JSON.stringify({ id, method, params, sessionId: session.id })}\0`);
    return promise;
  }

  #onMessage(text: string): void {
    let message: Message;
    try {
      message = JSON.parse(text) as Message;
    } catch {
      return this.close();
    }
    const session = message.sessionId === undefined ? this.root : this.#sessions.get(message.sessionId);
    session?.count(text.length);
    if (message.id !== undefined) return this.#onAnswer(message.id, message);
    if (message.method === undefined || !session) return;
    const params = (message.params ?? {}) as { sessionId?: string };
    if (message.method === 'Target.attachedToTarget') this.#attach(session, params.sessionId ?? '');
    try {
      session.emit(message.method as EventName, params);
    } catch (error) {
      this.#onFault(error);
    }
    if (message.method === 'Target.detachedFromTarget') this.#detach(params.sessionId ?? '');
  }

  #onAnswer(id: number, { result, error }: Pick<Message, 'result' | 'error'>): void {
    const pending = this.#pending.get(id);
    if (!pending) return;
    this.#pending.delete(id);
    if (error) pending.reject(new DevToolsError('refused', `${pending.method}: ${error.message}`));
    else pending.resolve(result as never);
  }

  #onOversized(head: string, tail: string): void {
    const sessionId = /"sessionId":"([^"]+)"\}$/.exec(tail)?.[1];
    const session = sessionId === undefined ? this.root : this.#sessions.get(sessionId);
    const id = /^\{"id":(\d+)/.exec(head)?.[1];
    const pending = this.#pending.get(Number(id));
    this.#pending.delete(Number(id));
    pending?.reject(new DevToolsError('too-large', `${pending.method}: the answer is too large`));
    session?.overflow();
  }

  #attach(parent: Session, sessionId: string): void {
    this.#sessions.set(sessionId, new Session(this, sessionId, parent));
  }

  /** The session that an event of the protocol names. */
  session(sessionId: string): Session {
    const session = this.#sessions.get(sessionId);
    if (session) return session;
    const ended = new Session(this, sessionId);
    ended.end();
    return ended;
  }

  /** Frames and workers end with their page. */
  #detach(sessionId: string): void {
    const session = this.#sessions.get(sessionId);
    if (!session) return;
    const gone = [...this.#sessions.values()].filter((other) => other.isWithin(session));
    for (const one of gone) {
      this.#sessions.delete(one.id ?? '');
      one.end();
    }
    for (const [id, pending] of this.#pending) {
      if (!pending.session.isEnded) continue;
      this.#pending.delete(id);
      pending.reject(detached(pending.method));
    }
  }
}

/** The browser, or one of its pages, frames or workers, in the DevTools protocol. */
export class Session {
  /** Undefined for the browser itself. */
  readonly id: string | undefined;
  readonly #connection: Connection;
  readonly #parent: Session | undefined;
  readonly #listeners = new Map<EventName, Set<Listener<EventName>>>();
  readonly #ended = Promise.withResolvers<void>();
  #isEnded = false;
  #received = 0;
  #onOverflow: (() => void) | undefined;
  #flood = Infinity;
  #onFlood: (() => void) | undefined;

  /** @internal created by the connection */
  constructor(connection: Connection, id: string | undefined, parent?: Session) {
    this.#connection = connection;
    this.id = id;
    this.#parent = parent;
  }

  /** Whether it has ended. */
  get isEnded(): boolean {
    return this.#isEnded;
  }

  /** Resolves when it has ended, alone or with the browser. */
  get ended(): Promise<void> {
    return this.#ended.promise;
  }

  /**
   * Sends a command. Its promise may be ignored: a failure that nobody waits for is not reported.
   *
   * @throws {DevToolsError}
   */
  send<Name extends Method>(
    method: Name,
    params: Commands[Name]['paramsType'][0] & object = {},
  ): Promise<Commands[Name]['returnType']> {
    return this.#connection.send(this, method, params);
  }

  /** Calls the listener for each such event. @returns a function that removes it */
  on<Name extends EventName>(name: Name, listener: Listener<Name>): () => void {
    const listeners = this.#listeners.get(name) ?? new Set();
    this.#listeners.set(name, listeners);
    listeners.add(listener as Listener<EventName>);
    return () => void listeners.delete(listener as Listener<EventName>);
  }

  /** Calls the listener for each message of this session that was too large. */
  onOverflow(listener: () => void): void {
    this.#onOverflow = listener;
  }

  /** Calls the listener once, when more than this number of characters has arrived. */
  onFlood(characters: number, listener: () => void): void {
    this.#flood = characters;
    this.#onFlood = listener;
  }

  /** The session of a target in an event of this one. */
  child(sessionId: string): Session {
    return this.#connection.session(sessionId);
  }

  /** @internal whether it is the other session, or a frame or worker of it */
  isWithin(other: Session): boolean {
    return this === other || (this.#parent?.isWithin(other) ?? false);
  }

  /** @internal */
  emit(name: EventName, event: object): void {
    for (const listener of this.#listeners.get(name) ?? []) listener(event);
  }

  /** @internal */
  overflow(): void {
    this.#onOverflow?.();
  }

  /** @internal */
  count(characters: number): void {
    this.#received += characters;
    if (this.#received < this.#flood) return;
    this.#flood = Infinity;
    this.#onFlood?.();
  }

  /** @internal */
  end(): void {
    this.#isEnded = true;
    this.#ended.resolve();
  }
}

function disconnected(): DevToolsError {
  return new DevToolsError('disconnected', 'The browser has ended');
}

function detached(method: string): DevToolsError {
  return new DevToolsError('detached', `${method}: its target is gone`);
}

function rejected(reason: DevToolsError): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>();
  promise.catch(() => {});
  reject(reason);
  return promise;
}
