/** The page of an inspection: what matters most in its first lines, then one tab. */
import type { JSX } from 'hono/jsx/jsx-runtime';
import type { RendererError } from '../../../kernel/errors.ts';
import { BASE_CSS } from '../../pages/base.css.ts';
import { Frame, htmlDocument } from '../../pages/document.tsx';
import type { FormValues } from '../../pages/form.tsx';
import { Form } from '../../pages/form.tsx';
import { count } from '../../pages/format.ts';
import { HOME_CSS } from '../../pages/home.css.ts';
import { HOME_JS } from '../../pages/home.js.ts';
import type { InspectResult } from '../content/result.ts';
import type { Tab } from '../content/tabs.ts';
import { TABS } from '../content/tabs.ts';
import { AnswerSection, HeaderSection, OwnWords, Verdict } from './answer.tsx';
import { Cards, StructuredDataTab } from './data.tsx';
import { Budgets, Connections, Delays, RenewalSection, Requests, RulesAndCache, Way } from './details.tsx';
import { Contents, Timing } from './figures.tsx';
import { FirstLines } from './first-lines.tsx';
import { INSPECT_CSS } from './inspect.css.ts';
import { Judgements } from './judgements.tsx';
import { Links } from './links.tsx';
import { Console, Difference } from './look.tsx';
import { Pictures, Source } from './sides.tsx';
import { Waterfall } from './waterfall.tsx';

/** The content of the page. */
export interface InspectPage {
  readonly values: FormValues;
  /** What is wrong with the request. */
  readonly error: RendererError | undefined;
  readonly result: InspectResult | undefined;
  /** The parameters of the render and of its judgements. */
  readonly query: string;
  /** The path of the page. */
  readonly action: string;
}

/** Writes the page. */
export function inspectPage(page: InspectPage): { html: string; policy: string } {
  return htmlDocument({
    title: `${titleOf(page)} · Page renderer`,
    body: (
      <Frame>
        <InspectBody page={page} />
      </Frame>
    ),
    css: BASE_CSS + HOME_CSS + INSPECT_CSS,
    script: HOME_JS,
  });
}

/** What the page is about. */
export function titleOf({ error, result }: InspectPage): string {
  if (error) return 'Error';
  if (!result) return 'Inspect a page';
  const host = URL.parse(result.inspected.explanation.request.url)?.host ?? 'Page';
  return result.tab === 'findings' ? host : `${LABELS[result.tab]} of ${host}`;
}

/** The labels of the tabs. */
const LABELS: Readonly<Record<Tab, string>> = {
  findings: 'Findings',
  raw: 'Raw HTML',
  rendered: 'Rendered HTML',
  difference: 'Difference',
  pictures: 'Pictures',
  'structured-data': 'Structured data',
  cards: 'Social cards',
  links: 'Links',
  timeline: 'Timeline',
  response: 'Response',
};

/** Form and result. */
export function InspectBody({ page }: { page: InspectPage }): JSX.Element {
  const { values, error, result, action } = page;
  return (
    <>
      <section class="intro">
        <h1>Inspect a page</h1>
        {!result && (
          <p class="lead">
            Enter the address of a page. It is rendered once, and loaded once without JavaScript. You see what bots get,
            whether search engines may index it and why, what the page tells them, and what delayed it.
          </p>
        )}
      </section>
      <Form values={values} error={error} action={action} />
      {result && <Result result={result} page={page} />}
    </>
  );
}

function Result({ result, page }: { result: InspectResult; page: InspectPage }): JSX.Element {
  const { id, tab, inspected, external } = result;
  const { action, query } = page;
  const found = inspected.explanation.judgements.filter(({ outcome }) => outcome === 'found').length;
  const to = (name: Tab, path = action) => {
    return `${path}?${query}${name === 'findings' ? '' : `&tab=${name}`}&inspection=${id}`;
  };
  return (
    <section class="result" aria-labelledby="conclusion">
      <FirstLines result={result} links={linksOf(page)} />
      <nav id="parts" aria-label="Parts of the inspection">
        <ul class="tabs">
          {TABS.map((name) => (
            <li>
              <a href={`${to(name)}#parts`} aria-current={name === tab ? 'page' : undefined}>
                {LABELS[name]}
                {name === 'findings' && found > 0 && (
                  <>
                    {' '}
                    <span class="number">{found}</span>
                  </>
                )}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <section class="stack panel-of-tab" aria-labelledby="tab">
        <h2 id="tab">{tab === 'findings' && found > 0 ? count(found, 'finding') : LABELS[tab]}</h2>
        <Content result={result} page={page} others={`${to('links')}&externalLinks=true#parts`} />
        <p class="small muted">
          <a href={`${to(tab, `${action}.json`)}${external ? '&externalLinks=true' : ''}`}>This tab as JSON</a>
        </p>
      </section>
    </section>
  );
}

/** @param props.others the address of the tab with links to other origins checked, too */
function Content(props: { result: InspectResult; page: InspectPage; others: string }): JSX.Element {
  const { result, page, others } = props;
  const { tab, inspected, checked } = result;
  const { explanation } = inspected;
  switch (tab) {
    case 'findings':
      return (
        <>
          <Judgements explanation={explanation} action={page.action} query={page.query} />
          <OwnWords explanation={explanation} />
        </>
      );
    case 'raw':
      return <Source side={inspected.plain} name="The HTML as the site sent it" />;
    case 'rendered':
      return <Source side={inspected.rendered} name="The HTML as rendered, without scripts" />;
    case 'difference':
      return (
        <>
          <Difference inspected={inspected} />
          <Contents inspected={inspected} />
        </>
      );
    case 'pictures':
      return <Pictures inspected={inspected} />;
    case 'structured-data':
      return <StructuredDataTab html={inspected.html} />;
    case 'cards':
      return <Cards html={inspected.html} />;
    case 'links':
      return <Links html={inspected.html} checked={checked} external={result.external} others={others} />;
    case 'timeline':
      return (
        <>
          <Delays explanation={explanation} />
          <Verdict explanation={explanation} />
          <Waterfall explanation={explanation} />
          <Requests explanation={explanation} />
          <Console explanation={explanation} />
          <Connections explanation={explanation} />
          <Timing inspected={inspected} />
          <div class="explained">
            <Budgets explanation={explanation} />
          </div>
        </>
      );
    case 'response':
      return (
        <>
          <AnswerSection explanation={explanation} />
          <Way explanation={explanation} />
          <HeaderSection explanation={explanation} />
          <RulesAndCache explanation={explanation} />
          <RenewalSection explanation={explanation} />
        </>
      );
  }
}

/** Addresses of the service for the same page. */
function linksOf({ values, result }: InspectPage): { html: string; picture: string } {
  const parameters = new URLSearchParams();
  if (values.mobile) parameters.set('mobile', 'true');
  if (values.timezoneId !== '') parameters.set('timezoneId', values.timezoneId);
  const query = parameters.size === 0 ? '' : `?${parameters.toString()}`;
  const page = `${encodeURIComponent(result?.inspected.explanation.request.url ?? values.url)}${query}`;
  return { html: `/render/${page}`, picture: `/screenshot/${page}` };
}
