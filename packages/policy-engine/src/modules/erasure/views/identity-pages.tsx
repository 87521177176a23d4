/** The page of a mailed link: what it confirms, for whom, and the button to confirm; or that the link is invalid. */
import type { JSX } from 'hono/jsx/jsx-runtime';
import {
  ActionForm,
  ButtonLink,
  isolated,
  Notice,
  type Page,
  PageHeader,
  Time,
  type View,
} from '../../../platform/web/index.ts';
import { Made } from '../../requests/index.ts';
import type { OpenedLink } from '../identity/mailed-identity.ts';
import { paths } from './pages.ts';

/** Enough of an address for its owner to recognise it: `a…@s….example`. */
export function hintOf(address: string): string {
  const [, local = '', domain = ''] = /^(.*)@(.*)$/.exec(address) ?? [];
  const short = (text: string) => `${/^./u.exec(text)?.[0] ?? ''}…`;
  const [, name = domain, end = ''] = /^(.*)(\.[^.]*)$/.exec(domain) ?? [];
  return `${short(local)}@${short(name)}${end}`;
}

/** The request that a link confirms. Anybody with the link may see it, so it names nobody. */
export function identityPage(view: View, opened: OpenedLink, token: string): Page {
  const title = view.t('erasure.identity.title');
  const content = (
    <div class="pe-card pe-narrow pe-stack">
      <PageHeader title={title} lead={view.t('erasure.identity.lead')} />
      <Facts view={view} opened={opened} />
      {view.user !== null && view.user.id !== opened.request.userId && (
        <Notice view={view} tone="warning" text={view.t('erasure.identity.other_account')} />
      )}
      <p>{view.t('erasure.identity.then')}</p>
      <p>{view.t('erasure.identity.not_you')}</p>
      <div class="pe-actions">
        <ActionForm
          action={view.href(paths.identity)}
          fields={{ token }}
          text={view.t('erasure.identity.verb')}
          kind="primary"
        />
      </div>
    </div>
  );
  return { title, content };
}

function Facts({ view, opened: { request, address, expiresAt } }: { view: View; opened: OpenedLink }): JSX.Element {
  return (
    <dl class="pe-facts">
      {address !== null && (
        <>
          <dt>{view.t('erasure.identity.account')}</dt>
          <dd>{isolated(hintOf(address))}</dd>
        </>
      )}
      <dt>{view.t('requests.created')}</dt>
      <dd>
        <Made view={view} at={request.createdAt} />
      </dd>
      <dt>{view.t('erasure.identity.until')}</dt>
      <dd>
        <Time view={view} at={new Date(expiresAt)} precision="minute" />
      </dd>
    </dl>
  );
}

/** One page for links that are unknown, used, expired, or replaced by a newer one: it reveals nothing to strangers. */
export function endedLinkPage(view: View): Page {
  const title = view.t('erasure.identity.ended');
  const content = (
    <div class="pe-card pe-narrow pe-stack">
      <PageHeader title={title} lead={view.t('erasure.error.identity_link_ended')} />
      <p>{view.t('erasure.identity.ended_text')}</p>
      <div class="pe-actions">
        <ButtonLink kind="primary" href={view.href(paths.mine)} text={view.t('erasure.identity.ended_verb')} />
      </div>
    </div>
  );
  return { title, content };
}
