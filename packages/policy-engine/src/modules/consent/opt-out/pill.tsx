/** The icon of the opt-out and the link with it (11 CCR § 7015(b)). */
import type { JSX } from 'hono/jsx/jsx-runtime';
import type { Language } from '../../../platform/i18n/language.ts';
import { safeHref } from '../../../platform/web/view/safe-href.ts';
import { CHOICES_PATH } from './link.ts';

/** A pill with a check mark on its white half and a cross on its blue one; as in the regulation, not mirrored from right to left. */
export function Pill({ height = 14 }: { height?: number }): JSX.Element {
  return (
    <svg width={(height * 30) / 14} height={height} viewBox="0 0 30 14" aria-hidden="true" focusable="false">
      <rect width="30" height="14" rx="7" fill="#06f" />
      <path d="M7 1.2h9.6l-3 11.6H7A5.8 5.8 0 0 1 7 1.2z" fill="#fff" />
      <path d="M4.3 7.1l2.5 2.6 4.5-5.2" fill="none" stroke="#06f" stroke-width="1.7" stroke-linecap="round" />
      <path d="M19.3 4.4l5.2 5.2m0-5.2l-5.2 5.2" stroke="#fff" stroke-width="1.7" stroke-linecap="round" />
    </svg>
  );
}

interface LinkProps {
  readonly language: Pick<Language, 't' | 'locale' | 'dir'>;
  /** URL of a path below the mount path. */
  readonly href: (path: string) => string;
}

/** The link as HTML, for pages of the host. */
export async function choicesLink(props: LinkProps): Promise<string> {
  // A promise if a component is asynchronous; the types do not say so.
  const node: { toString(): string | Promise<string> } = ChoicesLink(props);
  return node.toString();
}

/** The same in a page of the engine. */
export function ChoicesLink({ language, href }: LinkProps): JSX.Element {
  return (
    <a href={safeHref(href(CHOICES_PATH))} lang={language.locale} dir={language.dir}>
      <Pill /> {language.t('optout.title')}
    </a>
  );
}
