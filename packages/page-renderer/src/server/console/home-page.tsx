/** The home page: a description of the service, a form, and the comparison of a page. */
import type { JSX } from 'hono/jsx/jsx-runtime';
import type { RendererError } from '../../kernel/errors.ts';
import { BASE_CSS } from '../pages/base.css.ts';
import type { Comparison } from '../pages/comparison.ts';
import { Developers } from './developers.tsx';
import { Frame, htmlDocument } from '../pages/document.tsx';
import type { FormValues } from '../pages/form.tsx';
import { Form } from '../pages/form.tsx';
import { HOME_CSS } from '../pages/home.css.ts';
import { HOME_JS } from '../pages/home.js.ts';
import { Badge } from '../pages/notice.tsx';
import type { ResultProps } from './result.tsx';
import { Result } from './result.tsx';
import type { Tone } from '../pages/texts.ts';

/** The state of the browser. */
export type Readiness = 'ready' | 'starting' | 'unavailable';

/** The content of the home page. */
export interface HomePage {
  /** The origin of this service as the client uses it, for the commands. */
  origin: string;
  readiness: Readiness;
  values: FormValues;
  /** Why there is no render. */
  error: RendererError | undefined;
  comparison: Comparison | undefined;
  refusesPartial: boolean;
  /** Whether renders need a token. */
  takesToken: boolean;
}

const EXAMPLE = 'https://example.com/';
const READINESS: Readonly<Record<Readiness, { tone: Tone; label: string }>> = {
  ready: { tone: 'success', label: 'Browser ready' },
  starting: { tone: 'warning', label: 'Browser is starting' },
  unavailable: { tone: 'danger', label: 'Browser not available' },
};

/** Writes the home page. */
export function homePage(page: HomePage): { html: string; policy: string } {
  return htmlDocument({ title: titleOf(page), body: <Home page={page} />, css: BASE_CSS + HOME_CSS, script: HOME_JS });
}

function titleOf({ error, comparison }: HomePage): string {
  if (error) return 'Error · Page renderer';
  return comparison ? `${comparison.url.host} · Page renderer` : 'Page renderer';
}

function Home({ page }: { page: HomePage }): JSX.Element {
  const { origin, readiness, values, error, comparison, refusesPartial, takesToken } = page;
  const { tone, label } = READINESS[readiness];
  const target = comparison?.url.href ?? EXAMPLE;
  return (
    <Frame status={<Badge tone={tone}>{label}</Badge>}>
      <section class="intro">
        <h1>See a page as a bot sees it</h1>
        {!comparison && (
          <p class="lead">
            This service opens web pages in a browser, waits until they are complete, and returns their HTML to bots
            that run no JavaScript. Enter an address to compare what such a bot gets from the site and from this
            service.
          </p>
        )}
      </section>
      <Form values={values} error={error} />
      {comparison && (
        <Result comparison={comparison} links={linksOf(comparison.url, values)} refusesPartial={refusesPartial} />
      )}
      <Developers origin={origin} target={target} takesToken={takesToken} />
      <p class="small muted">
        You run this service? <a href="/operator">Traffic, cache and failed renders</a>
      </p>
    </Frame>
  );
}

function linksOf(url: URL, { mobile, timezoneId }: FormValues): ResultProps['links'] {
  const parameters = new URLSearchParams();
  if (mobile) parameters.set('mobile', 'true');
  if (timezoneId !== '') parameters.set('timezoneId', timezoneId);
  const query = parameters.size === 0 ? '' : `?${parameters.toString()}`;
  const page = `${encodeURIComponent(url.href)}${query}`;
  const explained = `/explain?${new URLSearchParams({ url: url.href, ...Object.fromEntries(parameters) }).toString()}`;
  return { html: `/render/${page}`, picture: `/screenshot/${page}`, explained };
}
