/**
 * Consent mode of Microsoft Advertising's Universal Event Tracking, which knows one type:
 * https://www.iubenda.com/en/help/169657-microsoft-universal-event-tracking-consent-mode
 */
import { call, type Signal } from './signal.ts';

export const microsoftUet: Signal = {
  defaults: () => `window.uetq=window.uetq||[];${call('uetq.push', 'consent', 'default', { ad_storage: 'denied' })}`,
  update: ({ state }) => `uetq.push("consent","update",{"ad_storage":${state('ad_storage')}});`,
};
