/** The administrators' home: what is due first, each with its number and a link; a short notice if there is nothing. */
import type { Child } from 'hono/jsx';
import type { JSX } from 'hono/jsx/jsx-runtime';
import {
  Badge,
  ButtonLink,
  EmptyState,
  listPath,
  type ListQuery,
  type Page,
  PageHeader,
  Split,
  Table,
  type TextKey,
  Time,
  type View,
} from '../../../platform/web/index.ts';
import type { Found } from '../../../kernel/module.ts';
import { type FindingKinds, kindOf, nameOf, worded } from '../../checks/index.ts';
import { requestColumns, type RequestListRow, REQUESTS } from '../../requests/index.ts';
import type { LedgerState, Overview } from '../overview.ts';

/** What the page shows. */
export interface HomeShown {
  readonly overview: Overview;
  /** The requests with the earliest deadlines. */
  readonly next: readonly RequestListRow[];
  readonly kinds: FindingKinds;
}

/** Something that needs attention. */
interface Tile {
  readonly count: number;
  readonly label: TextKey;
  readonly path: string;
  /** Whether a requirement is not met, or soon will not be. */
  readonly isUrgent: boolean;
}

/** The most urgent first; items with number 0 are left out. */
function tilesOf({ overview, kinds }: HomeShown): Tile[] {
  const { requests, failedJobs, failedDeliveries, lateSince, missingTexts, missingLanguages, ledger, found } = overview;
  const errors = found.filter(({ code }) => kindOf(code, kinds).severity === 'error').length;
  const check = (query: ListQuery) => listPath('/check', query);
  const list = (state: string) => listPath(REQUESTS, { state });
  const tiles: Tile[] = [
    { count: requests.overdue, label: 'home.overdue', path: list('overdue'), isUrgent: true },
    { count: requests.week, label: 'home.week', path: list('week'), isUrgent: false },
    { count: failedJobs, label: 'home.failed_jobs', path: '/jobs', isUrgent: true },
    {
      count: failedDeliveries,
      label: 'numbers.webhooks_failed',
      path: listPath('/webhooks', { state: 'failed' }),
      isUrgent: true,
    },
    { count: lateSince === null ? 0 : 1, label: 'home.late_jobs', path: '/jobs', isUrgent: true },
    { count: missingTexts, label: 'home.missing_texts', path: check({ code: 'missing_text' }), isUrgent: true },
    {
      count: missingLanguages,
      label: 'home.missing_languages',
      path: check({ code: 'missing_language' }),
      isUrgent: false,
    },
    { count: ledger.doubts, label: 'home.doubts', path: '/ledger/suspected', isUrgent: true },
    { count: errors, label: 'home.errors', path: check({ severity: 'error' }), isUrgent: true },
    { count: found.length - errors, label: 'home.warnings', path: check({ severity: 'warning' }), isUrgent: false },
  ];
  return tiles.filter(({ count }) => count > 0);
}

/** The page. */
export function homePage(view: View, shown: HomeShown): Page {
  const title = view.t('home.desk');
  const tiles = tilesOf(shown);
  const ledger = <Ledger view={view} ledger={shown.overview.ledger} />;
  const content = (
    <>
      <PageHeader title={title} lead={view.t('home.desk.lead')} />
      {shown.overview.findings.filter(asksAdministrator).map((found) => (
        <Asked view={view} found={found} kinds={shown.kinds} />
      ))}
      {tiles.length === 0 ? (
        <EmptyState title={view.t('home.well')} text={view.t('home.well_text')} />
      ) : (
        <Tiles view={view} tiles={tiles} />
      )}
      {shown.next.length === 0 ? ledger : <Split main={<Next view={view} shown={shown} />} side={ledger} />}
    </>
  );
  return { title, content };
}

/** A finding that only an administrator can end, in words. */
const asksAdministrator = ({ code }: Found): boolean => code === 'default_ages_unconfirmed';

function Asked({ view, found, kinds }: { view: View; found: Found; kinds: FindingKinds }): JSX.Element {
  const { link, shown } = found;
  const { message } = worded({ ...found, subject: shown?.(view) ?? found.subject }, kinds, view);
  return (
    <section class="pe-card pe-stack" aria-label={nameOf(found.code, view)}>
      <p>{message}</p>
      {link !== undefined && (
        <div class="pe-actions">
          <ButtonLink href={view.href(link.path)} text={view.text(link.text)} />
        </div>
      )}
    </section>
  );
}

function Tiles({ view, tiles }: { view: View; tiles: readonly Tile[] }): JSX.Element {
  return (
    <section class="pe-stack" aria-labelledby="attention">
      <h2 id="attention">{view.t('home.attention')}</h2>
      <ul class="pe-desk-tiles">
        {tiles.map(({ count, label, path, isUrgent }) => (
          <li>
            <a class={isUrgent ? 'pe-tile pe-tile-urgent' : 'pe-tile'} href={view.href(path)}>
              <span class="pe-tile-count">{count.toLocaleString(view.formatLocale)}</span>
              <span>{view.text(label)}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Next({ view, shown: { next, overview } }: { view: View; shown: HomeShown }): JSX.Element {
  const title = view.t('home.next');
  const { open } = overview.requests;
  return (
    <section class="pe-stack" aria-labelledby="next">
      <h2 id="next">{title}</h2>
      <Table view={view} caption={title} rows={next} columns={requestColumns(view)} />
      <div class="pe-actions">
        <ButtonLink
          href={view.href(REQUESTS)}
          text={view.t('home.all_open', { count: open.toLocaleString(view.formatLocale) })}
        />
      </div>
    </section>
  );
}

function Ledger({ view, ledger }: { view: View; ledger: LedgerState }): JSX.Element {
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
        {(sealed !== null || doubts > 0) && <Fact label={view.t('home.ledger.doubts')}>{number(doubts)}</Fact>}
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
