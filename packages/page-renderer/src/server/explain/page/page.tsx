/** The page that explains a render: the most important reason in one sentence, then all details. */
import type { JSX } from 'hono/jsx/jsx-runtime';
import type { RendererError } from '../../../kernel/errors.ts';
import type { PageImage } from '../../../render/inspect.ts';
import type { Explanation } from '../explanation/explanation.ts';
import { BASE_CSS } from '../../pages/base.css.ts';
import { Frame, htmlDocument } from '../../pages/document.tsx';
import { EXPLAIN_CSS } from './explain.css.ts';
import { AnswerSection, HeaderSection, OwnWords, Verdict } from './answer.tsx';
import { Budgets, Connections, RenewalSection, Requests, RulesAndCache, Steps, Way } from './details.tsx';
import { Judgements } from './judgements.tsx';
import { Console, Difference, Look } from './look.tsx';
import type { FormPurpose, FormValues } from '../../pages/form.tsx';
import { Form } from '../../pages/form.tsx';
import { HOME_CSS } from '../../pages/home.css.ts';
import { HOME_JS } from '../../pages/home.js.ts';
import { Icon } from '../../pages/icon.tsx';
import type { TextDifference } from './text-difference.ts';
import { Waterfall } from './waterfall.tsx';

/** The content of the page. */
export interface ExplainPage {
  values: FormValues;
  /** What is wrong with the request. */
  error: RendererError | undefined;
  explanation: Explanation | undefined;
  /** The query of the request for the explanation. */
  query: string;
  /** The page as drawn; undefined if there is none. */
  image: PageImage | undefined;
  /** Compared with the page without JavaScript; undefined if that was not wanted. */
  difference: TextDifference | RendererError | undefined;
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
    body: (
      <Frame>
        <ExplainBody page={page} action={PURPOSE.action} />
      </Frame>
    ),
    css: BASE_CSS + HOME_CSS + EXPLAIN_CSS,
    script: HOME_JS,
  });
}

/** Form and result. @param props.action the path that the form is sent to */
export function ExplainBody({ page, action }: { page: ExplainPage; action: string }): JSX.Element {
  const { values, error, explanation } = page;
  return (
    <>
      <section class="intro">
        <h1>Explain how a bot sees a page</h1>
        {!explanation && (
          <p class="lead">
            Enter the address of a page. It is rendered once, without the cache. The result shows whether the page may
            be rendered, how its server responded, what was still pending, what is wrong with what bots get, and which
            of its headers are passed on. For comparison, an address of the same site that cannot exist is rendered,
            too.
          </p>
        )}
      </section>
      <Form values={values} error={error} purpose={{ ...PURPOSE, action }} />
      {explanation && <Result explanation={explanation} page={page} action={action} />}
    </>
  );
}

function Result(props: { explanation: Explanation; page: ExplainPage; action: string }): JSX.Element {
  const { explanation, page, action } = props;
  const { query, image, difference, values } = page;
  const isPublic = action === PURPOSE.action;
  const { conclusion } = explanation;
  const host = URL.parse(explanation.request.url)?.host ?? 'the page';
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
      <Judgements
        explanation={explanation}
        action={action}
        query={values.compare === true ? `${query}&compare=true` : query}
      />
      {image && <Look image={image} host={host} />}
      <Way explanation={explanation} />
      <Verdict explanation={explanation} />
      <OwnWords explanation={explanation} />
      {difference && <Difference difference={difference} />}
      <HeaderSection explanation={explanation} />
      <Requests explanation={explanation} />
      <Waterfall explanation={explanation} />
      <Console explanation={explanation} />
      <Connections explanation={explanation} />
      <AnswerSection explanation={explanation} />
      <RulesAndCache explanation={explanation} />
      <RenewalSection explanation={explanation} />
      <div class="tables">
        <Steps explanation={explanation} />
        <Budgets explanation={explanation} />
      </div>
      {isPublic && (
        <p class="small">
          <a href={`/explain.json?${query}`}>This explanation as JSON</a>{' '}
          <span class="muted">The page is rendered again.</span>
        </p>
      )}
    </section>
  );
}
