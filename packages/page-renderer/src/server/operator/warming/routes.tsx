/** `/operator/warming`: jobs of warming, the sitemaps of the configuration, and a form that begins a job. */
import { DEVICES } from '../../../options/warming.ts';
import { wallClock } from '../../../kernel/clock.ts';
import { RendererError } from '../../../kernel/errors.ts';
import { LINK_LIMITS } from '../../routes/warm.ts';
import type { OperatorView, Visit } from '../frame/visit.ts';
import { seeOther } from '../frame/visit.ts';
import { NoWarmingPage, WarmingPage } from './page.tsx';

/** `GET /operator/warming`. */
export async function showWarming(visit: Visit): Promise<OperatorView> {
  const { warming, cache } = visit.backend;
  if (!cache) return { title: 'Warming', current: 'warming', body: <NoWarmingPage /> };
  const jobs = (await warming.jobs()).map((job) => warming.viewOf(job));
  const body = <WarmingPage jobs={jobs} sitemaps={warming.sitemaps} now={wallClock()} visit={visit} />;
  return { title: 'Warming', current: 'warming', body };
}

/** `POST /operator/warming` with `sitemap`, `devices` and `by`. @throws {RendererError} */
export async function beginWarming({ backend, form }: Visit): Promise<Response> {
  const address = (form.get('sitemap') ?? '').trim();
  const devices = DEVICES.filter((device) => form.getAll('devices').includes(device));
  if (devices.length === 0) throw new RendererError('invalid-parameter', 'Choose at least one device');
  const variants = { devices, clients: ['middleware'] as const };
  const { warming } = backend;
  const url = /^[a-z][a-z\d+.-]*:\/\//i.test(address) ? address : `https://${address}`;
  const isByLinks = form.get('by') === 'links';
  const job = await (isByLinks ? warming.warmLinks(url, LINK_LIMITS, variants) : warming.warmSitemap(url, variants));
  backend.logger.info({ job: job.id }, 'an operator begins a warming job');
  return seeOther('/operator/warming');
}

/** `POST /operator/warming/cancel` with `id`. @throws {RendererError} `not-found` */
export async function cancelWarming({ backend, form }: Visit): Promise<Response> {
  const id = form.get('id') ?? '';
  const job = /^[\w-]{1,64}$/.test(id) ? await backend.warming.cancel(id) : undefined;
  if (!job) throw new RendererError('not-found', 'There is no such job');
  return seeOther('/operator/warming');
}
