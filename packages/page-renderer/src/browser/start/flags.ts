import type { BrowserBinary } from '../find/binary.ts';

/**
 * Features of Chromium whose requests the browser itself sends, where they can be neither judged nor held. No page needs them to be
 * rendered: they wait for a person, or load pages that are not opened.
 */
const UNSEEN_FEATURES: readonly string[] = [
  // `navigator.credentials.get({ identity })`
  'FedCm',
  // The manifest of a payment method of `PaymentRequest`.
  'WebPayments',
  // The prefetch that takes the place of a prerendered page.
  'Prerender2FallbackPrefetchSpecRules',
];

/** There is no switch for prefetches of speculation rules, but a limit: none is ever started. */
const WITHOUT_PREFETCH =
  '--enable-features=PrefetchMultipleActiveSetSizeLimitForBase:prefetch_multiple_active_set_size_limit_for_base_value/0';

/** Flags without which the browser itself sends requests of pages. */
export const WITHOUT_UNSEEN: readonly string[] = [`--disable-features=${UNSEEN_FEATURES.join(',')}`, WITHOUT_PREFETCH];

/**
 * Preloads of Early Hints (status 103) are neither held nor reported, and no switch turns them off: a browser follows them over
 * HTTP/2 only. Pages load more slowly without it, so it is turned off only where requests to some addresses must not be sent.
 */
export const WITHOUT_EARLY_HINTS: readonly string[] = ['--disable-http2'];

/** Features of Chromium that a render does not need, or that interfere with it. */
const WITHOUT_FEATURES = [
  ...UNSEEN_FEATURES,
  // Chromium's upgrade to https would look like a redirect that the target never sent.
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'Translate',
  'MediaRouter',
  'OptimizationHints',
  'AutofillServerCommunication',
  // A page is one target from the beginning.
  'Prerender2',
  'BackForwardCache',
  'AcceptCHFrame',
  // Reports of a page would be sent with the next one.
  'Reporting',
  'NetworkErrorLogging',
  // Pages of one site in different browser contexts share no process.
  'ProcessPerSiteUpToMainFrameThreshold',
];

/**
 * UDP would bypass the proxy that checks connections of pages. Chromium 156 and its headless shell know the flag for WebRTC by
 * different names, and browsers ignore flags that they do not know.
 */
export const WITHOUT_UDP: readonly string[] = [
  '--disable-quic',
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
];

const FLAGS = [
  '--remote-debugging-pipe',
  '--disable-gpu',
  '--hide-scrollbars',
  '--mute-audio',
  '--no-first-run',
  '--no-pings',
  '--no-default-browser-check',
  '--allow-pre-commit-input',
  '--disable-background-networking',
  '--disable-background-timer-throttling',
  '--disable-backgrounding-occluded-windows',
  '--disable-breakpad',
  '--disable-client-side-phishing-detection',
  '--disable-component-extensions-with-background-pages',
  '--disable-component-update',
  '--disable-crash-reporter',
  '--disable-default-apps',
  '--disable-dev-shm-usage',
  '--disable-domain-reliability',
  '--disable-extensions',
  // Otherwise its folder is searched for shaders whenever the data of pages is cleared, after every page.
  '--disable-gpu-shader-disk-cache',
  '--disable-hang-monitor',
  '--disable-infobars',
  '--disable-prompt-on-repost',
  '--disable-renderer-backgrounding',
  '--disable-search-engine-choice-screen',
  // Parts that a page moves smoothly would still move while they are put back where they were.
  '--disable-smooth-scrolling',
  '--disable-sync',
  '--enable-automation',
  '--force-color-profile=srgb',
  '--metrics-recording-only',
  // A page gets the process of the previous page in its context; contexts and sites share none, whatever the limit.
  '--renderer-process-limit=1',
  '--password-store=basic',
  '--use-mock-keychain',
  ...WITHOUT_UDP,
  // Nothing may connect outside of a browser context, each of which has a proxy of its own.
  '--proxy-server=socks5://127.0.0.1:1',
  '--proxy-bypass-list=<-loopback>',
  `--disable-features=${WITHOUT_FEATURES.join(',')}`,
  WITHOUT_PREFETCH,
];

/** Whether every browser is started with exactly this flag. */
export function isAlwaysSet(flag: string): boolean {
  return FLAGS.includes(flag);
}

/** The flags with which a browser is started. */
export function flagsFor(
  { kind }: BrowserBinary,
  userDataDir: string,
  { isSandboxed, flags }: { isSandboxed: boolean; flags: readonly string[] },
): string[] {
  return [
    ...FLAGS,
    ...flags,
    kind === 'headless-shell' ? '--headless' : '--headless=new',
    ...(isSandboxed ? [] : ['--no-sandbox']),
    `--user-data-dir=${userDataDir}`,
    'about:blank',
  ];
}
