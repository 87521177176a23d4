import { chromium } from 'playwright-core';
import { findBrowser } from 'page-renderer';
import { CLIENTS } from './clients.ts';
import { decide } from './decide.ts';
import { startSite } from './site.ts';
const { executablePath, env } = await findBrowser();
const browser = await chromium.launch({ executablePath, env: { ...process.env, ...env }, args: ['--disable-gpu', '--no-sandbox'] });
await using site = await startSite();
const all: [string, Map<string, number[]>][] = [];
const state = process.argv[2] ?? 'rejected';
for (const client of CLIENTS.filter(({ name }) => !/Klaro/.test(name))) {
  const d = await decide(browser, site.url, client);
  const totals = new Map<string, number[]>();
  for (let i = 0; i < 5; i++) {
    const context = await browser.newContext({ storageState: (d.storage as any)[state] });
    const page = await context.newPage();
    await page.goto(site.url + '/blank');
    await page.waitForTimeout(300);
    await browser.startTracing(page, { categories: ['devtools.timeline', 'v8', 'disabled-by-default-devtools.timeline', 'blink', 'toplevel', ...(process.argv[3] ? ['disabled-by-default-v8.cpu_profiler'] : [])] });
    await page.goto(site.url + client.path + '/scripts');
    await page.waitForTimeout(1200);
    const { traceEvents } = JSON.parse((await browser.stopTracing()).toString());
    await context.close();
    const main = traceEvents.filter((e: any) => e.name === 'ParseHTML' || e.name==='EvaluateScript'||e.name==='v8.evaluateModule').map((e: any) => `${e.pid}/${e.tid}`);
    const count = new Map<string, number>(); for (const m of main) count.set(m, (count.get(m) ?? 0) + 1);
    const [key] = [...count].sort((a, b) => b[1] - a[1])[0]!;
    const events = traceEvents.filter((e: any) => e.ph === 'X' && `${e.pid}/${e.tid}` === key && e.tdur !== undefined).sort((a: any, b: any) => a.ts - b.ts || b.dur - a.dur);
    const stack: any[] = []; const self = new Map<string, number>();
    for (const e of events) {
      while (stack.length && stack.at(-1).ts + stack.at(-1).dur <= e.ts) stack.pop();
      const label = e.name + (e.name === 'FunctionCall' ? ' ' + (e.args?.data?.functionName || e.args?.data?.url?.slice(-30) || '') : '') + (e.name === 'EventDispatch' ? ' ' + e.args?.data?.type : '');
      if (stack.length) self.set(stack.at(-1).label, (self.get(stack.at(-1).label) ?? 0) - e.tdur);
      self.set(label, (self.get(label) ?? 0) + e.tdur);
      e.label = label; stack.push(e);
    }
    for (const [k, v] of self) totals.set(k, [...(totals.get(k) ?? []), v / 1000]);
  }
  all.push([client.name, totals] as any);
  console.log('\n##', client.name, state);
  const med = [...totals].map(([k, v]) => [k, (v.concat(Array(5 - v.length).fill(0)).sort((a, b) => a - b))[2]!] as const).sort((a, b) => b[1] - a[1]);
  console.log('sum', med.reduce((s, [, v]) => s + v, 0).toFixed(1));
  
}
const m5 = (v?: number[]) => (v ?? []).concat(Array(Math.max(0, 5 - (v?.length ?? 0))).fill(0)).sort((a, b) => a - b)[2]!;
const keys = new Set(all.flatMap(([, t]) => [...t.keys()]));
const rows = [...keys].map((k) => [k, ...all.map(([, t]) => m5(t.get(k)))] as const).sort((a, b) => Math.abs(b[1] - b[3]) - Math.abs(a[1] - a[3]));
for (const [k, ...v] of rows.slice(0, 40)) console.log(v.map((x) => x.toFixed(2)).join(' '), k);
await browser.close(); await site[Symbol.asyncDispose]?.().catch(() => {}); process.exit();
