import { RANGES } from '../../../traffic/traffic.ts';
import { TrafficPage } from './page.tsx';
import type { OperatorView, Visit } from '../frame/visit.ts';

/** `GET /operator?range=hour`: what was requested, and what the service is doing now. */
export function showTraffic({ backend, parameters }: Visit): OperatorView {
  const range = RANGES.find((name) => name === parameters.get('range')) ?? 'hour';
  const view = backend.traffic.view(range);
  const body = <TrafficPage view={view} load={backend.load()} browserVersion={backend.browser.age?.version} />;
  return { title: 'Traffic', current: 'traffic', body };
}
