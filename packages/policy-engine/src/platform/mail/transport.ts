/** How mail is sent: the host's own nodemailer transport, or SMTP. */
import type { Address } from './address.ts';

/** A mail as passed to the transport. */
export interface OutgoingMail {
  readonly from: Address;
  readonly to: Address;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** The same at each attempt, so that receivers can drop duplicates. */
  readonly messageId: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** What can send a mail: any nodemailer transport, or an object of the host's own. */
export interface MailTransport {
  sendMail(mail: OutgoingMail): Promise<unknown>;
}

/** An SMTP server, as nodemailer takes it. */
export interface SmtpOptions {
  readonly host: string;
  readonly port?: number;
  readonly secure?: boolean;
  readonly auth?: { readonly user: string; readonly pass: string };
  readonly [option: string]: unknown;
}

/** How the engine sends mail. */
export interface MailOptions {
  /** A URL such as `smtps://user:password@mail.example`, the options of an SMTP server, or a nodemailer transport. */
  readonly transport: string | SmtpOptions | MailTransport;
  /** Whether administrators get the newest checkpoint of the ledger once a day. Default: true. */
  readonly ledgerDigest?: boolean;
}

/** Whether it can send mail. */
export function isTransport(value: unknown): value is MailTransport {
  return typeof value === 'object' && value !== null && 'sendMail' in value && typeof value.sendMail === 'function';
}

/** Milliseconds; nodemailer would wait up to ten minutes for a server that does not answer. */
const TIMEOUTS = { connectionTimeout: 20_000, greetingTimeout: 20_000, socketTimeout: 60_000 };

/** The transport, created when the first mail is sent. */
export async function openTransport({ transport }: MailOptions): Promise<MailTransport> {
  if (isTransport(transport)) return transport;
  const { createTransport } = await import('nodemailer');
  const options = typeof transport === 'string' ? { url: transport } : transport;
  return createTransport({ ...TIMEOUTS, ...options });
}
