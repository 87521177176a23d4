import type { Protocol } from 'devtools-protocol';
import type { RenderSettings } from './options.ts';

/** How the browser identifies itself to a page, in headers and to its scripts. */
export type UserAgent = Pick<
  Protocol.Emulation.SetUserAgentOverrideRequest,
  'userAgent' | 'platform' | 'userAgentMetadata' | 'acceptLanguage'
>;

type Asked = Pick<RenderSettings, 'mobile' | 'userAgent'>;

/** Where a browser runs: what the first words of its user agent say, what hints and `navigator.platform` call it. */
const SYSTEMS = [
  { words: /Windows NT/, hint: 'Windows', platform: 'Win32' },
  { words: /Macintosh/, hint: 'macOS', platform: 'MacIntel' },
  { words: /CrOS/, hint: 'Chrome OS', platform: 'Linux x86_64' },
  { words: /^/, hint: 'Linux', platform: 'Linux x86_64' },
];

/** As Chromium on Android says, whatever the phone: its user agent is frozen (https://www.chromium.org/updates/ua-reduction/). */
const PHONE = { system: 'Linux; Android 10; K', hint: 'Android', version: '10', model: 'K', platform: 'Linux armv81' };

/**
 * The browser's own user agent without the word that makes sites send a different page, and with our name, so that an
 * operator can tell renders in a log; and client hints that say the same (https://wicg.github.io/ua-client-hints/).
 *
 * @param browserUserAgent as the browser would send it
 * @param asked for `mobile` as Chromium says it on a phone; one of the render's own, or of the configuration, goes as it is, and without hints
 * @param product name and version of ours
 */
export function userAgentFor(browserUserAgent: string, asked: Asked, product: string): UserAgent {
  const { mobile, userAgent } = asked;
  if (userAgent !== undefined) return { userAgent };
  const plain = browserUserAgent.replace('HeadlessChrome', 'Chrome');
  const version = /Chrome\/(?<version>[\d.]+)/.exec(plain)?.groups?.['version'] ?? '100.0.0.0';
  const brands = (of: string, other: string) => [
    { brand: 'Chromium', version: of },
    // Chromium names one that does not exist, so that nobody relies on there being one.
    { brand: 'Not_A Brand', version: other },
  ];
  const common = {
    brands: brands(version.split('.', 1)[0] ?? '', '99'),
    fullVersionList: brands(version, '99.0.0.0'),
    fullVersion: version,
    mobile,
    wow64: false,
  };
  if (mobile) {
    const { system, hint, version: platformVersion, model, platform } = PHONE;
    const words = `Mozilla/5.0 (${system}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${version} Mobile Safari/537.36`;
    const phone = { platform: hint, platformVersion, model, architecture: '', bitness: '', formFactors: ['Mobile'] };
    return { userAgent: `${words} ${product}`, platform, userAgentMetadata: { ...common, ...phone } };
  }
  const { hint, platform } = SYSTEMS.find(({ words }) => words.test(plain)) ?? { hint: '', platform: '' };
  const desktop = {
    platform: hint,
    platformVersion: '',
    model: '',
    architecture: 'x86',
    bitness: '64',
    formFactors: ['Desktop'],
  };
  return { userAgent: `${plain} ${product}`, platform, userAgentMetadata: { ...common, ...desktop } };
}
