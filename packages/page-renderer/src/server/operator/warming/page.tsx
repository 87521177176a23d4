/** The jobs of warming. */
import type { JSX } from 'hono/jsx/jsx-runtime';
import type { WarmedSitemap } from '../../../options/warming.ts';
import type { JobPhase, JobView } from '../../../warming/jobs/job.ts';
import { Table, Words } from '../../inspect/page/parts.tsx';
import { count } from '../../pages/format.ts';
import { Badge } from '../../pages/notice.tsx';
import type { Tone } from '../../pages/texts.ts';
import { AddressField, FormTo, Part, PauseButton } from '../frame/frame.tsx';
import { Moment, span } from '../frame/moments.tsx';
import { cut } from '../frame/results.tsx';
import type { Visit } from '../frame/visit.ts';

/** Milliseconds between two updates of the page. */
const LIVE = 2_000;
/** Number of errors of a job that are shown. */
const SHOWN = 20;

const PHASES: Readonly<Record<JobPhase, { tone: Tone; label: string }>> = {
  reading: { tone: 'neutral', label: 'Finding pages' },
  working: { tone: 'neutral', label: 'Rendering' },
  done: { tone: 'success', label: 'Done' },
  cancelled: { tone: 'neutral', label: 'Cancelled' },
  failed: { tone: 'danger', label: 'Failed' },
};

/** The page without a cache. */
export function NoWarmingPage(): JSX.Element {
  return (
    <section class="stack">
      <h1>Warming</h1>
      <div class="empty stack">
        <h2>No cache is configured</h2>
        <p>
          There is nothing to warm. Set the option <code>cache</code> to <code>memory</code>, <code>filesystem</code> or{' '}
          <code>redis</code>.
        </p>
      </div>
    </section>
  );
}

interface WarmingPageProps {
  jobs: readonly JobView[];
  /** Those that the configuration has read again and again. */
  sitemaps: readonly WarmedSitemap[];
  now: number;
  visit: Visit;
}

/** The page. */
export function WarmingPage(props: WarmingPageProps): JSX.Element {
  const { jobs, sitemaps, visit } = props;
  const isOpen = ({ state }: JobView) => state === 'reading' || state === 'working';
  const [open, over] = [jobs.filter(isOpen), jobs.filter((job) => !isOpen(job))];
  return (
    <>
      <section class="head">
        <div class="stack">
          <h1>Warming</h1>
          <p class="muted">Pages are rendered before anybody requests them, at the pace of their site.</p>
        </div>
        <PauseButton />
      </section>
      <Begin visit={visit} />
      <div class="live" data-live={String(LIVE)}>
        <Part
          id="queue"
          heading={open.length === 0 ? 'No job in progress' : `${count(open.length, 'job')} in progress`}
        >
          {open.length === 0 && <p class="muted">Everything that was asked for is done.</p>}
          {open.map((job) => (
            <OpenJob job={job} visit={visit} />
          ))}
        </Part>
        {sitemaps.length > 0 && <Sitemaps {...props} />}
        {over.length > 0 && <Over jobs={over} now={props.now} />}
      </div>
    </>
  );
}

function Begin({ visit }: { visit: Visit }): JSX.Element {
  return (
    <FormTo action="/operator/warming" visit={visit} busy="Starting…" card={true}>
      <AddressField
        name="sitemap"
        label="Sitemap, or address of a site"
        example="https://example.com/sitemap.xml"
        button="Warm"
      />
      <div class="actions">
        <label class="check">
          <input type="checkbox" name="devices" value="desktop" checked />
          Desktop
        </label>
        <label class="check">
          <input type="checkbox" name="devices" value="mobile" />
          Mobile
        </label>
        <label class="check">
          <input type="checkbox" name="by" value="links" />
          Follow links instead of a sitemap
        </label>
      </div>
    </FormTo>
  );
}

/** What a job is about. */
function Source({ job: { source, sitemap, links, prefix } }: { job: JobView }): JSX.Element {
  if (sitemap !== null) return <Words>{cut(sitemap)}</Words>;
  if (links !== null) {
    return (
      <>
        Links from <Words>{cut(links)}</Words>
      </>
    );
  }
  if (source === 'demand') return <>Pages that are requested often</>;
  if (source === 'urls') return <>A list of pages</>;
  return prefix === null || prefix === '' ? <>All results, refreshed</> : <Words>{cut(`${prefix}*`)}</Words>;
}

function OpenJob({ job, visit }: { job: JobView; visit: Visit }): JSX.Element {
  const { id, state, found, left, perSecond, secondsLeft } = job;
  const finished = Math.max(0, found - left);
  const rest = secondsLeft === null ? '' : `, about ${span(secondsLeft * 1_000)} left`;
  return (
    <article class="card stack">
      <h3>
        <Source job={job} />
      </h3>
      <p class="actions">
        <Badge tone={PHASES[state].tone}>{PHASES[state].label}</Badge>
        <span>{resultsText(job)}</span>
      </p>
      <progress max={Math.max(found, 1)} value={finished} aria-label="Finished pages"></progress>
      <p class="small muted">
        {count(finished)} of {count(found)} finished, {perSecond} per second{rest}
      </p>
      <Errors job={job} />
      <FormTo action="/operator/warming/cancel" visit={visit}>
        <input type="hidden" name="id" value={id} />
        <button class="button button-small" type="submit">
          Cancel
        </button>
      </FormTo>
    </article>
  );
}

function Sitemaps({ sitemaps, jobs, now }: WarmingPageProps): JSX.Element {
  return (
    <Part id="sitemaps" heading="Sitemaps that are kept fresh">
      <div class="compact">
        <Table
          columns={['Sitemap', 'Every', 'Devices', 'Last read', 'Outcome']}
          rows={sitemaps.map(({ url, everyMinutes, devices }) => {
            const last = jobs.find(({ sitemap }) => sitemap === URL.parse(url)?.href);
            return [
              <Words>{cut(url)}</Words>,
              span(everyMinutes * 60_000),
              devices.join(', '),
              last ? <Moment at={Date.parse(last.createdAt)} now={now} /> : 'not yet',
              last ? <Badge tone={PHASES[last.state].tone}>{PHASES[last.state].label}</Badge> : '–',
            ];
          })}
        />
      </div>
    </Part>
  );
}

function Over({ jobs, now }: { jobs: readonly JobView[]; now: number }): JSX.Element {
  return (
    <Part id="over" heading="Finished jobs">
      <div class="compact">
        <Table
          columns={['Pages of', 'State', 'Results', 'Begun', 'Errors']}
          rows={jobs.map((job) => [
            <Source job={job} />,
            <Badge tone={PHASES[job.state].tone}>{PHASES[job.state].label}</Badge>,
            resultsText(job),
            <Moment at={Date.parse(job.createdAt)} now={now} />,
            job.errors.length === 0 ? '–' : <Errors job={job} />,
          ])}
        />
      </div>
    </Part>
  );
}

function resultsText({ done, fresh, failed, refused }: JobView): string {
  const parts = [
    `${count(done)} rendered`,
    ...(fresh > 0 ? [`${count(fresh)} fresh already`] : []),
    ...(failed > 0 ? [`${count(failed)} failed`] : []),
    ...(refused > 0 ? [`${count(refused)} refused`] : []),
  ];
  return parts.join(', ');
}

function Errors({ job: { id, errors } }: { job: JobView }): JSX.Element {
  if (errors.length === 0) return <></>;
  return (
    <details id={`errors-${id}`}>
      <summary>{count(errors.length, 'error')}</summary>
      <ul class="list small">
        {errors.slice(0, SHOWN).map(({ url, error }) => (
          <li>
            <bdi>{url === '' ? 'The job' : cut(url)}</bdi>: {cut(error)}
          </li>
        ))}
      </ul>
      {errors.length > SHOWN && <p class="small muted">The others are in the response of GET /warm/{id}.</p>}
    </details>
  );
}
