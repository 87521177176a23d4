/** The page that explains a render: the most important reason in one sentence, then all details. */
import type { JSX } from 'hono/jsx/jsx-runtime';
import type { RendererError } from '../../errors.ts';
import type { Explanation } from '../explain/explanation.ts';
import { BASE_CSS } from './base.css.ts';
import { Frame, htmlDocument } from './document.tsx';
import { EXPLAIN_CSS } from './explain.css.ts';
import { AnswerSection, HeaderSection, OwnWords, Verdict } from './explain-answer.tsx';
import { Budgets, Connections, RenewalSection, Requests, RulesAndCache, Steps, Way } from './explain-details.tsx';
import type { FormPurpose, FormValues } from './form.tsx';
import { Form } from './form.tsx';
import { HOME_CSS } from './home.css.ts';
import { HOME_JS } from './home.js.ts';
import { Icon } from './icon.tsx';

/** The content of the page. */
export interface ExplainPage {
  values: FormValues;
  /** What is wrong with the request. */
  error: RendererError | undefined;
  explanation: Explanation | undefined;
  /** The query of the request for the explanation. */
  query: string;
}

const PURPOSE: FormPurpose = {
  action: '/explain',
  button: 'Explain',
  progress: 'The page is being rendered. This takes a few seconds.',
};

/** Writes the page. */
export function explainPage(page: ExplainPage): { html: string; policy: string } {
  const { error, explanation } = page;
  const subject = explanation && URL.parse(explanation.request.url)?.host;
  const title = error ? 'Error' : (subject ?? 'Explain a render');
  return htmlDocument({
    title: `${title} · Page renderer`,
    body: <Page page={page} />,
    css: BASE_CSS + HOME_CSS + EXPLAIN_CSS,
    script: HOME_JS,
  });
}

function Page({ page: { values, error, explanation, query } }: { page: ExplainPage }): JSX.Element {
  return (
    <Frame>
      <section class="intro">
        <h1>Explain how a bot sees a page</h1>
        {!explanation && (
          <p class="lead">
            Enter the address of a page. It is rendered once, without the cache. The result shows whether the page may
            be rendered, how its server responded, what was still pending, and which of its headers are passed on to
            bots.
          </p>
        )}
      </section>
      <Form values={values} error={error} purpose={PURPOSE} />
      {explanation && <Result explanation={explanation} query={query} />}
    </Frame>
  );
}

function Result({ explanation, query }: { explanation: Explanation; query: string }): JSX.Element {
  const { conclusion } = explanation;
  return (
    <section class="result" aria-labelledby="conclusion">
      <div class={`card summary tone-${conclusion.tone}`}>
        <Icon name={conclusion.tone} size={32} />
        <div class="stack">
          <h2 id="conclusion" class="headline">
            {conclusion.headline}
          </h2>
          <p dir="auto">{conclusion.sentence}</p>
        </div>
      </div>
      <Way explanation={explanation} />
      <Verdict explanation={explanation} />
      <OwnWords explanation={explanation} />
      <HeaderSection explanation={explanation} />
      <Requests explanation={explanation} />
      <Connections explanation={explanation} />
      <AnswerSection explanation={explanation} />
      <RulesAndCache explanation={explanation} />
      <RenewalSection explanation={explanation} />
      <div class="tables">
        <Steps explanation={explanation} />
        <Budgets explanation={explanation} />
      </div>
      <p class="small">
        <a href={`/explain.json?${query}`}>This explanation as JSON</a>{' '}
        <span class="muted">The page is rendered again.</span>
      </p>
    </section>
  );
}
