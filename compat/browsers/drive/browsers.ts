/** The browsers that the journeys run in. Chromium is not among them: the tests of `npm test` run in it. */
import { globSync } from 'node:fs';
import type { Start, Transport } from './commands.ts';
import { overHttp } from './http.ts';
import { overMarionette } from './marionette.ts';
import { programNamed, startScreen } from './process.ts';

/** Something that a journey needs, and that a browser may lack. */
export type Feature = 'global privacy control' | 'scripts of the driver without JavaScript in the page';

/** A kind of browser. */
export interface BrowserKind {
  readonly name: string;
  /** Programs that are not installed; empty if it can be started. */
  readonly missing: readonly string[];
  /** The command that installs them on Debian. */
  readonly install: string;
  readonly lacks: readonly Feature[];
  start(options: Start): Promise<Transport>;
}

/** What is missing among programs, by name. */
const missingOf = (programs: Readonly<Record<string, string | null>>): string[] =>
  Object.entries(programs).flatMap(([name, file]) => (file === null ? [name] : []));

const firefox = programNamed('firefox-esr', 'firefox');
// WebKit's own small browser is not in the search path.
const [miniBrowser = null] = globSync('/usr/lib/*/{webkit2gtk-4.*,webkitgtk-6.*}/MiniBrowser');
const webKitDriver = programNamed('WebKitWebDriver');
const screen = programNamed('Xvfb');

async function startWebKit({ javaScript = true }: Start): Promise<Transport> {
  const display = await startScreen(screen!);
  try {
    const args = ['--automation', `--enable-javascript=${javaScript}`];
    const browser = await overHttp(
      webKitDriver!,
      { 'webkitgtk:browserOptions': { binary: miniBrowser, args } },
      { DISPLAY: display.name, LANG: 'en_GB.UTF-8' },
    );
    return {
      ...browser,
      async close() {
        await browser.close();
        await display.end();
      },
    };
  } catch (error) {
    await display.end();
    throw error;
  }
}

/** All of them. */
export const BROWSERS: readonly BrowserKind[] = [
  {
    name: 'Firefox',
    missing: missingOf({ 'firefox or firefox-esr': firefox }),
    install: 'apt-get install firefox-esr',
    lacks: [],
    start: (options) => overMarionette(firefox!, options),
  },
  {
    name: 'WebKitGTK',
    missing: missingOf({ WebKitWebDriver: webKitDriver, MiniBrowser: miniBrowser, Xvfb: screen }),
    install: 'apt-get install webkit2gtk-driver xvfb',
    lacks: ['global privacy control'],
    start: startWebKit,
  },
];
