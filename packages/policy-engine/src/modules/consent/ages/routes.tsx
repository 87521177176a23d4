/** How long decisions count, for administrators; and what the default ages change for decisions from before there were any. */
import { z } from '@hono/zod-openapi';
import type { JSX } from 'hono/jsx/jsx-runtime';
import {
  ActionForm,
  Notice,
  type Page,
  PageHeader,
  type Routes,
  Table,
  type View,
} from '../../../platform/web/index.ts';
import { REGIONS } from '../../regimes/index.ts';
import type { Rule, Rules } from '../../rules/index.ts';
import type { DecisionAges } from './ages.ts';
import type { AffectedByDefault, DefaultAgesConfirmation } from './confirmation.ts';

/** Path of the page. */
export const AGES_PATH = '/ages';

const months = z.int().min(1).nullable();
const isDefault = z.boolean().openapi({ description: 'Whether it is a default of the engine, which no text asks for' });
const Age = z.object({ months, is_default: isDefault }).openapi({ description: 'Calendar months; null: no limit' });

const AgesJson = z
  .object({
    rules: z.array(z.object({ name: z.string(), acceptance: Age, refusal: Age })),
    places: z
      .array(z.object({ region: z.string(), rule: z.string(), acceptance: months, refusal: months }))
      .openapi({ description: 'Where a text names another time; empty if the host names no regions' }),
    is_confirmed: z.boolean().openapi({
      description: 'Whether the defaults apply to decisions from before there were any',
    }),
    affected: z
      .array(
        z.object({
          rule: z.string(),
          decision: z.enum(['accepted', 'rejected']),
          months: z.int().min(1),
          people: z.int().min(0).openapi({ description: 'Accounts that are asked again' }),
          visitors: z.int().min(0).openapi({
            description:
              'Visitors without an account that are asked again, as far as their browser still keeps the decision',
          }),
        }),
      )
      .openapi({ description: 'What confirming changes at once; empty once it is confirmed' }),
  })
  .openapi('DecisionAges');

/** What the routes work with. */
export interface AgesRoutesOptions {
  readonly rules: Rules;
  readonly ages: DecisionAges;
  readonly confirmation: DefaultAgesConfirmation;
  /** Whether the host names the region of a request. */
  readonly namesRegions: boolean;
}

/** How long decisions of people in a place count, where that is not what the rule says. Calendar months; null: no limit. */
interface PlaceAges {
  readonly region: string;
  readonly rule: Rule;
  readonly acceptance: number | null;
  readonly refusal: number | null;
}

interface Shown {
  readonly decidable: readonly Rule[];
  readonly places: readonly PlaceAges[];
  readonly isConfirmed: boolean;
  readonly affected: readonly AffectedByDefault[];
}

export function agesRoutes({ rules, ages, confirmation, namesRegions }: AgesRoutesOptions): Routes {
  const decidable = rules.all.filter(({ notice }) => !notice);
  const ageOf = (rule: Rule, decision: 'accepted' | 'rejected') => ({
    months: ages.months(rule, decision, null),
    is_default: isDefaultAge(ages, rule, decision),
  });
  return (app) => {
    app.navigation({ area: 'admin', group: 'consent', position: 25, path: AGES_PATH, label: 'nav.ages' });
    app.route({
      method: 'get',
      path: AGES_PATH,
      id: 'listDecisionAges',
      summary:
        'How long decisions count, by rule, and what the defaults change for decisions from before there were any',
      tags: ['Administration'],
      access: 'admin',
      answer: { description: 'The ages', json: AgesJson, html: 'page' },
      handle: async () => {
        const isConfirmed = await confirmation.isConfirmed();
        const affected = isConfirmed ? [] : await confirmation.affected(decidable, ages);
        const places = namesRegions ? agesByPlace(decidable, ages) : [];
        return {
          json: {
            rules: decidable.map((rule) => ({
              name: rule.name,
              acceptance: ageOf(rule, 'accepted'),
              refusal: ageOf(rule, 'rejected'),
            })),
            places: places.map(({ rule, ...rest }) => ({ ...rest, rule: rule.name })),
            is_confirmed: isConfirmed,
            affected: affected.map(({ rule, ...rest }) => ({ rule: rule.name, ...rest })),
          },
          html: (view) => agesPage(view, { decidable, places, isConfirmed, affected }, ages),
        };
      },
    });
    app.route({
      method: 'put',
      path: `${AGES_PATH}/defaults`,
      id: 'confirmDefaultAges',
      summary: 'Let the default ages apply to decisions from before there were any',
      description: 'People whose decisions are older are asked again from then on. Repeating it changes nothing.',
      tags: ['Administration'],
      access: 'admin',
      answer: { status: 204, description: 'The defaults apply', html: 'redirect' },
      handle: async ({ href }) => {
        await confirmation.confirm();
        return { redirect: { to: href(AGES_PATH), notice: 'notice.ages_confirmed' } };
      },
    });
  };
}

function isDefaultAge(ages: DecisionAges, rule: Rule, decision: 'accepted' | 'rejected'): boolean {
  const { acceptance, refusal } = ages.defaultsOf(rule);
  return (decision === 'accepted' ? acceptance : refusal) !== null;
}

/** The ages in each place today. */
function agesByPlace(decidable: readonly Rule[], ages: DecisionAges): PlaceAges[] {
  return REGIONS.flatMap((region) =>
    decidable.flatMap((rule) => {
      const [acceptance, refusal] = [ages.months(rule, 'accepted', region), ages.months(rule, 'rejected', region)];
      const own = ages.of(rule);
      return acceptance === own.acceptance && refusal === own.refusal ? [] : [{ region, rule, acceptance, refusal }];
    }),
  );
}

function agesPage(view: View, { decidable, places, isConfirmed, affected }: Shown, ages: DecisionAges): Page {
  const title = view.t('ages.title');
  const cell = (decision: 'accepted' | 'rejected') => (rule: Rule) => (
    <AgeCell view={view} ages={ages} rule={rule} decision={decision} />
  );
  const content = (
    <>
      <PageHeader title={title} lead={view.t('ages.lead')} />
      {!isConfirmed && <Unconfirmed view={view} affected={affected} />}
      <Table
        view={view}
        caption={title}
        rows={decidable}
        columns={[
          { label: view.t('consents.policy'), kind: 'heading', cell: ({ label }) => <bdi>{label(view.locale)}</bdi> },
          { label: view.t('ages.acceptance'), cell: cell('accepted') },
          { label: view.t('ages.refusal'), cell: cell('rejected') },
        ]}
      />
      <p class="pe-muted pe-small">{view.t('ages.changed')}</p>
      {places.length > 0 && <InPlaces view={view} places={places} />}
    </>
  );
  return { title, content };
}

function InPlaces({ view, places }: { view: View; places: readonly PlaceAges[] }): JSX.Element {
  const countries = new Intl.DisplayNames([view.locale], { type: 'region', fallback: 'code' });
  const cell = (decision: 'acceptance' | 'refusal') => (one: PlaceAges) =>
    monthsText(view, one.rule, one[decision], decision);
  return (
    <section class="pe-stack" aria-labelledby="places">
      <h2 id="places">{view.t('ages.places')}</h2>
      <p>{view.t('ages.places_text')}</p>
      <Table
        view={view}
        caption={view.t('ages.places')}
        rows={places}
        columns={[
          { label: view.t('ages.place'), kind: 'heading', cell: ({ region }) => nameOfPlace(countries, region) },
          { label: view.t('consents.policy'), cell: ({ rule }) => <bdi>{rule.label(view.locale)}</bdi> },
          { label: view.t('ages.acceptance'), cell: cell('acceptance') },
          { label: view.t('ages.refusal'), cell: cell('refusal') },
        ]}
      />
    </section>
  );
}

/** States have no names of their own in the data of languages: `US-CA` follows that of the country. */
function nameOfPlace(countries: Intl.DisplayNames, region: string): JSX.Element {
  const code = region.toUpperCase();
  const country = countries.of(code.slice(0, 2)) ?? code;
  return <bdi>{code.length === 2 ? country : `${country} (${code})`}</bdi>;
}

function monthsText(view: View, rule: Rule, count: number | null, what: 'acceptance' | 'refusal'): string {
  if (count !== null) return view.t('choice.figures.months', { count });
  return view.t(rule.blocking && what === 'refusal' ? 'ages.at_once' : 'ages.none');
}

function AgeCell(props: {
  view: View;
  ages: DecisionAges;
  rule: Rule;
  decision: 'accepted' | 'rejected';
}): JSX.Element {
  const { view, ages, rule, decision } = props;
  const text = monthsText(
    view,
    rule,
    ages.months(rule, decision, null),
    decision === 'rejected' ? 'refusal' : 'acceptance',
  );
  return <>{isDefaultAge(ages, rule, decision) ? `${text} (${view.t('ages.default')})` : text}</>;
}

/** What confirming changes, and the button. */
function Unconfirmed({ view, affected }: { view: View; affected: readonly AffectedByDefault[] }): JSX.Element {
  return (
    <section class="pe-card pe-stack" aria-labelledby="unconfirmed">
      <h2 id="unconfirmed">{view.t('ages.unconfirmed')}</h2>
      <Notice view={view} tone="warning" text={view.t('ages.unconfirmed_text')} />
      {affected.length === 0 ? (
        <p>{view.t('ages.unaffected')}</p>
      ) : (
        <Table
          view={view}
          caption={view.t('ages.affected')}
          rows={affected}
          columns={[
            {
              label: view.t('consents.policy'),
              kind: 'heading',
              cell: ({ rule }) => <bdi>{rule.label(view.locale)}</bdi>,
            },
            { label: view.t('ledger.decision'), cell: ({ decision }) => view.t(`ledger.decision.${decision}`) },
            { label: view.t('ages.older'), cell: ({ months: count }) => view.t('choice.figures.months', { count }) },
            {
              label: view.t('ages.people'),
              kind: 'number',
              cell: ({ people }) => people.toLocaleString(view.formatLocale),
            },
            {
              label: view.t('ages.visitors'),
              kind: 'number',
              cell: ({ visitors }) => visitors.toLocaleString(view.formatLocale),
            },
          ]}
        />
      )}
      <div class="pe-actions">
        <ActionForm
          kind="primary"
          method="put"
          action={view.href(`${AGES_PATH}/defaults`)}
          text={view.t('ages.confirm')}
        />
      </div>
    </section>
  );
}
