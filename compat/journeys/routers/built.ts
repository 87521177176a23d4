/** Sites that a tool chain builds, once for all tests. */
import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import express, { type Handler } from 'express';
import { PARTNER } from '../site/page.ts';

const home = path.join(import.meta.dirname, '..');

const done = new Set<string>();

/**
 * The pages of an app.
 *
 * @param program of its tool chain, below `node_modules`
 * @param output folder with what was built, below the app
 */
export function built(app: string, program: string, output: string): (partner: string) => Handler {
  const folder = path.join(home, 'apps', app);
  return (partner) => {
    if (!done.has(app)) {
      const env = { ...process.env, ASTRO_TELEMETRY_DISABLED: '1', NODE_ENV: 'production' };
      execFileSync(process.execPath, [path.join(home, 'node_modules', program), 'build'], {
        cwd: folder,
        env,
        stdio: 'pipe',
      });
      done.add(app);
    }
    const pages = express.Router();
    for (const file of globSync('**/*.{html,js,css}', { cwd: path.join(folder, output) })) {
      const text = readFileSync(path.join(folder, output, file), 'utf8').replaceAll(PARTNER, partner);
      const at = `/${file.replace(/(?:^|(?<=\/))index\.html$/, '')}`;
      pages.get(at, (_request, response) => response.type(path.extname(file)).send(text));
    }
    return pages;
  };
}
