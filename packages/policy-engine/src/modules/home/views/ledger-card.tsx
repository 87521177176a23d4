/** The state of the ledger, in short. */
import type { Child } from 'hono/jsx';
import type { JSX } from 'hono/jsx/jsx-runtime';
import { Badge, ButtonLink, Time, type View } from '../../../platform/web/index.ts';
import type { LedgerState } from '../overview.ts';

/** The card, with a link to the ledger. */
export function LedgerCard({ view, ledger }: { view: View; ledger: LedgerState }): JSX.Element {
  const { sealed, doubts, differences, comparedAt, isWell, witnesses } = ledger;
  const number = (count: number) => count.toLocaleString(view.formatLocale);
  const isWhole = isWell && doubts === 0 && (differences ?? 0) === 0;
  return (
    <section class="pe-card pe-stack" aria-labelledby="ledger">
      <div class="pe-row">
        <h2 id="ledger">{view.t('home.ledger')}</h2>
        {!isWhole && <Badge tone="danger" text={view.t('home.ledger.not_well')} />}
        {isWhole && sealed !== null && <Badge tone="success" text={view.t('home.ledger.well')} />}
      </div>
      <dl class="pe-desk-facts">
        <Fact label={view.t('home.ledger.sealed')}>
          {sealed === null ? view.t('home.ledger.none') : number(sealed)}
        </Fact>
        {(sealed !== null || doubts > 0) && (
          <Fact label={view.t('home.ledger.doubts')}>
            <a href={view.href('/ledger/suspected')}>{number(doubts)}</a>
          </Fact>
        )}
        {(sealed !== null || differences !== null) && (
          <Fact label={view.t('home.ledger.differences')}>
            {differences === null ? view.t('home.ledger.not_compared') : number(differences)}
          </Fact>
        )}
        {comparedAt !== null && (
          <Fact label={view.t('home.ledger.compared')}>
            <Time view={view} at={new Date(comparedAt)} precision="minute" />
          </Fact>
        )}
        <Fact label={view.t('home.ledger.witnesses')}>
          {witnesses.all === 0
            ? view.t('home.ledger.no_witnesses')
            : view.t('home.ledger.fresh', { fresh: number(witnesses.fresh), all: number(witnesses.all) })}
        </Fact>
      </dl>
      <div class="pe-actions">
        <ButtonLink href={view.href('/ledger')} text={view.t('home.ledger.open')} />
      </div>
    </section>
  );
}

function Fact({ label, children }: { label: string; children: Child }): JSX.Element {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
