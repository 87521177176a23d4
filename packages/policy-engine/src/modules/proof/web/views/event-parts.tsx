/** Common parts of lists and receipts of events. */
import type { JSX } from 'hono/jsx/jsx-runtime';
import { type Rules, vendorsIn } from '../../../rules/index.ts';
import { Badge, ButtonLink, type Column, namesInSentence, Time, type View } from '../../../../platform/web/index.ts';
import type { LedgerFacts } from '../../ledger/event.ts';
import type { StoredEvent } from '../../ledger/rows.ts';

/** The name of an event: the rule's label, or its kind. A rule that is no longer declared keeps its name. */
export function eventLabel(view: View, rules: Rules, { kind, rule }: Pick<LedgerFacts, 'kind' | 'rule'>): string {
  const kinds = ['suspicion', 'takeover', 'judgement', 'administration'] as const;
  const named = kinds.find((one) => one === kind);
  if (named !== undefined) return view.t(`ledger.kind.${named}`);
  if (rule === null) return '–';
  const policy = rules.find(rule)?.label(view.locale) ?? rule;
  return kind === 'publication' ? view.t('ledger.kind.publication', { policy }) : policy;
}

/**
 * The decision in a word, followed by the vendors that it excludes.
 *
 * @param props.isShort leaves these vendors out, where they are listed beside it
 */
export function DecisionBadge({
  view,
  decision,
  vendors,
  isShort = false,
}: {
  view: View;
  decision: LedgerFacts['decision'];
  vendors: string | null | undefined;
  isShort?: boolean;
}): JSX.Element {
  if (decision === null) return <>–</>;
  const { refused = [] } = vendorsIn(vendors) ?? {};
  return (
    <>
      <Badge
        tone={decision === 'accepted' ? 'info' : 'neutral'}
        text={
          decision === 'accepted' && refused.length > 0 ? view.t('app.partly') : view.t(`ledger.decision.${decision}`)
        }
      />
      {refused.length > 0 && !isShort && (
        <small class="pe-muted">
          {' '}
          {view.t('app.label', { label: view.t('ledger.receipt.vendors.refused') })}{' '}
          {namesInSentence(view.locale, refused)}
        </small>
      )}
    </>
  );
}

/** @param suspect whether it was flagged */
export function StateBadge(props: { view: View; sealed: boolean; suspect: boolean }): JSX.Element {
  const { view, sealed, suspect } = props;
  if (suspect) return <Badge tone="danger" text={view.t('ledger.state.suspect')} />;
  return (
    <Badge
      tone={sealed ? 'success' : 'neutral'}
      text={view.t(sealed ? 'ledger.state.sealed' : 'ledger.state.pending')}
    />
  );
}

/** Columns of every list of events. @param isShort leaves out the zone of times: in a `List`, whose foot says it. Default: false */
export function eventColumns(
  view: View,
  rules: Rules,
  suspicions: ReadonlyMap<string, string>,
  isShort = false,
): readonly Column<StoredEvent>[] {
  return [
    {
      label: view.t('ledger.policy'),
      kind: 'heading',
      cell: ({ leaf }: StoredEvent) => eventLabel(view, rules, leaf),
    },
    {
      label: view.t('ledger.version'),
      id: 'version',
      kind: 'number',
      cell: ({ leaf: { version } }: StoredEvent) => version?.toLocaleString(view.formatLocale) ?? null,
    },
    {
      label: view.t('ledger.decision'),
      isPlain: true,
      cell: ({ leaf: { decision, vendors } }: StoredEvent) =>
        decision === null ? null : <DecisionBadge view={view} decision={decision} vendors={vendors} />,
    },
    {
      label: view.t('ledger.at'),
      isPlain: true,
      kind: 'fixed',
      sort: 'at',
      cell: ({ leaf }: StoredEvent) => <Time view={view} at={new Date(leaf.at)} precision="minute" short={isShort} />,
    },
    {
      label: view.t('ledger.how'),
      id: 'how',
      isHidden: true,
      priority: 3,
      cell: ({ leaf }: StoredEvent) => view.t(`ledger.how.${leaf.how}`),
    },
    {
      label: view.t('ledger.state'),
      id: 'state',
      priority: 3,
      cell: ({ position, leaf }: StoredEvent) => (
        <StateBadge view={view} sealed={position !== null} suspect={suspicions.has(leaf.id)} />
      ),
    },
  ];
}

/** Tells visitors apart: the last characters of the ID, which are random. */
export function visitorName(view: Pick<View, 't'>, id: string): string {
  return view.t('ledger.visitor.named', { code: id.slice(-6) });
}

/** A column with a link to the receipt of each event. @param pathOf below the mount path */
export function receiptColumn(view: View, rules: Rules, pathOf: (id: string) => string): Column<StoredEvent> {
  const text = view.t('ledger.receipt');
  return {
    label: view.t('table.actions'),
    kind: 'actions',
    cell: ({ leaf }) => (
      <ButtonLink
        small
        href={view.href(pathOf(leaf.id))}
        text={text}
        name={view.t('text.labelled', { label: text, value: `${eventLabel(view, rules, leaf)}, ${leaf.at}` })}
      />
    ),
  };
}
