/**
 * `npm run site [-- --url https://docs.example/]`: builds the site from the documents of the repository into `site/dist/web`. Nothing is
 * fetched. With `--url`, pages name their canonical address, and there is a sitemap.
 *
 * Beside each page is its Markdown, at the address of the page with `.md` (an index: `index.md`); `llms.txt` lists the pages, and
 * `llms-full.txt` contains all guides.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { fullText, listOfPages } from './llms.ts';
import { makeSite, ROOT } from './pages.ts';

const { values } = parseArgs({ options: { url: { type: 'string' } } });
const here = import.meta.dirname;
const content = path.join(here, 'dist', 'content');
const web = path.join(here, 'dist', 'web');

function write(folder: string, file: string, text: string): void {
  const target = path.join(folder, file);
  mkdirSync(path.dirname(target), { recursive: true });
  writeFileSync(target, text);
}

const site = makeSite();
rmSync(path.join(here, 'dist'), { recursive: true, force: true });
for (const { file, text } of site.pages) write(content, file, text);
for (const [file, source] of site.files) {
  // Images are read beside the page, everything else is served as it is.
  for (const folder of [content, path.join(content, 'public')]) {
    cpSync(path.join(ROOT, source), path.join(folder, file));
  }
}
const vitepress = path.join(here, 'node_modules', 'vitepress', 'bin', 'vitepress.js');
const env = { ...process.env, ...(values.url !== undefined && { SITE_URL: values.url }) };
const { status } = spawnSync(process.execPath, [vitepress, 'build', here], { cwd: here, env, stdio: 'inherit' });
if (status !== 0) process.exit(1);
for (const { file, text } of site.pages) write(web, file, text);
write(web, 'llms.txt', listOfPages(site.pages));
write(web, 'llms-full.txt', fullText(site.pages));
process.stdout.write(`${site.pages.length} pages in ${path.relative(process.cwd(), web)}\n`);
