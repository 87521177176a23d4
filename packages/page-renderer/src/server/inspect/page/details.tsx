/** Sections of an explanation: the responses of the target, requests and connections, rules, cache, steps and limits. */
import type { JSX } from 'hono/jsx/jsx-runtime';
import type { Connection, Explanation } from '../../explain/explanation/explanation.ts';
import type { SectionProps } from './parts.tsx';
import { Fact, Section, Table, Words } from './parts.tsx';
import { delaysOf } from '../content/delays.ts';
import { bytes, count, duration } from '../../pages/format.ts';
import { Badge } from '../../pages/notice.tsx';
import type { Tone } from '../../pages/texts.ts';
import { WAY_TEXTS } from '../../explain/explanation/texts.ts';

/** The requested address, and the responses of the target. */
export function Way({ explanation: { request, target } }: SectionProps): JSX.Element {
  const { ignoredParameters, url, normalized } = request;
  return (
    <Section id="way" heading="Address and response">
      <dl class="facts">
        <Fact name="Address">
          <Words>{url}</Words>
        </Fact>
        {normalized !== url && (
          <Fact name="Cached as">
            <Words>{normalized}</Words>
          </Fact>
        )}
        {ignoredParameters.length > 0 && <Fact name="Ignored parameters">{ignoredParameters.join(', ')}</Fact>}
        <Fact name="Response">{target.sentence}</Fact>
        {target.contentType !== null && (
          <Fact name="Type">
            <Words>{target.contentType}</Words>
          </Fact>
        )}
      </dl>
      {target.steps.length > 0 && (
        <ol class="hops">
          {target.steps.map(({ status, url, way }) => (
            <li>
              <span class="number">{status ?? '–'}</span> <bdi>{url}</bdi>
              {way !== 'request' && <small> {WAY_TEXTS[way]}</small>}
            </li>
          ))}
        </ol>
      )}
    </Section>
  );
}

type Renewed = NonNullable<Explanation['renewal']>;

const PROBLEMS: Readonly<Record<Explanation['requests']['problems'][number]['kind'], string>> = {
  refused: 'Refused',
  failed: 'Failed',
  'error-status': 'Error status',
};

const OPEN: Readonly<Record<Explanation['requests']['open'][number]['state'], string>> = {
  'waited-for': 'Was pending until the time budget ended',
  unanswered: 'Left without a response after 4 s, as nothing else was pending; the next render waits for it',
  hung: 'The renderer stopped waiting: a similar request did not end in an earlier render of this site',
  stream: 'The response has begun, but takes longer than the renderer waits',
};

/** What the page loaded, and which of its requests failed. */
export function Requests({ explanation: { requests } }: SectionProps): JSX.Element {
  if (requests.made === 0) return <></>;
  const { problems, open } = requests;
  return (
    <Section id="requests" heading={`${count(requests.made, 'request')} of the page`}>
      {problems.length > 0 && (
        <Table
          caption="Refused or failed"
          columns={['Address', 'What happened', 'Why']}
          rows={problems.map(({ url, type, kind, reason }) => [
            <bdi>{url}</bdi>,
            `${PROBLEMS[kind]} (${type})`,
            <bdi>{reason}</bdi>,
          ])}
        />
      )}
      {open.length > 0 && (
        <Table
          caption="Not finished"
          columns={['Address', 'Request', 'State']}
          rows={open.map(({ url, method, type, state }) => [
            <bdi>{url}</bdi>,
            <bdi>{`${method} (${type})`}</bdi>,
            OPEN[state],
          ])}
        />
      )}
      <Table
        caption="By type"
        columns={['Type', 'Made', 'Refused', 'Failed', 'Errors']}
        rows={requests.types.map(({ type, made, refused, failed, errorStatus }) => [
          type,
          ...[made, refused, failed, errorStatus].map((number) => count(number)),
        ])}
      />
    </Section>
  );
}

const OUTCOMES: Readonly<Record<Connection['outcome'], { tone: Tone; label: string }>> = {
  allowed: { tone: 'success', label: 'Allowed' },
  refused: { tone: 'warning', label: 'Refused' },
  'unknown-host': { tone: 'danger', label: 'Unknown host' },
  'connection-failed': { tone: 'danger', label: 'Failed' },
};

/** The decisions of the guard, through which all connections of the browser go. */
export function Connections({ explanation: { connections } }: SectionProps): JSX.Element {
  if (connections.length === 0) return <></>;
  return (
    <Section id="connections" heading="Connections of the page">
      <Table
        columns={['Host', 'Decision', 'Connections', 'Why']}
        rows={connections.map(({ host, port, count: many, outcome, reason, addresses }) => [
          <bdi>{`${host}:${port}`}</bdi>,
          <Badge tone={OUTCOMES[outcome].tone}>{OUTCOMES[outcome].label}</Badge>,
          count(many),
          <bdi>{[reason, addresses?.join(', ')].filter(Boolean).join(' · ') || 'Public or listed address'}</bdi>,
        ])}
      />
    </Section>
  );
}

const RULE: Readonly<Record<Explanation['rules']['renderOnly'], string>> = {
  'not-set': 'not set',
  allowed: 'allows the address',
  refused: 'refuses the address',
};

const AGES: Readonly<Record<NonNullable<Explanation['cache']>['state'], string>> = {
  fresh: 'Fresh: it is served to bots',
  stale: 'Stale: it is served to bots while a new one is rendered',
  'stale-if-error': 'Stale: it is served to bots only if no new one can be rendered',
  expired: 'Expired: it is no longer served',
  none: 'Nothing is cached for this address',
};

/** What is said of an address's host; a reason names the address itself. */
function judgedHost({ reason, network, addresses }: NonNullable<Explanation['rules']['address']>): string {
  const judgement = reason ?? (network === 'listed' ? 'on a listed network' : 'public');
  const others = addresses?.filter((one) => !judgement.includes(one)) ?? [];
  return others.length > 0 ? `${judgement} (${others.join(', ')})` : judgement;
}

const GUARD: Readonly<Record<Explanation['rules']['guard'], string>> = {
  local: 'checks every connection of the page',
  remote:
    'checks TCP connections of the page; whether the browser, which runs elsewhere, sends UDP depends on how it was started',
  network: 'is not used: the network of the browser decides where the page may connect to (trustBrowserNetwork)',
};

/** Whether the address may be rendered, and what is cached for it. */
export function RulesAndCache({ explanation: { rules, cache, origin } }: SectionProps): JSX.Element {
  const { address } = rules;
  return (
    <Section id="rules" heading="Rules and cache">
      <dl class="facts">
        <Fact name="renderOnly">{RULE[rules.renderOnly]}</Fact>
        <Fact name="restrictedUrlPattern">{RULE[rules.restrictedUrlPattern]}</Fact>
        <Fact name="Address guard">{GUARD[rules.guard]}</Fact>
        <Fact name="Host">{address ? judgedHost(address) : 'not looked up, because a rule refuses the address'}</Fact>
        <Fact name="Cache">
          {cache
            ? `${AGES[cache.state]}${cache.age === null ? '' : `. Stored ${duration(cache.age * 1000)} ago`}.`
            : 'No cache is configured.'}
        </Fact>
        {origin?.says.map(({ header, outcome, sentence }) => (
          <Fact name={header} key={header}>
            {sentence}
            {outcome === 'honoured' && origin.proposal !== null && (
              <>
                {' '}
                To cache it anyway, add to <code>originRules</code> in <code>cacheConfig</code>:{' '}
                <Words>{origin.proposal}</Words>
              </>
            )}
          </Fact>
        ))}
        {typeof origin?.noVarySearch === 'string' && (
          <Fact name="No-Vary-Search">
            <Words>{origin.noVarySearch}</Words>
          </Fact>
        )}
      </dl>
    </Section>
  );
}

const ASKED: Readonly<Record<Renewed['inputs'][number]['asked'], string>> = {
  etag: 'by its ETag',
  'last-modified': 'by its Last-Modified',
  status: 'by its status and headers',
  fresh: 'not checked: it is still fresh by its own headers',
};

const BECAME: Readonly<Record<NonNullable<Renewed['last']>['outcome'], string>> = {
  renewed: 'renewed without a render',
  changed: 'rendered again, because something had changed',
  failed: 'rendered again, because something could not be checked',
  'not-renewable': 'rendered again, because it could not be renewed',
  checked: 'rendered again, to verify that the result is the same',
};

/** Whether the result could be renewed without a render, and what has changed since the cached result. */
export function RenewalSection({ explanation: { renewal } }: SectionProps): JSX.Element {
  if (!renewal) return <></>;
  const { renewable, sentence, url, inputs, last } = renewal;
  return (
    <Section id="renewal" heading={renewable ? 'Can be renewed without a render' : 'Must be rendered again'}>
      <p>{sentence}</p>
      {(url !== null || last) && (
        <dl class="facts">
          {url !== null && (
            <Fact name="Cause">
              <Words>{url}</Words>
            </Fact>
          )}
          {last && (
            <Fact name="Last expired">
              {`${duration(last.age * 1000)} ago: ${BECAME[last.outcome]}.`}
              {last.url !== null && <Words>{last.url}</Words>}
            </Fact>
          )}
        </dl>
      )}
      {inputs.length > 0 && (
        <details>
          <summary>Resources of the result</summary>
          <Table
            columns={['Address', 'Checked for changes', 'Since the cached result']}
            rows={inputs.map(({ url: address, type, asked, changed }) => [
              <bdi>{address}</bdi>,
              `${ASKED[asked]} (${type})`,
              changed === null ? '–' : changed ? 'changed' : 'unchanged',
            ])}
          />
        </details>
      )}
    </Section>
  );
}

/** What the render waited for. */
export function Delays({ explanation }: SectionProps): JSX.Element {
  const delays = delaysOf(explanation);
  if (delays.length === 0) return <p class="muted">Nothing delayed the page.</p>;
  return (
    <Section id="delays" heading="What delayed it">
      <Table
        columns={['Cause', 'Time']}
        rows={delays.map(({ sentence, url, milliseconds }) => [
          <span class="entry">
            {sentence}
            {url !== null && <Words>{url}</Words>}
          </span>,
          duration(milliseconds),
        ])}
      />
    </Section>
  );
}

/** The usage of the limits. */
export function Budgets({ explanation: { budgets } }: SectionProps): JSX.Element {
  return (
    <Table
      caption="Limits"
      columns={['Option', 'Used', 'Limit']}
      rows={budgets.map(({ option, unit, used, limit }) => [
        <code>{option}</code>,
        used === null ? '–' : amount(used, unit),
        amount(limit, unit),
      ])}
    />
  );
}

function amount(value: number, unit: Explanation['budgets'][number]['unit']): string {
  if (unit === 'ms') return duration(value);
  return unit === 'bytes' ? bytes(value) : count(value);
}
