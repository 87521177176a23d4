import type { OtherEndpoint, RenderEndpoint } from '../grammar/grammar.ts';

const GET = ['GET', 'HEAD'];

/** The methods of each endpoint. */
export const METHODS: Readonly<Record<RenderEndpoint | OtherEndpoint, readonly string[]>> = {
  home: GET,
  explain: GET,
  'explain-json': GET,
  inspect: GET,
  'inspect-json': GET,
  openapi: GET,
  livez: GET,
  readyz: GET,
  metrics: GET,
  cache: GET,
  purge: ['POST'],
  warm: [...GET, 'POST', 'DELETE'],
  audits: [...GET, 'POST', 'DELETE'],
  'content-hook': ['POST'],
  refresh: ['POST'],
  sitemap: GET,
  invalidate: GET,
  operator: [...GET, 'POST'],
  render: GET,
  screenshot: [...GET, 'POST'],
  'prerender-query': [...GET, 'POST'],
  'prerender-url': GET,
};
