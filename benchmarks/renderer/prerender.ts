/** Prerender, started as by its own `server.js`, with the flags that root needs. */
import { createRequire } from 'node:module';

const prerender = createRequire(import.meta.url)('prerender') as (options: object) => { start: () => void };
prerender({
  port: Number(process.env['PORT']),
  chromeLocation: process.env['CHROME_PATH'],
  extraChromeFlags: ['--no-sandbox', '--disable-features=HttpsUpgrades'],
  browserDebuggingPort: 20_000 + (process.pid % 10_000),
}).start();
