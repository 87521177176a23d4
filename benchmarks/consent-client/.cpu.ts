import { chromium } from 'playwright-core';
import { findBrowser } from 'page-renderer';
import { CLIENTS } from './clients.ts';
import { decide } from './decide.ts';
import { startSite } from './site.ts';
const { executablePath, env } = await findBrowser();
const browser = await chromium.launch({ executablePath, env: { ...process.env, ...env }, args: ['--disable-gpu', '--no-sandbox'] });
await using site = await startSite();
const state = process.argv[2] ?? 'rejected';
for (const client of CLIENTS.filter(({ name }) => !/Klaro/.test(name))) {
  const d = await decide(browser, site.url, client);
  const totals = new Map<string, number>();
  let n = 6;
  for (let i = 0; i < n; i++) {
    const context = await browser.newContext({ storageState: (d.storage as any)[state] });
    const page = await context.newPage();
    const cdp = await context.newCDPSession(page);
    await page.goto(site.url + '/blank');
    await cdp.send('Profiler.enable'); await cdp.send('Profiler.setSamplingInterval', { interval: 50 });
    await cdp.send('Profiler.start');
    await page.goto(site.url + client.path + '/scripts');
    await page.waitForTimeout(1000);
    const { profile } = await cdp.send('Profiler.stop');
    await context.close();
    const byId = new Map(profile.nodes.map((n) => [n.id, n]));
    profile.samples!.forEach((id, at) => { const { callFrame: f } = byId.get(id)!; const k = `${f.functionName || '(anon)'} ${f.url.slice(-22)}:${f.columnNumber}`; if (!/^\(idle|^\(program/.test(k)) totals.set(k, (totals.get(k) ?? 0) + profile.timeDeltas![at]! / 1000 / n); });
  }
  console.log('\n##', client.name, state, [...totals.values()].reduce((a, b) => a + b, 0).toFixed(2));
  for (const [k, v] of [...totals].sort((a, b) => b[1] - a[1]).slice(0, 22)) console.log(v.toFixed(2), k);
}
await browser.close(); process.exit();
