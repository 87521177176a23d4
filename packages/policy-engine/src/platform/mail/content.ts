/** The content of a mail, before it is rendered as text and HTML. */
import type { Language } from '../i18n/language.ts';
import type { MailData, MailName } from './messages.ts';

// The texts of the mails are among those that `t` takes.
export type * from './texts/texts.generated.ts';

/** A line of a short table. */
export interface Fact {
  readonly label: string;
  readonly value: string;
}

/** The content of a mail. */
export interface MailContent {
  /** Also the heading. */
  readonly subject: string;
  /** Why the reader gets it, as a sentence: comes first, after the sender's name. */
  readonly reason: string;
  readonly paragraphs: readonly string[];
  /** A quotation of a person, set apart. */
  readonly quote?: string;
  readonly facts?: readonly Fact[];
  /** The one next step. */
  readonly button?: { readonly label: string; readonly url: string };
  /** Shown instead of the button if the engine doesn't know its own address. */
  readonly withoutButton?: string;
}

/** What a message is composed with. */
export interface MailContext {
  readonly language: Language;
  /** The host's name. */
  readonly sender: string;
  /** Full URL of a path below the mount path; null if the engine doesn't know its own origin. */
  readonly url: (path: string) => string | null;
  /** A day in the reader's language, in the host's time zone. */
  readonly day: (time: string) => string;
}

/** How each mail is composed, by name, unless the host has a template. */
export type MailDefinitions = { readonly [Name in MailName]: MailDefinition<Name> };

/** How a mail is composed. */
export interface MailDefinition<Name extends MailName = MailName> {
  /** Its recipient and content, in a line for the documentation. */
  readonly about: string;
  /** Composes it. */
  write(data: MailData[Name], context: MailContext): MailContent;
  /**
   * Whether its path leads to a completed export, for which the host may have its own page (`exporter.customizeLink`).
   */
  readonly leadsToExport?: boolean;
}

/** The button to a path, or the sentence that replaces it. */
export function step(
  { url, language, sender }: MailContext,
  label: string,
  path: string,
): Pick<MailContent, 'button' | 'withoutButton'> {
  const href = url(path);
  return href === null ? { withoutButton: language.t('mail.sign_in', { sender }) } : { button: { label, url: href } };
}
