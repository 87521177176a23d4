import { chromium } from 'playwright-core';
import { findBrowser } from 'page-renderer';
import { CLIENTS } from './clients.ts';
import { decide } from './decide.ts';
import { openPage } from './measure.ts';
import { startSite } from './site.ts';
const { executablePath, env } = await findBrowser();
const browser = await chromium.launch({ executablePath, env: { ...process.env, ...env }, args: ['--disable-gpu', '--disable-background-networking', '--no-sandbox'] });
await using site = await startSite();
const clients = CLIENTS.filter(({ name }) => !/Klaro/.test(name));
const d = new Map(); for (const c of clients) d.set(c, await decide(browser, site.url, c));
const rounds = Number(process.argv[2] ?? 5);
const r: Record<string, number[]> = {};
const med = (v: number[]) => v.toSorted((a, b) => a - b)[Math.floor(v.length / 2)]!;
for (let i = -1; i < rounds; i++) {
  const m = async (path: string, storageState?: any) => { await using o = await openPage(browser, { blank: site.url + '/blank', url: site.url + path + '/scripts', storageState }); return o.start; };
  const bare = await m('/bare');
  for (const s of (process.argv[3] ?? 'rejected,accepted').split(',')) for (const c of clients) {
    const t = await m(c.path, s === 'undecided' ? undefined : d.get(c).storage[s]);
    if (i >= 0) for (const k of ['total', 'script', 'style', 'layout'] as const) (r[`${s} ${c.name} ${k}`] ??= []).push(t[k] - bare[k]);
  }
}
for (const [k, v] of Object.entries(r)) console.log(k, med(v).toFixed(2));
await browser.close(); process.exit();
