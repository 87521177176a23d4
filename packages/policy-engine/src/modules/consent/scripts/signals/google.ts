/** Google Consent Mode v2: https://developers.google.com/tag-platform/security/guides/consent */
import type { ConsentModeOptions } from '../consent-mode.ts';
import { call, type Signal } from './signal.ts';

/** The tag reads `arguments` objects only. A page may have a `gtag` of its own already that passes on a list. */
const pushOf = ({ dataLayer }: Pick<Required<ConsentModeOptions>, 'dataLayer'>) =>
  `(function(){${dataLayer}.push(arguments)})`;

export const google: Signal = {
  defaults(types, options) {
    const { dataLayer, waitForUpdate, adsDataRedaction, urlPassthrough } = options;
    const push = pushOf(options);
    const denied = Object.fromEntries(types.map((type) => [type, 'denied']));
    return [
      `window.${dataLayer}=window.${dataLayer}||[];window.gtag=window.gtag||${push};`,
      call(push, 'consent', 'default', { ...denied, wait_for_update: waitForUpdate }),
      ...(adsDataRedaction ? [call(push, 'set', 'ads_data_redaction', true)] : []),
      ...(urlPassthrough ? [call(push, 'set', 'url_passthrough', true)] : []),
    ].join('');
  },
  update: ({ granted }, options) => `${pushOf(options)}("consent","update",${granted});`,
};
