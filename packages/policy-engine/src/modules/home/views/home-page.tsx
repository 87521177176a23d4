/** The administrators' home: what is due first, what failed, how people decide, and the ledger; a short notice if nothing needs attention. */
import type { JSX } from 'hono/jsx/jsx-runtime';
import {
  ButtonLink,
  EmptyState,
  listPath,
  type ListQuery,
  type Page,
  PageHeader,
  type TextKey,
  type View,
} from '../../../platform/web/index.ts';
import type { Found } from '../../../kernel/module.ts';
import { developerTasks, type FindingKinds, kindOf, nameOf, worded } from '../../checks/index.ts';
import { REQUESTS } from '../../requests/index.ts';
import type { Overview } from '../overview.ts';
import { AgendaSection, type ShownAgenda } from './agenda.tsx';
import { FailuresSection } from './failures.tsx';
import { FirstSteps } from './first-steps.tsx';
import { LedgerCard } from './ledger-card.tsx';

/** What the page shows. */
export interface HomeShown {
  readonly overview: Overview;
  readonly agenda: ShownAgenda;
  /** What other modules show here. */
  readonly sections: readonly JSX.Element[];
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
  const { found } = shown.overview;
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
      <FirstSteps view={view} found={found} />
      <AgendaSection view={view} shown={shown.agenda} />
      <FailuresSection view={view} failures={shown.overview.failures} />
      {shown.sections}
      <LedgerCard view={view} ledger={shown.overview.ledger} />
      {developerTasks(view, found, shown.kinds)}
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
