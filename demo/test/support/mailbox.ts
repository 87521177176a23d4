import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

/** A delivered mail. */
export interface DeliveredMail {
  readonly to: string;
  readonly text: string;
}

/** A mail server that stores its mails. */
export interface Mailbox extends AsyncDisposable {
  /** For example `smtp://127.0.0.1:1025`. */
  readonly url: string;
  readonly mails: readonly DeliveredMail[];
}

/** Starts a mail server on a free port. */
export async function openMailbox(): Promise<Mailbox> {
  const mails: DeliveredMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      let text = '';
      stream.setEncoding('utf8').on('data', (part: string) => void (text += part));
      stream.on('end', () => {
        for (const { address } of session.envelope.rcptTo) mails.push({ to: address, text });
        done();
      });
    },
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => void server.close(resolve)),
  };
}
