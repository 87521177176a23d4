import type { Protocol } from 'devtools-protocol';
import type { Session } from '../../devtools/connection.ts';

/** A message in the console of a page: of its scripts, or of the browser about it. */
export interface ConsoleMessage {
  readonly level: 'error' | 'warning' | 'info';
  readonly text: string;
  /** Address of the script, and its line; null if it is not known. */
  readonly place: string | null;
}

/** Messages that are remembered, and the characters of each. */
const MAX_MESSAGES = 100;
const MAX_TEXT = 500;

/** The console of a page with its frames and web workers: its first messages, uncaught errors, and what the browser reports. */
export class PageConsole {
  readonly #messages: ConsoleMessage[] = [];
  readonly #sessions = new Set<Session>();
  #omitted = 0;

  /** The first messages. */
  get messages(): readonly ConsoleMessage[] {
    return this.#messages;
  }

  /** Number of later messages that were seen; a page that writes on and on is no longer listened to. */
  get omitted(): number {
    return this.#omitted;
  }

  /** Listens to a page, a frame or a web worker before its scripts run. */
  follow(session: Session): void {
    if (this.#messages.length >= MAX_MESSAGES) return;
    this.#sessions.add(session);
    session.on('Runtime.consoleAPICalled', ({ type, args, stackTrace }) => {
      this.#add(levelOf(type), formatted(args), stackTrace?.callFrames[0]);
    });
    session.on('Runtime.exceptionThrown', ({ exceptionDetails: { text, exception, url, lineNumber } }) => {
      this.#add(
        'error',
        exception ? `${text} ${textOf(exception)}` : text,
        url === undefined ? undefined : { url, lineNumber },
      );
    });
    session.on('Log.entryAdded', ({ entry: { level, text, url, lineNumber } }) => {
      this.#add(levelOf(level), text, url === undefined ? undefined : { url, lineNumber: lineNumber ?? -1 });
    });
    void session.send('Runtime.enable');
    void session.send('Log.enable');
  }

  #add(level: ConsoleMessage['level'], text: string, at: { url: string; lineNumber: number } | undefined): void {
    if (this.#messages.length >= MAX_MESSAGES) {
      this.#omitted += 1;
      this.#stop();
      return;
    }
    const place =
      at === undefined || at.url === '' ? null : cut(at.lineNumber < 0 ? at.url : `${at.url}:${at.lineNumber + 1}`);
    this.#messages.push({ level, text: cut(text), place });
  }

  /** The browser would go on to send what nobody reads. */
  #stop(): void {
    for (const session of this.#sessions) {
      void session.send('Runtime.disable');
      void session.send('Log.disable');
    }
    this.#sessions.clear();
  }
}

function levelOf(type: string): ConsoleMessage['level'] {
  if (type === 'error' || type === 'assert') return 'error';
  return type === 'warning' ? 'warning' : 'info';
}

/** The arguments as a console shows them: those that the first one has placeholders for take their places. */
function formatted(args: readonly Protocol.Runtime.RemoteObject[]): string {
  const [first, ...others] = args.map(textOf);
  const text =
    args[0]?.type === 'string'
      ? first?.replaceAll(/%[csdifoO]/g, (placeholder) => {
          const value = others.shift();
          // A style.
          return placeholder === '%c' ? '' : (value ?? placeholder);
        })
      : first;
  return [text ?? '', ...others].join(' ');
}

/** A value as text; objects are not read, because that could run scripts of the page. */
function textOf({ value, unserializableValue, description, type }: Protocol.Runtime.RemoteObject): string {
  if (typeof value === 'string') return value.slice(0, MAX_TEXT + 1);
  return unserializableValue ?? description ?? (value === undefined ? type : JSON.stringify(value));
}

function cut(text: string): string {
  return text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text;
}
