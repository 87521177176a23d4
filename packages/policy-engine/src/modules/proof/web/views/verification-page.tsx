/** The page that verifies the ledger, and shows what was found. */
import type { JSX } from 'hono/jsx/jsx-runtime';
import {
  ActionForm,
  ButtonLink,
  Notice,
  type Page,
  PageHeader,
  Table,
  Time,
  type View,
} from '../../../../platform/web/index.ts';
import type { Verification } from '../../verify/finding.ts';
import { LEDGER_PATH, VERIFICATION_PATH } from '../paths.ts';

/** The result of a verification, and its time; null for a ledger that is too large to be verified here. */
export type VerifiedHere = { readonly verification: Verification; readonly at: Date } | null;

/** The button that verifies. */
export function VerifyButton({ view }: { view: View }): JSX.Element {
  return (
    <ActionForm kind="primary" method="post" action={view.href(VERIFICATION_PATH)} text={view.t('ledger.verify')} />
  );
}

/** @param done the result, with the size above which a ledger is not verified here; undefined before a verification */
export function verificationPage(view: View, done?: { readonly verified: VerifiedHere; readonly most: number }): Page {
  const title = view.t('ledger.verify.title');
  const content = (
    <>
      <PageHeader
        title={title}
        lead={view.t('ledger.verify.lead')}
        back={{ href: view.href(LEDGER_PATH), text: view.t('ledger.title') }}
        action={
          <>
            <VerifyButton view={view} />
            <ButtonLink href={view.href('/ledger/verifier')} text={view.t('ledger.verify.receipt')} />
          </>
        }
      />
      {done !== undefined && <Result view={view} verified={done.verified} most={done.most} />}
    </>
  );
  return { title, content };
}

function Result({ view, verified, most }: { view: View; verified: VerifiedHere; most: number }): JSX.Element {
  const number = (count: number) => count.toLocaleString(view.formatLocale);
  if (verified === null) {
    return <Notice view={view} tone="warning" text={view.t('ledger.verify.large', { count: number(most) })} live />;
  }
  const { verification, at } = verified;
  return (
    <>
      {verification.ok ? (
        <Notice view={view} tone="success" text={view.t('ledger.verify.ok')} live />
      ) : (
        <Notice
          view={view}
          tone="danger"
          text={view.t('ledger.verify.found', { count: number(verification.found) })}
          live
        />
      )}
      <dl class="pe-facts">
        <dt>{view.t('ledger.at')}</dt>
        <dd>
          <Time view={view} at={at} precision="minute" />
        </dd>
        <dt>{view.t('ledger.verify.events')}</dt>
        <dd>{number(verification.events)}</dd>
        <dt>{view.t('ledger.verify.pending')}</dt>
        <dd>{number(verification.pending)}</dd>
        <dt>{view.t('ledger.verify.erased')}</dt>
        <dd>{number(verification.erased)}</dd>
        <dt>{view.t('ledger.verify.keys')}</dt>
        <dd>{view.t(`ledger.verify.keys.${verification.signaturesChecked}`)}</dd>
      </dl>
      {verification.findings.length > 0 && <Findings view={view} findings={verification.findings} />}
    </>
  );
}

/** The messages are those of the command, in English: they are for the developer who looks into it. */
function Findings({ view, findings }: { view: View; findings: Verification['findings'] }): JSX.Element {
  return (
    <Table
      view={view}
      caption={view.t('ledger.verify.what')}
      rows={findings}
      columns={[
        {
          label: view.t('ledger.verify.what'),
          kind: 'heading',
          cell: ({ message }) => (
            <span lang="en" dir="ltr">
              {message}
            </span>
          ),
        },
        { label: view.t('ledger.verify.code'), cell: ({ code }) => <code>{code}</code> },
      ]}
    />
  );
}
