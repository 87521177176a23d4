/** A highlighted sentence: what just happened, or what to know before continuing. */
import type { Child } from 'hono/jsx';
import type { JSX } from 'hono/jsx/jsx-runtime';
import type { View } from '../../view/view.ts';
import { Icon } from '../text/icon.tsx';

export type Tone = 'neutral' | 'info' | 'success' | 'warning' | 'danger';

const WORDS = {
  info: 'tone.info',
  success: 'tone.success',
  warning: 'tone.warning',
  danger: 'tone.danger',
} as const;

/**
 * @param props.live - announced by screen readers when the page loads: for what just happened
 * @param props.focus - takes the keyboard focus when the page opens (with JavaScript)
 */
export function Notice(props: {
  view: Pick<View, 't'>;
  tone: Exclude<Tone, 'neutral'>;
  text?: string;
  children?: Child;
  live?: boolean;
  focus?: boolean;
}): JSX.Element {
  const { view, tone, text, children, live, focus } = props;
  return (
    <div
      class={`pe-notice pe-tone-${tone}`}
      role={live ? (tone === 'danger' ? 'alert' : 'status') : undefined}
      tabindex={focus ? -1 : undefined}
      data-focus={focus ? '' : undefined}
    >
      <Icon name={tone} />
      <div>
        <span class="pe-hidden">{view.t('text.labelled', { label: view.t(WORDS[tone]), value: '' })}</span>
        {text}
        {children}
      </div>
    </div>
  );
}
