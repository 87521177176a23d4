/** The configuration of a web server in front of the site, from the files of render-middleware. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Plan } from '#project-setup';
import type { Addresses } from './mounts.ts';

/** By the name of `--server`: the file in render-middleware, and how it is used. */
export const WEB_SERVERS: Readonly<Record<string, { readonly file: string; readonly use: string }>> = {
  nginx: { file: 'nginx.conf', use: 'include it in the http block of nginx.conf, then nginx -t && nginx -s reload' },
  caddy: { file: 'Caddyfile', use: 'caddy run --config Caddyfile' },
  apache: { file: 'apache.conf', use: 'Include it, with the modules headers, proxy, proxy_http, rewrite and setenvif' },
  cloudflare: { file: 'cloudflare-worker.js', use: 'deploy it as a module worker; not tested at Cloudflare itself' },
};

/** Addresses of a web server. */
export interface ServerAddresses extends Addresses {
  /** Host and port of the app. */
  readonly app: string;
  /** Host and port on which the web server listens. */
  readonly listen: string;
}

/** Plans the file of a web server. @returns how it is used; undefined if render-middleware is not installed */
export function planWebServer(
  folder: string,
  plan: Plan,
  name: string,
  { origin, renderer, app, listen }: ServerAddresses,
): string | undefined {
  const server = WEB_SERVERS[name];
  if (server === undefined) return undefined;
  const place = path.join(folder, 'node_modules', 'render-middleware', 'servers', server.file);
  if (!existsSync(place)) return undefined;
  const text = readFileSync(place, 'utf8')
    .replaceAll('127.0.0.1:3000', new URL(renderer).host)
    .replaceAll('127.0.0.1:8080', app)
    .replaceAll('127.0.0.1:8000', listen)
    .replaceAll('https://shop.example', origin);
  plan.create(server.file, `brings bots to the renderer, by ${name}`, text.replace(/\n$/, '').split('\n'));
  return server.use;
}
