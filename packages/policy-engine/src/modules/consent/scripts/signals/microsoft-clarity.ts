/** Microsoft Clarity, consent API v2: https://learn.microsoft.com/en-us/clarity/setup-and-installation/clarity-consent-api-v2 */
import { call, type Signal } from './signal.ts';

const SETUP = 'window.clarity=window.clarity||function(){(clarity.q=clarity.q||[]).push(arguments)};';

export const microsoftClarity: Signal = {
  defaults: () => SETUP + call('clarity', 'consentv2', { ad_Storage: 'denied', analytics_Storage: 'denied' }),
  update: ({ state }) =>
    `clarity("consentv2",{"ad_Storage":${state('ad_storage')},"analytics_Storage":${state('analytics_storage')}});`,
};
