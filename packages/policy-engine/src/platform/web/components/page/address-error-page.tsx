/** The page of an address whose parameters are not valid: people don’t know the names of parameters. */
import type { Page, View } from '../../view/view.ts';
import { ButtonLink } from '../button.tsx';
import { homeOf, RequestNumber } from './error-page.tsx';
import { PageHeader } from './page-header.tsx';

/** @param props.opens - whether the address can be opened without parameters */
export function AddressErrorPage(props: { view: View; requestId: string; opens: boolean }): Page {
  const { view, requestId, opens } = props;
  const title = view.t('error.address');
  const content = (
    <div class="pe-card pe-narrow pe-stack">
      <PageHeader title={title} lead={view.t('error.address_text')} />
      <div class="pe-actions">
        {opens && <ButtonLink kind="primary" href={view.href(view.path)} text={view.t('error.address_open')} />}
        <ButtonLink href={homeOf(view)} text={view.t('app.home')} />
      </div>
      <RequestNumber view={view} id={requestId} />
    </div>
  );
  return { title, content };
}
