/** What a mail says, before it is text and HTML. */
import type { Language } from '../i18n/language.ts';
import type { MailData, MailName } from './messages.ts';
import type { texts } from './texts/index.ts';

type MailTexts = typeof texts.en;

declare module '../i18n/texts/catalogue.ts' {
  // oxlint-disable-next-line typescript/no-empty-object-type -- declaration merging
  interface EnglishTexts extends MailTexts {}
}

/** A line of a short table. */
export interface Fact {
  readonly label: string;
  readonly value: string;
}

/** What a mail says. */
export interface MailContent {
  /** Also the heading. */
  readonly subject: string;
  /** Why the reader gets it, in a sentence: stands first, after the sender's name. */
  readonly reason: string;
  readonly paragraphs: readonly string[];
  /** Somebody's words, set apart. */
  readonly quote?: string;
  readonly facts?: readonly Fact[];
  /** The one next step. */
  readonly button?: { readonly label: string; readonly url: string };
  /** Said instead of the button where the engine doesn't know its own address. */
  readonly withoutButton?: string;
}

/** What a message is written with. */
export interface MailContext {
  readonly language: Language;
  /** The host's name. */
  readonly sender: string;
  /** Full URL of a path below the mount path; null if the engine doesn't know its own origin. */
  readonly url: (path: string) => string | null;
  /** A day in the reader's language, by the host's clocks. */
  readonly day: (time: string) => string;
}

/** How each mail is written, unless the host has words of its own; by its name. */
export type MailDefinitions = { readonly [Name in MailName]: MailDefinition<Name> };

/** How a mail is written. */
export interface MailDefinition<Name extends MailName = MailName> {
  /** To whom it is, and what it tells, in a line for the documentation. */
  readonly about: string;
  /** Puts it into words. */
  write(data: MailData[Name], context: MailContext): MailContent;
  /** Whether its path leads to a finished export, where the host may have a page of its own (`exporter.customizeLink`). */
  readonly leadsToExport?: boolean;
}

/** The button to a path, or the sentence that stands in for it. */
export function step(
  { url, language, sender }: MailContext,
  label: string,
  path: string,
): Pick<MailContent, 'button' | 'withoutButton'> {
  const href = url(path);
  return href === null ? { withoutButton: language.t('mail.sign_in', { sender }) } : { button: { label, url: href } };
}
