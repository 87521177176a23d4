/** The options of mail. */
import { z } from 'zod';
import { fileUrl, hostFunction, made, name, objectProblem, textWithout } from '../options/kinds.ts';
import { options, type Shape } from '../options/options.ts';
import type { Relation } from '../options/read.ts';
import { shown } from '../options/words.ts';
import { readAddress } from './address.ts';
import {
  compilePart,
  type MailTemplate,
  type MailTemplates,
  type MailTemplateTexts,
  type MailWriter,
  type MailWriters,
  type PartWriter,
  type TemplateText,
} from './templates.ts';
import { isTransport, type MailOptions, type MailTransport, type SmtpOptions } from './transport.ts';

/** One address, plain or with a name before it: `Shop <privacy@shop.example>`. */
const address = textWithout((text) => (readAddress(text) === null ? `${shown(text)} is not an email address` : null));

type Inbox = string | (() => string | Promise<string>);

const inbox: z.ZodType<Inbox, Inbox> = z.union([address, hostFunction<() => string | Promise<string>>()], {
  error: ({ input }) => `must be an email address, or a function that returns one, not ${shown(input)}`,
});

const noTransport =
  'pass a URL such as smtps://user:password@mail.example, { host, port, auth }, or a nodemailer transport';

const transport: z.ZodType<MailOptions['transport'], MailOptions['transport']> = z.union(
  [
    z.string().refine((url) => /^smtps?:\/\/[^/]/i.test(url) && URL.canParse(url), noTransport),
    z.custom<SmtpOptions | MailTransport>((value) => {
      return isTransport(value) || (typeof value === 'object' && value !== null && 'host' in value);
    }),
  ],
  noTransport,
);

const mail = options<MailOptions>()({
  transport: transport.describe(
    'URL or options of an SMTP server, as nodemailer takes them, or a nodemailer transport',
  ),
  ledgerDigest: z
    .boolean()
    .default(true)
    .describe('whether administrators get the newest checkpoint of the ledger once a day'),
});

function part(of: keyof MailTemplateTexts): z.ZodType<PartWriter | undefined, TemplateText | undefined> {
  const source: z.ZodType<TemplateText, TemplateText> = z.union(
    [z.string(), fileUrl, z.strictObject({ file: z.union([name, fileUrl]) })],
    { error: ({ input }) => `must be text, or the path or URL of a file, not ${shown(input)}` },
  );
  return made(source, (template) => compilePart(template, of)).optional();
}

const texts = options<MailTemplateTexts>()({
  subject: part('subject'),
  text: part('text'),
  html: part('html'),
}).transform(
  (writers): MailWriter =>
    (context) =>
      Object.fromEntries(Object.entries(writers).flatMap(([of, write]) => (write ? [[of, write(context)]] : []))),
);

/** The type of the option ensures that a name and its template match. */
function template(about: string): z.ZodType<MailWriter | undefined, MailTemplate | undefined> {
  const either = z.union([hostFunction<Extract<MailTemplate, (context: never) => unknown>>(), texts], {
    error: ({ input }) => `must be a function, or { subject, text, html }, not ${shown(input)}`,
  });
  return either.optional().describe(about);
}

/** @param mails the description of each mail, by name */
function templatesOf(mails: Readonly<Record<string, string>>): z.ZodType<MailWriters, MailTemplates> {
  const shape: Shape = Object.fromEntries(Object.entries(mails).map(([mail, about]) => [mail, template(about)]));
  // The names are those of `MailData`, as each module declares its own.
  return z.strictObject(shape, { error: objectProblem(Object.keys(shape)) });
}

/** See {@link mailOptions}. */
export type MailShape = {
  readonly mail: z.ZodType<Required<MailOptions> | undefined, MailOptions | undefined>;
  readonly mailerTemplates: z.ZodType<MailWriters, MailTemplates | undefined>;
  readonly fromEmail: z.ZodType<string | undefined, string | undefined>;
  readonly adminEmailInbox: z.ZodType<Inbox | undefined, Inbox | undefined>;
};

/** @param mails the description of each mail, by name */
export function mailOptions(mails: Readonly<Record<string, string>>): MailShape {
  return {
    mail: mail.optional().describe('how mail is sent; default: no mail'),
    mailerTemplates: templatesOf(mails).prefault({}).describe("mails in your own words, by the mail's name"),
    fromEmail: address.optional().describe('sender of mail: `Shop <privacy@shop.example>`'),
    adminEmailInbox: inbox.optional().describe('where notices for administrators go: an address, or a function'),
  };
}

/** Mail needs a sender. */
export const mailHasASender: Relation = ({ mail: given, fromEmail }, report) => {
  if (given !== undefined && fromEmail === undefined) report('fromEmail', 'is missing: mail needs a sender');
};
