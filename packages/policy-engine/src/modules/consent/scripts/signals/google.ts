/** Google Consent Mode v2: https://developers.google.com/tag-platform/security/guides/consent */
import { call, type Signal } from './signal.ts';

const SETUP = 'window.dataLayer=window.dataLayer||[];window.gtag=window.gtag||function(){dataLayer.push(arguments)};';

export const google: Signal = {
  defaults(types, { waitForUpdate, adsDataRedaction, urlPassthrough }) {
    const denied = Object.fromEntries(types.map((type) => [type, 'denied']));
    const calls = [
      call('gtag', 'consent', 'default', { ...denied, wait_for_update: waitForUpdate }),
      ...(adsDataRedaction ? [call('gtag', 'set', 'ads_data_redaction', true)] : []),
      ...(urlPassthrough ? [call('gtag', 'set', 'url_passthrough', true)] : []),
    ];
    return SETUP + calls.join('');
  },
  update: ({ granted }) => `gtag("consent","update",${granted});`,
};
