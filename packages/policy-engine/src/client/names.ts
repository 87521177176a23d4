/** Name of the event on `document` when the consent settings are known, and whenever they change. */
export const CHANGE_EVENT = 'policy-consent-change';

/** Any element of the host with this attribute opens the settings. */
export const OPENER = '[data-policy-settings]';
