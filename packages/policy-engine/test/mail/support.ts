/** A real SMTP server on a free port, which stores its mails. */
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

/** A received mail. */
export interface TakenMail {
  readonly from: string;
  readonly to: readonly string[];
  readonly source: string;
  /** Header, unfolded and decoded. */
  header(name: string): string | undefined;
}

/** The server's response to mail: accept it, delay it, or refuse the recipient permanently. */
export type Mood = 'takes' | 'later' | 'refuses';

export interface TestSmtp extends AsyncDisposable {
  readonly url: string;
  readonly mails: TakenMail[];
  mood: Mood;
}

/** Starts a server. @param port default: a free one */
export async function startSmtp(port = 0): Promise<TestSmtp> {
  const mails: TakenMail[] = [];
  const state: { mood: Mood } = { mood: 'takes' };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    onRcptTo(_address, _session, callback) {
      if (state.mood === 'takes') return callback();
      const responseCode = state.mood === 'later' ? 451 : 550;
      callback(Object.assign(new Error(`not now (${responseCode})`), { responseCode }));
    },
    onData(stream, session, callback) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope;
        const from = mailFrom === false ? '' : mailFrom.address;
        mails.push(
          taken(
            from,
            rcptTo.map(({ address }) => address),
            Buffer.concat(chunks).toString('utf8'),
          ),
        );
        callback();
      });
    },
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  server.on('error', () => {});
  const { port: taken_ } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${taken_}`,
    mails,
    get mood() {
      return state.mood;
    },
    set mood(mood) {
      state.mood = mood;
    },
    [Symbol.asyncDispose]: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

function taken(from: string, to: string[], source: string): TakenMail {
  const head = source.slice(0, source.indexOf('\r\n\r\n')).replaceAll(/\r\n[ \t]+/g, ' ');
  return {
    from,
    to,
    source,
    header(name) {
      const line = head.split('\r\n').find((text) => text.toLowerCase().startsWith(`${name.toLowerCase()}:`));
      return line === undefined ? undefined : decoded(line.slice(name.length + 1).trim());
    },
  };
}

/** Encoded words (RFC 2047), as nodemailer writes them. */
function decoded(text: string): string {
  return text
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?utf-8\?([qb])\?([^?]*)\?=/gi, (_, kind: string, body: string) =>
      kind.toLowerCase() === 'b'
        ? Buffer.from(body, 'base64').toString('utf8')
        : Buffer.from(
            body
              .replaceAll('_', ' ')
              .replaceAll(/=([0-9A-F]{2})/g, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
            'latin1',
          ).toString('utf8'),
    );
}

/** Bodies of the parts, decoded. */
export function bodies(mail: TakenMail): { text: string; html: string } {
  const part = (type: string): string => {
    const found = new RegExp(`Content-Type: ${type}[^]*?\\r\\n\\r\\n([^]*?)\\r\\n--`).exec(mail.source);
    if (!found) return '';
    const encoding = /Content-Transfer-Encoding: (\S+)/i.exec(found[0])?.[1] ?? '7bit';
    const body = found[1] ?? '';
    if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8');
    if (encoding !== 'quoted-printable') return body;
    const bytes = body
      .replaceAll(/=\r\n/g, '')
      .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
    return Buffer.from(bytes, 'latin1').toString('utf8');
  };
  return { text: part('text/plain'), html: part('text/html') };
}
