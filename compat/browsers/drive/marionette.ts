/**
 * WebDriver over Marionette, which each Firefox speaks by itself, and which geckodriver translates for others: messages of
 * `length:[type, id, …]` over TCP. https://firefox-source-docs.mozilla.org/testing/marionette/Protocol.html
 */
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Start, Transport } from './commands.ts';
import { eventually, start } from './process.ts';
import { freePort } from '../../../testing/free-port.ts';

interface Failure {
  readonly error: string;
  readonly message: string;
}
type Answer = readonly [1, number, Failure | null, unknown];
type Waiting = (error: Failure | null, result: unknown) => void;

/** A connection to Firefox: sends commands, and matches the answers by their ids. */
class Connection {
  readonly #socket: Socket;
  readonly #waiting = new Map<number, Waiting>();
  #bytes: Buffer = Buffer.alloc(0);
  #last = 0;

  constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('data', (chunk: Buffer) => this.#read(chunk));
    socket.on('close', () => {
      for (const done of this.#waiting.values()) done({ error: 'closed', message: 'Firefox has ended' }, null);
    });
    socket.on('error', () => undefined);
  }

  send(name: string, parameters: unknown): Promise<unknown> {
    const id = (this.#last += 1);
    const text = JSON.stringify([0, id, name, parameters]);
    this.#socket.write(`${Buffer.byteLength(text)}:${text}`);
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, (failure, result) => {
        this.#waiting.delete(id);
        if (failure === null) resolve(result);
        else reject(new Error(`${failure.error}: ${failure.message} (${name})`));
      });
    });
  }

  #read(chunk: Buffer): void {
    this.#bytes = Buffer.concat([this.#bytes, chunk]);
    for (;;) {
      const colon = this.#bytes.indexOf(':');
      if (colon < 0) return;
      const end = colon + 1 + Number(this.#bytes.subarray(0, colon).toString());
      if (this.#bytes.length < end) return;
      const message = JSON.parse(this.#bytes.subarray(colon + 1, end).toString()) as Answer;
      this.#bytes = this.#bytes.subarray(end);
      // The first message is a greeting.
      if (Array.isArray(message)) this.#waiting.get(message[1])?.(message[2], message[3]);
    }
  }
}

/** Settings of a profile that nothing disturbs: no first page, no update, no report. */
const QUIET = {
  'app.update.disabledForTesting': true,
  'browser.shell.checkDefaultBrowser': false,
  'browser.startup.page': 0,
  'browser.aboutwelcome.enabled': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'datareporting.healthreport.uploadEnabled': false,
  'toolkit.telemetry.reportingpolicy.firstRun': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'intl.accept_languages': 'en',
};

const settingsOf = (settings: Readonly<Record<string, unknown>>): string =>
  Object.entries(settings)
    .map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`)
    .join('\n');

async function connected(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  return socket;
}

/** Starts Firefox without a window, in a profile of its own. @param file of its program */
export async function overMarionette(file: string, { javaScript = true, gpc = false }: Start): Promise<Transport> {
  const port = await freePort();
  const profile = mkdtempSync(path.join(tmpdir(), 'firefox-'));
  writeFileSync(
    path.join(profile, 'user.js'),
    settingsOf({
      ...QUIET,
      'marionette.port': port,
      'javascript.enabled': javaScript,
      'privacy.globalprivacycontrol.enabled': gpc,
    }),
  );
  const running = start(file, ['--marionette', '--headless', '--no-remote', '--profile', profile], { HOME: profile });
  const close = async () => {
    await running.end();
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    const connection = new Connection(await eventually(() => connected(port), running));
    const session = (await connection.send('WebDriver:NewSession', { strictFileInteractability: true })) as {
      readonly capabilities: { readonly browserVersion: string };
    };
    return {
      version: session.capabilities.browserVersion,
      async send(command, parameters = {}) {
        const result = await connection.send(command, parameters);
        // A value that is not a list or a record comes in a record.
        return result !== null && typeof result === 'object' && 'value' in result ? result.value : result;
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
