/** The course of what a person agreed to and what changed, as a timeline. */
import type { JSX } from 'hono/jsx/jsx-runtime';
import { DecisionBadge } from '../../../proof/index.ts';
import { spokenIn, Time, Timeline, type TimelineEntry, type View } from '../../../../platform/web/index.ts';
import type { CourseEntry } from '../course.ts';
import type { DrawnPart } from './page-data.ts';

/** Entries that are shown without a click. */
const SHOWN = 4;
/** Entries of the page; the person's own record has all decisions. */
const MOST = 50;

/** The newest entries, and the earlier ones folded. @param course not empty */
export function coursePart(view: View, course: readonly CourseEntry[]): DrawnPart {
  const [newest, earlier] = [course.slice(0, SHOWN), course.slice(SHOWN, MOST)];
  const content = (
    <div class="pe-card pe-stack">
      <Timeline entries={newest.map((entry) => entryOf(view, entry))} />
      {earlier.length > 0 && (
        <details class="pe-unfold">
          <summary>{view.t('centre.course.earlier', { count: earlier.length })}</summary>
          <Timeline entries={earlier.map((entry) => entryOf(view, entry))} />
        </details>
      )}
      <p class="pe-small">
        <a href={view.href('/ledger/events')}>{view.t('centre.record')}</a>
      </p>
    </div>
  );
  return { id: 'course', heading: view.t('centre.course'), content };
}

function entryOf(view: View, entry: CourseEntry): TimelineEntry {
  const { rule } = entry;
  const label = rule.label(view.locale);
  const name = (
    <a href={`#rule-${rule.name}`}>
      <bdi {...spokenIn(rule.label, view)}>{label}</bdi>
    </a>
  );
  const at = <Time view={view} at={new Date(entry.at)} precision="minute" />;
  return { at, content: entry.kind === 'decision' ? decided(view, entry, name) : changed(view, entry, name) };
}

function decided(view: View, { event, rule }: CourseEntry & { kind: 'decision' }, name: JSX.Element): JSX.Element {
  const { leaf } = event;
  const receipt = view.t('ledger.receipt');
  return (
    <>
      {name} <DecisionBadge view={view} decision={leaf.decision} vendors={leaf.vendors} />{' '}
      <span class="pe-muted pe-small">
        {leaf.version !== null && `${view.t('consents.version', { version: leaf.version })} · `}
        {view.t(`ledger.how.${leaf.how}`)}
      </span>{' '}
      <a
        class="pe-small"
        href={view.href(`/ledger/events/${leaf.id}`)}
        aria-label={view.t('text.labelled', { label: receipt, value: `${rule.label(view.locale)}, ${leaf.at}` })}
      >
        {receipt}
      </a>
    </>
  );
}

function changed(view: View, entry: CourseEntry & { kind: 'version' }, name: JSX.Element): JSX.Element {
  return (
    <>
      {name} <span class="pe-muted pe-small">{view.t('centre.course.version', { version: entry.version })}</span>
      {entry.note !== null && (
        <span class="pe-under pe-lines" dir="auto">
          {entry.note}
        </span>
      )}
    </>
  );
}
