/** The home page: a description of the service, and a form for the address of a page. */
import type { JSX } from 'hono/jsx/jsx-runtime';
import { BASE_CSS } from '../pages/base.css.ts';
import { Developers } from './developers.tsx';
import { Frame, htmlDocument } from '../pages/document.tsx';
import { Form } from '../pages/form.tsx';
import { HOME_CSS } from '../pages/home.css.ts';
import { HOME_JS } from '../pages/home.js.ts';
import { Badge } from '../pages/notice.tsx';
import type { Tone } from '../pages/texts.ts';

/** The state of the browser. */
export type Readiness = 'ready' | 'starting' | 'unavailable';

/** The content of the home page. */
export interface HomePage {
  /** The origin of this service as the client uses it, for the commands. */
  origin: string;
  readiness: Readiness;
  /** Whether renders need a token. */
  takesToken: boolean;
}

const EXAMPLE = 'https://example.com/';
const READINESS: Readonly<Record<Readiness, { tone: Tone; label: string }>> = {
  ready: { tone: 'success', label: 'Browser ready' },
  starting: { tone: 'warning', label: 'Browser is starting' },
  unavailable: { tone: 'danger', label: 'Browser not available' },
};

const NOTHING = { url: '', mobile: false, timezoneId: '' };

/** Writes the home page. */
export function homePage(page: HomePage): { html: string; policy: string } {
  return htmlDocument({
    title: 'Page renderer',
    body: <Home page={page} />,
    css: BASE_CSS + HOME_CSS,
    script: HOME_JS,
  });
}

function Home({ page: { origin, readiness, takesToken } }: { page: HomePage }): JSX.Element {
  const { tone, label } = READINESS[readiness];
  return (
    <Frame status={<Badge tone={tone}>{label}</Badge>}>
      <section class="intro">
        <h1>See a page as a bot sees it</h1>
        <p class="lead">
          This service opens web pages in a browser, waits until they are complete, and returns their HTML to bots that
          run no JavaScript. Enter an address to see what such a bot gets, whether search engines may index it, and why.
        </p>
      </section>
      <Form values={NOTHING} error={undefined} action="/inspect" />
      <Developers origin={origin} target={EXAMPLE} takesToken={takesToken} />
      <p class="small muted">
        You run this service? <a href="/operator">Traffic, cache and failed renders</a>
      </p>
    </Frame>
  );
}
