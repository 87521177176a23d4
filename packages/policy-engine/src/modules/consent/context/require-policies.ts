/**
 * `requirePolicies()`: people with pending blocking policies must decide first. Every host adapter uses this function.
 */
import { randomUUID } from 'node:crypto';
import { PolicyEngineError } from '../../../errors/errors.ts';
import { formatOfAccept } from '../../../platform/web/view/format.ts';
import type { Language } from '../../../platform/i18n/language.ts';
import { pathBelow } from '../../../platform/web/routing/mount.ts';
import { problemDocument, problemOf } from '../../../platform/web/response/problem.ts';
import { localPath } from '../../../platform/web/view/safe-href.ts';

/** What a host can declare about its own pages. */
export interface RequirePoliciesOptions {
  /**
   * Paths that stay open to people who have not decided yet, such as a legal notice; paths below them are open, too.
   * The engine's own paths, the sign-in and sign-out addresses and static files are always open.
   */
  readonly except?: readonly string[];
}

/** The response for somebody with pending policies: the redirect for a person, or the error for a program. */
export type PendingPoliciesResponse =
  | { readonly kind: 'redirect'; readonly location: string }
  | { readonly kind: 'problem'; readonly status: 403; readonly body: string };

/** One request of the host, as `requirePolicies` sees it. */
export interface HostRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: Headers;
  /** Names of the blocking policies that the visitor must decide on; queried only if the address is not always open. */
  readonly pending: () => Promise<readonly string[]>;
}

/** What `requirePolicies` knows of the engine. */
export interface RequirePoliciesSettings {
  /** Mount path of the engine. */
  readonly basePath: string;
  /** Addresses of sign-in and sign-out, which are always open. */
  readonly allowlist: readonly string[];
  readonly language: (wishes: string | null) => Language;
}

/** File extensions of page resources; data and documents are not among them. */
const STATIC = /\.(?:css|js|mjs|map|png|jpe?g|gif|svg|webp|avif|ico|woff2?|ttf|otf|webmanifest|mp4|webm|mp3|wasm)$/i;

/** The target is part of a URL; a longer one is left out. */
const LONGEST_TARGET = 1500;

/** Decides about one request. @returns null if it may continue */
export async function pendingPoliciesResponse(
  settings: RequirePoliciesSettings,
  options: RequirePoliciesOptions,
  request: HostRequest,
): Promise<PendingPoliciesResponse | null> {
  if (isOpen(settings, options, request)) return null;
  const pending = await request.pending();
  if (pending.length === 0) return null;
  return isNavigation(request) ? redirectFor(settings, request) : problemFor(settings, request, pending);
}

function isOpen(
  { basePath, allowlist }: RequirePoliciesSettings,
  { except = [] }: RequirePoliciesOptions,
  request: HostRequest,
): boolean {
  const { method, url, headers } = request;
  if (method === 'OPTIONS') return true;
  const { pathname } = url;
  if (isRead(method) && STATIC.test(pathname) && headers.get('sec-fetch-mode') !== 'navigate') return true;
  const paths = [basePath, ...allowlist.flatMap((address) => pathOn(url, address)), ...except];
  return paths.some((path) => path !== '' && pathBelow(path.replace(/\/+$/, ''), pathname) !== null);
}

/** The path of an address of this origin; an address of another origin opens nothing here. */
function pathOn(here: URL, address: string): string[] {
  if (!URL.canParse(address, here.href)) return [];
  const url = new URL(address, here);
  // The root would open everything below it.
  return url.origin === here.origin && url.pathname !== '/' ? [url.pathname] : [];
}

function isRead(method: string): boolean {
  return method === 'GET' || method === 'HEAD';
}

/** Browsers mark navigations; a program that asks for HTML is treated like a browser. */
function isNavigation({ headers }: HostRequest): boolean {
  const mode = headers.get('sec-fetch-mode');
  if (mode !== null && mode !== 'navigate') return false;
  const accept = headers.get('accept') ?? '';
  return formatOfAccept(accept) === 'html' && (accept.includes('text/html') || mode === 'navigate');
}

function redirectFor({ basePath }: RequirePoliciesSettings, { method, url }: HostRequest): PendingPoliciesResponse {
  const pending = `${basePath}/user_terms/pending`;
  // The content of a submitted form is lost, and its address may not support other methods.
  const target = isRead(method) ? encodeURIComponent(localPath(url.pathname + url.search, '')) : '';
  const query = target === '' || target.length > LONGEST_TARGET ? '' : `?return_to=${target}`;
  return { kind: 'redirect', location: pending + query };
}

function problemFor(
  { basePath, language }: RequirePoliciesSettings,
  request: HostRequest,
  pending: readonly string[],
): PendingPoliciesResponse {
  const error = new PolicyEngineError('policies_pending', 'policies_pending', {
    text: { key: 'error.policies_pending' },
  });
  const answerLanguage = language(request.headers.get('accept-language'));
  const requestId = request.headers.get('x-request-id') ?? '';
  const id = /^[\w.:-]{1,128}$/.test(requestId) ? requestId : randomUUID();
  const document = problemDocument(
    problemOf(error, answerLanguage, id, () => 403),
    request.url.pathname,
    id,
  );
  const body = JSON.stringify({ ...document, pending, url: `${basePath}/user_terms/pending` });
  return { kind: 'problem', status: 403, body };
}
