/**
 * Microsoft Advertising's Universal Event Tracking, which reads one type:
 * https://www.iubenda.com/en/help/169657-microsoft-universal-event-tracking-consent-mode
 */
import { queueOf, type Signal } from './signal.ts';

export const microsoftUet: Signal = {
  name: 'microsoft-uet',
  tell({ types }) {
    const { ad_storage = 'denied' } = types ?? {};
    queueOf('uetq').push('consent', 'update', { ad_storage });
  },
};
