import type { Session } from '../devtools/connection.ts';
import { DevToolsError } from '../devtools/errors.ts';
import { RendererError } from '../errors.ts';
import type { RenderSettings } from './options.ts';

/** How a page is looked at. */
export type View = Pick<RenderSettings, 'width' | 'height' | 'mobile' | 'timezoneId' | 'scripts'>;

/** A common phone (CSS pixels). Narrower views are taken as they are. */
const PHONE_WIDTH = 412;

/** CSS pixels that the page is laid out for. */
export function viewportOf({ width, height, mobile }: View): { width: number; height: number } {
  return { width: mobile ? Math.min(width, PHONE_WIDTH) : width, height };
}

/**
 * Makes a fresh page look and behave as the view says.
 *
 * @throws {RendererError} `invalid-parameter` for the time zone
 * @throws {DevToolsError}
 */
export async function applyView(session: Session, view: View): Promise<void> {
  const { mobile, timezoneId } = view;
  const zone = timezoneId === undefined ? undefined : session.send('Emulation.setTimezoneOverride', { timezoneId });
  await Promise.all([
    session.send('Emulation.setDeviceMetricsOverride', { ...viewportOf(view), mobile, deviceScaleFactor: 1 }),
    session.send('Emulation.setTouchEmulationEnabled', { enabled: mobile }),
  ]);
  try {
    await zone;
  } catch (error) {
    if (!(error instanceof DevToolsError) || error.failure !== 'refused') throw error;
    throw new RendererError('invalid-parameter', `timezoneId: "${timezoneId}" is not a time zone`, { cause: error });
  }
}

/** What the page and each of its frames with a process of its own has to be told. @throws {DevToolsError} */
export async function applyToFrame(session: Session, view: View, userAgent: string): Promise<void> {
  await Promise.all([
    session.send('Network.setBypassServiceWorker', { bypass: true }),
    session.send('Emulation.setUserAgentOverride', { userAgent }),
    !view.scripts && session.send('Emulation.setScriptExecutionDisabled', { value: true }),
  ]);
}

/**
 * The browser's own user agent without the word that makes sites send a different page, and with our name, so that an
 * operator can tell renders in a log.
 *
 * @param product name and version of ours
 */
export function userAgentFor(browserUserAgent: string, mobile: boolean, product: string): string {
  const plain = browserUserAgent.replace('HeadlessChrome', 'Chrome');
  if (!mobile) return `${plain} ${product}`;
  const version = /Chrome\/[\d.]+/.exec(plain)?.[0] ?? 'Chrome/100.0.0.0';
  return `Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) ${version} Mobile Safari/537.36 ${product}`;
}
