/** The browsers of the table: Chromium takes all journeys, the others the short half. */
import { BROWSERS, type BrowserKind } from '../../browsers/drive/browsers.ts';
import type { Start, Transport } from '../../browsers/drive/commands.ts';
import { overHttp } from '../../browsers/drive/http.ts';
import { programNamed } from '../../browsers/drive/process.ts';

const program = programNamed('chromium', 'chromium-browser', 'google-chrome');
const driver = programNamed('chromedriver');

function startChromium({ cookies = true }: Start): Promise<Transport> {
  const args = ['--headless=new', '--disable-gpu', '--no-first-run', '--disable-background-networking', '--lang=en'];
  // Chromium refuses to start its sandbox as root, and containers of continuous integration run as root.
  if (process.getuid?.() === 0) args.push('--no-sandbox');
  const BLOCK = 2;
  const prefs = {
    intl: { accept_languages: 'en' },
    ...(!cookies && { profile: { default_content_setting_values: { cookies: BLOCK } } }),
  };
  return overHttp(driver!, { acceptInsecureCerts: true, 'goog:chromeOptions': { binary: program, args, prefs } }, {});
}

/** The repository's own browser, through its driver. */
export const CHROMIUM: BrowserKind = {
  name: 'Chromium',
  missing: Object.entries({ chromium: program, chromedriver: driver }).flatMap(([name, file]) =>
    file === null ? [name] : [],
  ),
  install: 'apt-get install chromium chromium-driver',
  lacks: [],
  start: startChromium,
};

/** Browsers in which the short half is walked. */
export const OTHERS: readonly BrowserKind[] = BROWSERS;
