/** Microsoft Clarity: https://learn.microsoft.com/en-us/clarity/setup-and-installation/clarity-consent-api-v2 */
import { page, type Signal } from './signal.ts';

interface Clarity {
  (...words: unknown[]): void;
  q?: unknown[];
}

export const microsoftClarity: Signal = {
  name: 'microsoft-clarity',
  tell({ types }) {
    const { ad_storage = 'denied', analytics_storage = 'denied' } = types ?? {};
    // The tag empties this queue when it is loaded.
    const clarity = (page['clarity'] ??= function queue(): void {
      // oxlint-disable-next-line prefer-rest-params
      (queue as Clarity).q = [...((queue as Clarity).q ?? []), arguments];
    }) as Clarity;
    clarity('consentv2', { ad_Storage: ad_storage, analytics_Storage: analytics_storage });
  },
};
