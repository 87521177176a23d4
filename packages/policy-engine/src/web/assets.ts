/**
 * The panel's stylesheet and script: from memory, under a name that holds a hash of the content, so that browsers may keep
 * them for good. They are modules and not files beside the code because bundlers (Next, esbuild) carry modules along and
 * lose files.
 */
import { createHash } from 'node:crypto';
import { panelCss } from './assets/panel.css.ts';
import { panelJs } from './assets/panel.js.ts';
import { tokensCss } from './assets/tokens.css.ts';

interface Asset {
  /** Path below the mount path. */
  readonly path: string;
  readonly body: string;
  readonly type: string;
  readonly etag: string;
}

function assetOf(name: string, extension: string, type: string, body: string): Asset {
  const hash = createHash('sha256').update(body).digest('base64url').slice(0, 16);
  return { path: `/assets/${name}.${hash}.${extension}`, body, type, etag: `"${hash}"` };
}

const ASSETS: ReadonlyMap<string, Asset> = new Map([
  ['panel.css', assetOf('panel', 'css', 'text/css; charset=utf-8', tokensCss + panelCss)],
  ['panel.js', assetOf('panel', 'js', 'text/javascript; charset=utf-8', panelJs)],
]);
const BY_PATH: ReadonlyMap<string, Asset> = new Map([...ASSETS.values()].map((asset) => [asset.path, asset]));

/**
 * Path of an asset below the mount path.
 *
 * @throws TypeError if there is none of that name
 */
export function assetUrl(name: string): string {
  const asset = ASSETS.get(name);
  if (asset === undefined) throw new TypeError(`There is no asset "${name}"`);
  return asset.path;
}

/** Answers a request for an asset; null if the path is none or the method isn't a reading one. */
export function respondAsset(request: Request, path: string): Response | null {
  const asset = BY_PATH.get(path);
  if (asset === undefined || (request.method !== 'GET' && request.method !== 'HEAD')) return null;
  const headers = {
    'cache-control': 'public, max-age=31536000, immutable',
    etag: asset.etag,
    'x-content-type-options': 'nosniff',
  };
  if (request.headers.get('if-none-match') === asset.etag) return new Response(null, { status: 304, headers });
  const body = request.method === 'HEAD' ? null : asset.body;
  return new Response(body, { headers: { ...headers, 'content-type': asset.type } });
}
