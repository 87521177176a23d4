import type { Session } from '../../devtools/connection.ts';
import { DevToolsError } from '../../devtools/errors.ts';
import { RendererError } from '../../kernel/errors.ts';
import { SAY_AGENT } from '../../page/index.ts';
import type { PageJob } from './job.ts';
import type { RenderSettings } from './options.ts';
import type { UserAgent } from './user-agent.ts';
import type { WaitingWorker } from '../../devtools/waiting-worker.ts';

/** How a page is looked at. */
export type View = Pick<RenderSettings, 'width' | 'height' | 'mobile' | 'timezoneId' | 'scripts' | 'waitForSelector'>;

type Shown = Pick<PageJob, 'isolated' | 'look'> & { options: View };

/** A common phone: its width in CSS pixels, narrower views being taken as they are, and the pixels that each of them has. */
const PHONE = { width: 412, pixelRatio: 2.625 };

/** CSS pixels that the page is laid out for. */
export function viewportOf({ width, height, mobile }: Pick<View, 'width' | 'height' | 'mobile'>): {
  width: number;
  height: number;
} {
  return { width: mobile ? Math.min(width, PHONE.width) : width, height };
}

/**
 * `devicePixelRatio` of the page. Pictures have one pixel for each CSS pixel all the same, as those of Rendertron: a page
 * chooses the files of its pictures by the ratio, and is not drawn larger for it.
 */
export function pixelRatioOf({ mobile }: Pick<View, 'mobile'>): number {
  return mobile ? PHONE.pixelRatio : 1;
}

const LANDSCAPE = { type: 'landscapePrimary', angle: 90 } as const;
const PORTRAIT = { type: 'portraitPrimary', angle: 0 } as const;

/**
 * How large a page is drawn that nobody sees: most of the time that a long page takes would go into its pixels. Nothing in the
 * page tells of it, neither its sizes nor which of its parts are seen.
 */
const UNSEEN = 0.1;

/**
 * Shows the page in a window of some height, on the screen that the view says.
 *
 * @param height CSS pixels
 * @throws {DevToolsError}
 */
export async function showWindow({ isolated, options: view, look }: Shown, height: number): Promise<void> {
  const { mobile } = view;
  const { width, height: screenHeight } = viewportOf(view);
  const screenOrientation = width > screenHeight ? LANDSCAPE : PORTRAIT;
  await isolated.session.send('Emulation.setDeviceMetricsOverride', {
    width,
    height,
    mobile,
    scale: look.isSeen ? 1 : UNSEEN,
    deviceScaleFactor: pixelRatioOf(view),
    ...(mobile && { screenWidth: width, screenHeight, screenOrientation }),
  });
}

/**
 * Makes a fresh page look and behave as the view says.
 *
 * @throws {RendererError} `invalid-parameter` for the time zone, or for the selector
 * @throws {DevToolsError}
 */
export async function applyView(job: Shown): Promise<void> {
  const { session } = job.isolated;
  const { mobile, timezoneId, waitForSelector } = job.options;
  const zone = timezoneId === undefined ? undefined : session.send('Emulation.setTimezoneOverride', { timezoneId });
  await Promise.all([
    showWindow(job, viewportOf(job.options).height),
    session.send('Emulation.setTouchEmulationEnabled', { enabled: mobile, ...(mobile && { maxTouchPoints: 5 }) }),
    waitForSelector !== undefined && requireSelector(session, waitForSelector),
  ]);
  try {
    await zone;
  } catch (error) {
    if (!(error instanceof DevToolsError) || error.failure !== 'refused') throw error;
    throw new RendererError('invalid-parameter', `timezoneId: "${timezoneId}" is not a time zone`, { cause: error });
  }
}

/** Asks the empty page, as what is a selector depends on the browser. @throws {RendererError} `invalid-parameter` */
async function requireSelector(session: Session, selector: string): Promise<void> {
  const expression = `document.querySelector(${JSON.stringify(selector)})`;
  const { exceptionDetails } = await session.send('Runtime.evaluate', { expression });
  if (!exceptionDetails) return;
  throw new RendererError('invalid-parameter', `waitForSelector: "${selector}" is not a CSS selector`);
}

/** What the page and each of its frames with a process of its own has to be told. @throws {DevToolsError} */
export async function applyToFrame(session: Session, view: View, userAgent: UserAgent): Promise<void> {
  const { acceptLanguage } = userAgent;
  await Promise.all([
    acceptLanguage !== undefined && speak(session, acceptLanguage.split(',', 1)[0] ?? ''),
    session.send('Network.setBypassServiceWorker', { bypass: true }),
    session.send('Emulation.setUserAgentOverride', userAgent),
    !view.scripts && session.send('Emulation.setScriptExecutionDisabled', { value: true }),
  ]);
}

/** Makes dates and numbers those of a language. It holds for a process, in which another frame may have set it already. */
async function speak(session: Session, language: string): Promise<void> {
  // Chromium expects the form of ICU.
  await session
    .send('Emulation.setLocaleOverride', { locale: language.replaceAll('-', '_') })
    .catch((error: unknown) => {
      if (!(error instanceof DevToolsError) || error.failure !== 'refused') throw error;
    });
}

/** What each of its workers has to be told, so that it says the same as the page. @throws {DevToolsError} */
export async function applyToWorker(worker: WaitingWorker, agent: UserAgent): Promise<void> {
  const { session, kind } = worker;
  const parameters = [agent.userAgent, agent.platform, agent.acceptLanguage?.split(',')]
    .map((value) => JSON.stringify(value) ?? 'undefined')
    .join();
  await Promise.all([
    session.send('Network.setUserAgentOverride', agent),
    kind !== 'service' && session.send('Network.setBypassServiceWorker', { bypass: true }),
    worker.runFirst(`(${SAY_AGENT})(${parameters})`),
  ]);
}

/**
 * What goes to the target's own origin with languages and a user agent that the render or the configuration asks for: these, and the mark
 * by which a site's middleware knows a render, as one that looks like a bot would be rendered again, without end.
 */
export function headersFor({
  userAgent,
  acceptLanguage,
}: Pick<RenderSettings, 'userAgent' | 'acceptLanguage'>): Record<string, string> {
  return {
    ...(userAgent !== undefined && { 'User-Agent': userAgent, 'X-Prerender': '1' }),
    ...(acceptLanguage !== undefined && { 'Accept-Language': acceptLanguage }),
  };
}
