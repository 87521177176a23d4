/** The consent file of one person, for reading and printing: every decision, and the texts they were made on. */
import type { JSX } from 'hono/jsx/jsx-runtime';
import {
  Breakable,
  ButtonLink,
  type Column,
  Notice,
  type Page,
  PageHeader,
  PrintButton,
  Prose,
  Table,
  Time,
  type View,
} from '../../../platform/web/index.ts';
import { BannerLink, eventColumns, eventLabel, shownAppearance, type StoredEvent } from '../../proof/index.ts';
import type { Rules } from '../../rules/index.ts';
import { languageName } from '../../terms/index.ts';
import type { ConsentFile, DecidedText } from '../consent-file.ts';

/** What the page shows. */
export interface ConsentFileShown {
  readonly file: ConsentFile;
  readonly rules: Rules;
  /** Path of the person's page, below the mount path. */
  readonly path: string;
  /** The name of the person, or what they are called without one. */
  readonly name: string;
  readonly id: string;
  readonly at: Date;
  /** Renders a text as HTML for the page. */
  readonly html: (markdown: string) => string;
}

export function filePage(view: View, shown: ConsentFileShown): Page {
  const { file, path, name, id, at } = shown;
  const title = view.t('people.file.of', { person: name });
  const content = (
    <>
      <PageHeader
        title={title}
        lead={view.t('people.file.lead')}
        back={{ href: view.href(path), text: view.t('people.back') }}
      />
      <div class="pe-actions">
        <PrintButton text={view.t('receipt.print')} />
        <ButtonLink href={view.href(`${path}/file.json`)} text="JSON" download="consent-file.json" />
      </div>
      <dl class="pe-facts">
        <dt>{view.t('people.id')}</dt>
        <dd>
          <code>{id}</code>
        </dd>
        <dt>{view.t('people.file.at')}</dt>
        <dd>
          <Time view={view} at={at} precision="minute" />
        </dd>
      </dl>
      <Decisions view={view} shown={shown} />
      {file.texts.length > 0 && (
        <section class="pe-stack" aria-labelledby="texts">
          <h2 id="texts">{view.t('people.file.texts')}</h2>
          {file.texts.map((text) => (
            <Text view={view} text={text} shown={shown} />
          ))}
        </section>
      )}
    </>
  );
  return { title, content };
}

function Decisions({ view, shown: { file, rules, path } }: { view: View; shown: ConsentFileShown }): JSX.Element {
  const { events, suspicions, isCapped } = file;
  const title = view.t('people.history');
  const banner: Column<StoredEvent> = {
    label: view.t('ledger.receipt.banner'),
    cell: ({ identity }) => <BannerLink view={view} shown={identity?.shown} locale={identity?.locale ?? null} />,
  };
  const receipt = view.t('ledger.receipt');
  const policy: Column<StoredEvent> = {
    label: view.t('ledger.policy'),
    kind: 'heading',
    cell: ({ leaf }) => {
      const label = eventLabel(view, rules, leaf);
      const href = view.href(`${path}/events/${leaf.id}`);
      return (
        <a href={href} aria-label={`${label}, ${receipt}, ${leaf.at}`}>
          {label}
        </a>
      );
    },
  };
  const anchors = new Map(file.texts.map((text) => [keyOf(text.event), anchorOf(text)]));
  return (
    <section class="pe-stack" aria-labelledby="decisions">
      <h2 id="decisions">{title}</h2>
      {isCapped && (
        <Notice
          view={view}
          tone="warning"
          text={view.t('people.history_capped', { count: events.length.toLocaleString(view.formatLocale) })}
        />
      )}
      {events.length === 0 && <p class="pe-muted">{view.t('people.no_history')}</p>}
      {events.length > 0 && (
        <Table
          view={view}
          caption={title}
          rows={events}
          columns={[
            policy,
            ...eventColumns(view, rules, suspicions).slice(1),
            {
              label: view.t('ledger.receipt.text'),
              cell: (event) => <VersionOf view={view} event={event} anchor={anchors.get(keyOf(event))} />,
            },
            ...(events.some(({ identity }) => shownAppearance(identity?.shown) !== null) ? [banner] : []),
          ]}
        />
      )}
    </section>
  );
}

/** The version and the language of the page. */
function VersionOf(props: { view: View; event: StoredEvent; anchor: string | undefined }): JSX.Element {
  const { view, event, anchor } = props;
  const { version } = event.leaf;
  if (version === null) return <>–</>;
  const locale = event.identity?.locale ?? null;
  const text = view.t('terms.version', { version });
  return (
    <>
      {anchor === undefined ? text : <a href={`#${anchor}`}>{text}</a>}
      {locale !== null && <>, {languageName(locale, view.locale)}</>}
    </>
  );
}

function Text(props: { view: View; text: DecidedText; shown: ConsentFileShown }): JSX.Element {
  const { view, text, shown } = props;
  const { event, words, locale } = text;
  const { version, textHash } = event.leaf;
  const id = anchorOf(text);
  return (
    <section class="pe-card pe-stack" aria-labelledby={id}>
      <h3 id={id}>
        <bdi>{eventLabel(view, shown.rules, event.leaf)}</bdi>
        {version !== null && <>, {view.t('terms.version', { version })}</>}
        {locale !== null && <>, {languageName(locale, view.locale)}</>}
      </h3>
      <p class="pe-muted pe-small">
        SHA-256: <Breakable text={textHash ?? ''} />
      </p>
      {words === null ? (
        <Notice view={view} tone="warning" text={view.t('ledger.receipt.text_missing')} />
      ) : (
        <Prose html={shown.html(words)} locale={locale ?? undefined} />
      )}
    </section>
  );
}

function keyOf({ leaf: { rule, version, textHash } }: StoredEvent): string {
  return [rule, version, textHash].join(' ');
}

function anchorOf({ event: { leaf } }: DecidedText): string {
  return `text-${leaf.id}`;
}
