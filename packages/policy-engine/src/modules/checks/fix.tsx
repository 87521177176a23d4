/** What a developer copies to mend a finding, with a link to the option. */
import type { JSX } from 'hono/jsx/jsx-runtime';
import type { DeveloperFix } from '../../kernel/module.ts';
import type { View } from '../../platform/web/index.ts';

/** The page about an option of the engine. The package has the same page as `docs/policy-engine-configuration.md`. */
export function optionPage(option: string): string {
  return `https://policy-engine.example/configuration#${encodeURIComponent(option)}`;
}

/** The text to copy. */
export function textOf(fix: DeveloperFix): string {
  if ('options' in fix) return fix.options;
  return 'command' in fix ? fix.command : fix.code;
}

/** An example, a button that copies it (the script of the panel shows it), and a link to the documentation. */
export function Fix({ view, fix }: { view: View; fix: DeveloperFix }): JSX.Element {
  const { about } = fix;
  const title = 'options' in fix ? 'check.fix.options' : 'command' in fix ? 'check.fix.command' : 'check.fix.code';
  return (
    <figure class="pe-fix">
      <figcaption>{view.t(title)}</figcaption>
      <pre dir="ltr" tabindex={0}>
        <code>{textOf(fix)}</code>
      </pre>
      <div class="pe-actions">
        <button type="button" class="pe-button pe-button-small" data-copy={view.t('check.fix.copied')} hidden>
          {view.t('check.fix.copy')}
        </button>
        <a href={optionPage(about)}>
          {view.t('check.fix.read')} <code>{about}</code>
        </a>
      </div>
    </figure>
  );
}
