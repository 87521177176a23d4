/**
 * Stylesheets and scripts: from memory, under a name that contains a hash of the content, so that browsers may keep
 * them permanently. `npm run generate` writes their modules from the style sheets and scripts beside the code.
 */
import { createHash } from 'node:crypto';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { parseAccept } from 'hono/utils/accept';
import { bannerJs, consentCss, consentJs, embedJs, forgetJs, rareJs, scriptsJs } from './assets/consent.generated.ts';
import { editorJs, panelCss, panelJs, richJs } from './assets/panel.generated.ts';
import { reply } from './response/reply.ts';

interface Asset {
  readonly name: string;
  /** Path below the mount path. */
  readonly path: string;
  readonly body: string;
  readonly type: string;
  readonly hash: string;
  /** Also served under its plain name, for pages that are not regenerated when the engine is updated. */
  readonly isNamed: boolean;
}

const CSS = 'text/css; charset=utf-8';
const JS = 'text/javascript; charset=utf-8';

const hashOf = (body: string): string => createHash('sha256').update(body).digest('base64url').slice(0, 6);

function assetOf(name: string, type: string, body: string, isNamed = false): Asset {
  const hash = hashOf(body);
  return { name, path: `/assets/${name.replace(/(?=\.\w+$)/, `.${hash}`)}`, body, type, hash, isNamed };
}

/** Joined at run time: server bundlers such as Nitro replace the expression, even inside a text. */
const SCRIPT_URL = ['import', 'meta', 'url'].join('.');

const embed = assetOf('embed.js', JS, embedJs);
const forget = assetOf('forget.js', JS, forgetJs);
const banner = assetOf('banner.js', JS, bannerJs);
const rare = assetOf('rare.js', JS, rareJs);
const scripts = assetOf('scripts.js', JS, scriptsJs);
/** The banner's script knows its own address, and the files beside it that it loads on demand. */
const consent = consentJs
  .replace('SCRIPT_URL', SCRIPT_URL)
  .replace('EMBED_FILE', path.basename(embed.path))
  .replace('BANNER_FILE', path.basename(banner.path))
  .replace('FORGET_FILE', path.basename(forget.path))
  .replace('RARE_FILE', path.basename(rare.path))
  .replace('SCRIPTS_FILE', path.basename(scripts.path));

/** Where the banner's script has what is the same for everybody in this site. */
const FACTS = /\bSITE_FACTS\b/g;

const ASSETS: readonly Asset[] = [
  assetOf('panel.css', CSS, panelCss),
  assetOf('panel.js', JS, panelJs),
  assetOf('editor.js', JS, editorJs),
  assetOf('rich.js', JS, richJs),
  assetOf('consent.css', CSS, consentCss, true),
  assetOf('consent.js', JS, withFacts(consent, null), true),
  embed,
  forget,
  banner,
  rare,
  scripts,
];

/**
 * The banner's script with facts of the site. Under its name with a hash it has none: pages that a server drew contain the state.
 *
 * @param facts any JSON
 */
export function withFacts(script: string, facts: unknown): string {
  return script.replaceAll(FACTS, () => JSON.stringify(facts));
}

/** The asset under its plain name. */
async function named(asset: Asset, facts: (() => Promise<unknown>) | undefined): Promise<Asset> {
  if (asset.name !== 'consent.js' || facts === undefined || consent.search(FACTS) === -1) return asset;
  const body = withFacts(consent, await facts());
  return { ...asset, body, hash: hashOf(body) };
}

/**
 * Path of an asset below the mount path.
 *
 * @throws TypeError if there is no asset of that name
 */
export function assetUrl(name: string): string {
  return assetNamed(name).path;
}

/**
 * Content of an asset.
 *
 * @throws TypeError if there is no asset of that name
 */
export function assetText(name: string): string {
  return assetNamed(name).body;
}

function assetNamed(name: string): Asset {
  const asset = ASSETS.find((one) => one.name === name);
  if (asset === undefined) throw new TypeError(`There is no asset "${name}"`);
  return asset;
}

const gzipped = promisify(gzip);
const CODINGS = { br: promisify(brotliCompress), gzip: (body: string) => gzipped(body, { level: 9 }) } as const;
type Coding = keyof typeof CODINGS;

/** The best coding that the caller accepts (RFC 9110 §12.5.3); a weight of zero excludes a coding. */
function codingFor(header: string | null): Coding | null {
  const accepted = parseAccept((header ?? '').slice(0, 1000)).filter(({ q }) => q > 0);
  const taken = new Set(accepted.map(({ type }) => type.toLowerCase()));
  return (['br', 'gzip'] as const).find((coding) => taken.has(coding)) ?? null;
}

const compressed = new Map<string, Promise<Uint8Array<ArrayBuffer>>>();

/** Facts change with each text that is published. */
const MOST_COMPRESSED = 50;

/** Compressed once, at the first request. */
function compress({ hash, body }: Asset, coding: Coding): Promise<Uint8Array<ArrayBuffer>> {
  const key = `${coding} ${hash}`;
  if (compressed.size >= MOST_COMPRESSED) compressed.clear();
  const known = compressed.get(key) ?? CODINGS[coding](body);
  compressed.set(key, known);
  return known;
}

/** Whether the caller has this content, in any coding. */
function isKnown(request: Request, { hash }: Asset): boolean {
  const tags = request.headers.get('if-none-match') ?? '';
  return tags.split(',').some((tag) => new RegExp(`^(?:W/)?"${hash}(?:-br|-gzip)?"$`).test(tag.trim()));
}

/**
 * A name with a hash, of this version or of another. While an update is rolled out, a page of one version may send requests to
 * a process of another, and a cached script may request a file of its own version: then the current file of that name is
 * sent, without caching.
 */
const HASHED = /^\/assets\/(?<name>[\w-]+)\.[\w-]{6}(?<end>\.\w+)$/;

/**
 * Answers a request for an asset; null if the path is not an asset or the method does not read.
 *
 * @param facts what the banner's script knows under its plain name; must neither fail nor take long
 */
export async function respondAsset(
  request: Request,
  path: string,
  facts?: () => Promise<unknown>,
): Promise<Response | null> {
  if (!path.startsWith('/assets/')) return null;
  const hashed = HASHED.exec(path)?.groups;
  const known = ASSETS.find(({ name, isNamed }) =>
    hashed === undefined ? isNamed && path === `/assets/${name}` : name === `${hashed['name']}${hashed['end']}`,
  );
  if (known === undefined || (request.method !== 'GET' && request.method !== 'HEAD')) return null;
  const asset = hashed === undefined ? await named(known, facts) : known;
  const coding = codingFor(request.headers.get('accept-encoding'));
  const current = path === asset.path ? 'public, max-age=31536000, immutable' : 'no-cache';
  const headers = {
    'cache-control': hashed === undefined ? 'public, max-age=600, must-revalidate' : current,
    etag: coding === null ? `"${asset.hash}"` : `"${asset.hash}-${coding}"`,
    vary: 'Accept-Encoding',
    'x-content-type-options': 'nosniff',
  };
  if (isKnown(request, asset)) return reply(304, null, headers);
  const described = { ...headers, 'content-type': asset.type, ...(coding !== null && { 'content-encoding': coding }) };
  if (request.method === 'HEAD') return reply(200, null, described);
  return reply(200, coding === null ? asset.body : await compress(asset, coding), described);
}
