/** The main task of the engine in the shop, on SQLite: as people do it, and as programs do it. */
import { after, before, describe, it } from 'node:test';
import type { Browser } from 'playwright-core';
import { walkInBrowser } from './support/browser-journey.ts';
import { launchBrowser } from '../../testing/browser.ts';
import { testsAll } from '../../testing/rounds.ts';
import { temporaryDatabase } from './support/databases.ts';
import { walkByJson } from './support/json-journey.ts';

let browser: Browser;
before(async () => {
  browser = await launchBrowser();
});
after(() => browser.close());

describe('the journey of policies from the first text to a restart completes', () => {
  it('in a browser', async () => {
    await walkInBrowser({ browser, databaseUrl: temporaryDatabase(), javaScriptEnabled: true });
  });

  if (testsAll)
    it('in a browser without JavaScript', async () => {
      await walkInBrowser({ browser, databaseUrl: temporaryDatabase(), javaScriptEnabled: false });
    });

  it('by JSON', async () => {
    await walkByJson(temporaryDatabase());
  });
});
