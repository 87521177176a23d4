/** Microsoft UET (Universal Event Tracking) reads one type: https://help.ads.microsoft.com/#apex/ads/en/60119/1 */
import { queueOf, type Signal } from './signal.ts';

export const microsoftUet: Signal = {
  name: 'microsoft-uet',
  tell({ types }) {
    const { ad_storage = 'denied' } = types ?? {};
    queueOf('uetq').push('consent', 'update', { ad_storage });
  },
};
