/** The step before something that can't be undone: a page of its own, so that it works without JavaScript. */
import type { Child } from 'hono/jsx';
import type { JSX } from 'hono/jsx/jsx-runtime';
import type { View } from '../../view/view.ts';
import { ActionForm, ButtonLink } from '../button.tsx';
import { Notice } from './notice.tsx';
import { PageHeader } from './page-header.tsx';

/**
 * @param props.verb - label of the button: "Delete this version"
 * @param props.irreversible - default true
 * @param props.wide - whether the information on the page, such as a table, needs its full width. Default: false
 * @param props.also - another form that confirms, beside the button. Default: none
 */
export function ConfirmPage(props: {
  view: View;
  title: string;
  text: string;
  verb: string;
  action: string;
  method: 'post' | 'put' | 'patch' | 'delete';
  cancelHref: string;
  irreversible?: boolean;
  wide?: boolean;
  also?: Child;
  children?: Child;
}): JSX.Element {
  const { view, irreversible = true, wide = false } = props;
  return (
    <div class={wide ? 'pe-card pe-confirm pe-stack' : 'pe-card pe-narrow pe-stack'}>
      <PageHeader title={props.title} lead={props.text} />
      {props.children}
      {irreversible && <Notice view={view} tone="warning" text={view.t('confirm.irreversible')} />}
      <div class="pe-actions">
        <ActionForm
          action={props.action}
          method={props.method}
          text={props.verb}
          kind={irreversible ? 'danger' : 'primary'}
        />
        {props.also}
        <ButtonLink href={props.cancelHref} text={view.t('action.cancel')} />
      </div>
    </div>
  );
}
