/** Heading of a page, a sentence about its purpose, and the main action. */
import type { Child } from 'hono/jsx';
import type { JSX } from 'hono/jsx/jsx-runtime';
import type { Spoken } from '../../view/spoken.ts';
import { safeHref } from '../../view/safe-href.ts';
import { Breakable } from '../text/breakable.tsx';
import { Icon } from '../text/icon.tsx';

/** A title in which no number begins a line: `Version 3` stays together. */
function withNumbers(title: string): string {
  return title.replaceAll(/(?<=\p{L}) (?=\d)/gu, '\u00A0');
}

export function PageHeader(props: {
  title: string;
  /** Of a title that is not in the language of the page. */
  spoken?: Spoken;
  lead?: string;
  back?: { href: string; text: string };
  action?: Child;
}): JSX.Element {
  const { title, spoken, lead, back, action } = props;
  return (
    <div class="pe-page-header">
      <div>
        {back !== undefined && (
          <a class="pe-back" href={safeHref(back.href)}>
            <Icon name="back" size={16} />
            {back.text}
          </a>
        )}
        <h1 {...spoken}>
          <Breakable text={withNumbers(title)} />
        </h1>
        {lead !== undefined && (
          <p>
            <Breakable text={lead} />
          </p>
        )}
      </div>
      {action !== undefined && <div class="pe-actions">{action}</div>}
    </div>
  );
}
