export type { Address } from './address.ts';
export type { Mail, MailRecipient, NewMail } from './mail.ts';
export type { MailData, MailName } from './messages.ts';
export type {
  MailTemplate,
  MailTemplateContext,
  MailTemplates,
  MailTemplateTexts,
  MailWords,
  TemplateText,
} from './templates.ts';
export type { MailOptions, MailTransport, OutgoingMail, SmtpOptions } from './transport.ts';
