/** The Markdown syntax that a policy needs, collapsed. */
import type { JSX } from 'hono/jsx/jsx-runtime';
import type { TextKey, View } from '../../../../platform/web/index.ts';

function examplesOf(text: string): readonly (readonly [written: string, label: TextKey])[] {
  return [
    [`# ${text}`, 'terms.help.heading'],
    [`## ${text}`, 'terms.help.subheading'],
    [`**${text}**`, 'terms.help.bold'],
    [`- ${text}`, 'terms.help.list'],
    [`1. ${text}`, 'terms.help.numbered'],
    [`[${text}](https://example.org)`, 'terms.help.link'],
    [`${text}\\`, 'terms.help.line'],
  ];
}

export function MarkdownHelp({ view }: { view: View }): JSX.Element {
  return (
    <details class="pe-details">
      <summary>{view.t('terms.help')}</summary>
      <dl class="pe-facts">
        {examplesOf(view.t('terms.help.sample')).map(([written, label]) => (
          <>
            <dt>{view.text(label)}</dt>
            <dd>
              <code>{written}</code>
            </dd>
          </>
        ))}
      </dl>
    </details>
  );
}
