/**
 * Rendertron's `puppeteerArgs`: flags that the browser is started with. A flag can open what the service guards (`--proxy-server`,
 * `--disable-web-security`), so that none is handed on. Those that Rendertron's users write have an option here, or no effect.
 */
import { isAlwaysSet } from '../browser/start/flags.ts';
import type { KeyOutcome } from './outcome.ts';

/** Flags without an effect here, by their names, and why. */
const WITHOUT_EFFECT: Readonly<Record<string, string>> = {
  '--disable-setuid-sandbox': 'that sandbox is not used',
  '--disable-accelerated-2d-canvas': 'pages are drawn without a graphics card',
  '--disable-software-rasterizer': 'pages are drawn without a graphics card, by this rasterizer',
  '--disable-notifications': 'there is no user to notify',
  '--disable-translate': 'pages are never translated',
  '--headless': 'the browser always runs without a window',
  '--no-zygote': 'it only changes how processes are started',
  '--single-process': 'pages are isolated in processes of their own',
  '--start-maximized': 'the viewport is "width" and "height"',
  '--window-size': 'the viewport is "width" and "height"',
};
const REFUSED =
  'flags are not passed to the browser; if you need this one, set "executablePath" to a script that starts the browser with it';

/** What they come to; the value of `sandbox` where they set it. */
export interface TakenArgs {
  readonly sandbox: boolean | undefined;
  readonly outcomes: readonly KeyOutcome[];
}

/** @param isSandboxGiven whether the configuration has `sandbox`, which counts then */
export function takePuppeteerArgs(given: unknown, isSandboxGiven: boolean): TakenArgs {
  if (!Array.isArray(given)) {
    return {
      sandbox: undefined,
      outcomes: [{ key: 'puppeteerArgs', outcome: 'refused', reason: 'expected a list of flags' }],
    };
  }
  if (given.length === 0) {
    return {
      sandbox: undefined,
      outcomes: [{ key: 'puppeteerArgs', outcome: 'ignored', reason: 'the list is empty' }],
    };
  }
  const flags: readonly unknown[] = given;
  const isUnsandboxed = flags.includes('--no-sandbox') && !isSandboxGiven;
  return {
    sandbox: isUnsandboxed ? false : undefined,
    outcomes: flags.map((flag, index) => outcomeOf(`puppeteerArgs.${index}`, flag, isSandboxGiven)),
  };
}

function outcomeOf(key: string, flag: unknown, isSandboxGiven: boolean): KeyOutcome {
  if (typeof flag !== 'string') return { key, outcome: 'refused', reason: 'expected the text of a flag' };
  if (flag === '--no-sandbox') {
    if (isSandboxGiven) return { key, outcome: 'ignored', reason: `${flag}: "sandbox" is set and is used` };
    const note = `${flag}: an attacker who escapes a page has all rights of this user; remove it if the browser starts without it`;
    return { key, outcome: 'taken-as', option: 'sandbox', value: false, note };
  }
  if (isAlwaysSet(flag)) return { key, outcome: 'ignored', reason: `${flag}: the browser is always started with it` };
  const reason = WITHOUT_EFFECT[flag.split('=', 1)[0] ?? ''];
  if (reason !== undefined) return { key, outcome: 'ignored', reason: `${flag}: ${reason}` };
  return { key, outcome: 'refused', reason: `${flag}: ${REFUSED}` };
}
