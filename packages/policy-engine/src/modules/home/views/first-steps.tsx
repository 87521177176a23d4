/** The checklist of the first run: gone when all is done. */
import type { JSX } from 'hono/jsx/jsx-runtime';
import type { Found } from '../../../kernel/module.ts';
import { Icon, listPath, type View } from '../../../platform/web/index.ts';
import { firstSteps } from '../first-steps.ts';

/** @param props.found all findings of the check */
export function FirstSteps({ view, found }: { view: View; found: readonly Found[] }): JSX.Element {
  const steps = firstSteps(found);
  const done = steps.filter(({ isDone }) => isDone).length;
  if (done === steps.length) return <></>;
  const number = (count: number) => count.toLocaleString(view.formatLocale);
  return (
    <section class="pe-card pe-stack" aria-labelledby="first-steps">
      <div class="pe-row">
        <h2 id="first-steps">{view.t('home.steps')}</h2>
        <span class="pe-muted">{view.t('home.steps.done', { done: number(done), all: number(steps.length) })}</span>
      </div>
      <ol class="pe-first-steps">
        {steps.map(({ text, isDone, path, finding }) => (
          <li class={isDone ? 'pe-step-done' : undefined}>
            {isDone ? (
              <span>
                <Icon name="success" size={16} /> {view.text(text)}{' '}
                <span class="pe-hidden">{view.t('home.steps.is_done')}</span>
              </span>
            ) : (
              <a href={view.href(path ?? listPath('/check', { code: finding }))}>{view.text(text)}</a>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}
