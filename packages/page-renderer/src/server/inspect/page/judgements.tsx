/** What judgements say of a page: what they found, then all others, each with a way to switch it off or on. */
import type { JSX } from 'hono/jsx/jsx-runtime';
import type { Explanation, JudgementResult } from '../../explain/explanation/explanation.ts';
import { Words } from './parts.tsx';
import { count } from '../../pages/format.ts';
import { Badge, Notice } from '../../pages/notice.tsx';
import type { Tone } from '../../pages/texts.ts';

/** The parameter with the names of judgements that are switched off. */
const IGNORED = 'ignoredJudgements';

const SEVERITIES: Readonly<Record<JudgementResult['severity'], { tone: Tone; label: string }>> = {
  error: { tone: 'danger', label: 'Error' },
  warning: { tone: 'warning', label: 'Warning' },
  note: { tone: 'neutral', label: 'Note' },
};

const OUTCOMES: Readonly<Record<JudgementResult['outcome'], { tone: Tone; label: string }>> = {
  found: { tone: 'warning', label: 'Found' },
  clear: { tone: 'success', label: 'Clear' },
  'not-judged': { tone: 'neutral', label: 'Not judged' },
  off: { tone: 'neutral', label: 'Off' },
};

/** Where the page is, for links to the same explanation with other judgements. */
interface JudgementsProps {
  explanation: Explanation;
  /** The path of the form. */
  action: string;
  /** The query of the explanation. */
  query: string;
}

/** See the head of the file. */
export function Judgements({ explanation, action, query }: JudgementsProps): JSX.Element {
  const { judgements, further } = explanation;
  const found = judgements.filter(({ outcome }) => outcome === 'found');
  const others = judgements.filter(({ outcome }) => outcome !== 'found');
  if (found.length === 0 && others.every(({ outcome }) => outcome === 'not-judged')) return <></>;
  const judged = judgements.length - judgements.filter(({ outcome }) => /^(?:not-judged|off)$/.test(outcome)).length;
  const link = (name: string, isOff: boolean) => `${action}?${switched(query, name, isOff)}`;
  return (
    <>
      {found.length === 0 && <p>No fault was found.</p>}
      {found.map((one) => (
        <Found judgement={one} href={link(one.name, true)} />
      ))}
      <details>
        <summary>{count(judged, 'judgement')} made</summary>
        <ul class="judgements">
          {others.map(({ name, outcome, sentence, page }) => (
            <li>
              <Badge tone={OUTCOMES[outcome].tone}>{OUTCOMES[outcome].label}</Badge>{' '}
              <a href={page}>
                <code>{name}</code>
              </a>{' '}
              {sentence}{' '}
              {outcome === 'off' && isInQuery(query, name) && (
                <a href={link(name, false)} aria-label={`Switch on again: ${name}`}>
                  Switch on again
                </a>
              )}
            </li>
          ))}
        </ul>
        {further.length > 0 && <p class="small muted">{count(further.length, 'further page')} rendered for them:</p>}
        <ul class="plain small muted">
          {further.map(({ url, status, reason }) => (
            <li>
              <bdi>{url}</bdi>: {reason ?? status}
            </li>
          ))}
        </ul>
      </details>
    </>
  );
}

function Found({ judgement, href }: { judgement: JudgementResult; href: string }): JSX.Element {
  const { name, severity, sentence, says, page } = judgement;
  const { tone, label } = SEVERITIES[severity];
  const [, first = sentence, rest = ''] = /^(.*?\.) (.*)$/s.exec(sentence ?? '') ?? [];
  return (
    <Notice tone={tone}>
      <p>
        <span class="severity">{label}:</span> <strong>{first}</strong> {rest}
      </p>
      <ul class="plain">
        {says.map(({ place, value }) => (
          <li>
            {place}
            {value !== '' && (
              <>
                : <Words>{value}</Words>
              </>
            )}
          </li>
        ))}
      </ul>
      <p class="small links">
        <a href={page} aria-label={`What to do about ${name}`}>
          What to do
        </a>
        <a href={href} aria-label={`Switch off ${name}`}>
          Switch off
        </a>
        <code>{name}</code>
      </p>
    </Notice>
  );
}

/** The names that the query of an explanation switches off. */
export function ignoredIn(parameters: URLSearchParams): string[] {
  const names = parameters.getAll(IGNORED).flatMap((list) => list.split(','));
  return [...new Set(names.map((name) => name.trim()))].filter((name) => name !== '');
}

const isInQuery = (query: string, name: string) => ignoredIn(new URLSearchParams(query)).includes(name);

function switched(query: string, name: string, isOff: boolean): string {
  const parameters = new URLSearchParams(query);
  const rest = ignoredIn(parameters).filter((one) => one !== name);
  const names = isOff ? [...rest, name] : rest;
  parameters.delete(IGNORED);
  if (names.length > 0) parameters.set(IGNORED, names.join(','));
  return parameters.toString();
}
