/** One cached result. */
import type { JSX } from 'hono/jsx/jsx-runtime';
import type { Age } from '../../../cache/results/freshness.ts';
import type { CachedResult } from '../../../cache/stores/store.ts';
import { Fact, Table, Words } from '../../inspect/page/parts.tsx';
import { bytes, count } from '../../pages/format.ts';
import { Notice } from '../../pages/notice.tsx';
import { VERDICT_TEXTS } from '../../pages/texts.ts';
import { FormTo, Part } from '../frame/frame.tsx';
import { Moment } from '../frame/moments.tsx';
import { AgeBadge, COUNTED_SINCE, cut, Expiry, Outcome, requestsText, variantWords } from '../frame/results.tsx';
import type { Visit } from '../frame/visit.ts';

interface ResultPageProps {
  id: string;
  result: CachedResult;
  /** Media type of a screenshot. */
  image: string | undefined;
  /** The screenshot as a `data:` URL, unless it is too large for a page. */
  picture: string | undefined;
  age: Age;
  expires: number;
  isServed: boolean;
  /** Number of requests for it; undefined if none is remembered. */
  requests: number | undefined;
  /** The outcome of rendering it again. */
  said: 'stored' | 'not-stored' | undefined;
  now: number;
  visit: Visit;
}

/** The page. */
export function ResultPage(props: ResultPageProps): JSX.Element {
  const { id, result, image, picture, age, expires, isServed, requests, said, now, visit } = props;
  const stored = Object.entries(result.bodies);
  return (
    <>
      <section class="stack">
        <p>
          <a href="/operator/cache">Cache</a>
        </p>
        <h1>Cached result</h1>
        <p dir="auto">
          <Words>{cut(result.url)}</Words>
        </p>
        <p class="muted">{variantWords(result.key).join(' · ')}</p>
      </section>
      {said && <Said said={said} />}
      <div class="actions">
        {isServed && (
          <FormTo action="/operator/cache/refresh" visit={visit} busy="Rendering…">
            <input type="hidden" name="id" value={id} />
            <button class="button button-primary" type="submit">
              Render again
            </button>
          </FormTo>
        )}
        <a class="button" href={`/operator/cache/body?id=${id}`}>
          {image === undefined ? 'Show as text or file' : 'Show the image'}
        </a>
        <a class="button" href={`/operator/inspect?${new URLSearchParams({ url: result.url }).toString()}`}>
          Inspect
        </a>
        <a class="button" href={`/operator/cache/changes?${new URLSearchParams({ url: result.url }).toString()}`}>
          Changes
        </a>
        <a class="button" href={`/operator/cache/remove?id=${id}`}>
          Remove…
        </a>
      </div>
      {picture !== undefined && (
        <div class="picture">
          <img src={picture} alt={`Screenshot of ${URL.parse(result.url)?.host ?? 'the page'}`} />
        </div>
      )}
      <Part id="result" heading="Result">
        <dl class="facts">
          <Fact name="Response">
            <Outcome metadata={result} />
          </Fact>
          <Fact name="Verdict">{VERDICT_TEXTS[result.verdict].sentence}</Fact>
          <Fact name="State">
            <AgeBadge age={age} isServed={isServed} />
          </Fact>
          <Fact name="Rendered">
            <Moment at={result.storedAt} now={now} />
          </Fact>
          {result.renewedAt !== null && (
            <Fact name="Renewed">
              <Moment at={result.renewedAt} now={now} />
            </Fact>
          )}
          <Fact name="Expires">
            <Expiry at={expires} now={now} />
          </Fact>
          <Fact name="Requests">{requestsText(requests)}</Fact>
          <Fact name="Size">{bytes(result.size)}</Fact>
          <Fact name="Stored as">
            {stored.map(([coding, { byteLength }]) => `${coding} (${bytes(byteLength)})`).join(', ')}
          </Fact>
          {result.textLength !== null && <Fact name="Text">{count(result.textLength, 'character')}</Fact>}
          <Fact name="Tags">{result.tags.length === 0 ? 'none' : <Words>{result.tags.join(', ')}</Words>}</Fact>
        </dl>
        <p class="small muted">{COUNTED_SINCE}</p>
      </Part>
      <Part id="headers" heading="Headers">
        <Table
          columns={['Name', 'Value']}
          rows={result.headers.map(([name, value]) => [name, <Words>{cut(value)}</Words>])}
        />
      </Part>
    </>
  );
}

function Said({ said }: { said: 'stored' | 'not-stored' }): JSX.Element {
  return said === 'stored' ? (
    <Notice tone="success">
      <p role="status">The page was rendered again. This is the new result.</p>
    </Notice>
  ) : (
    <Notice tone="warning">
      <p role="status">
        The page was rendered again, but its new result is of a kind that is not stored, so this one is kept.
      </p>
    </Notice>
  );
}
