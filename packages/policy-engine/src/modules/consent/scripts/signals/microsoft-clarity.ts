/** Microsoft Clarity, consent API v2: https://learn.microsoft.com/en-us/clarity/setup-and-installation/clarity-consent-api-v2 */
import { call, type Signal } from './signal.ts';

const SETUP = 'window.clarity=window.clarity||function(){(clarity.q=clarity.q||[]).push(arguments)};';

export const microsoftClarity: Signal = {
  defaults: () => SETUP + call('clarity', 'consentv2', { ad_Storage: 'denied', analytics_Storage: 'denied' }),
  update: ({ valueOf }) =>
    `clarity("consentv2",{"ad_Storage":${valueOf('ad_storage')},"analytics_Storage":${valueOf('analytics_storage')}});`,
};
