import { PolicyEmbedElement } from '../embed/embed.ts';
import { define, startElements } from './start.ts';

/** Defines `<policy-embed>` in a page that may have no banner. */
export const defineEmbed = (): void => define('policy-embed', PolicyEmbedElement);

/**
 * Defines `<policy-consent>` and `<policy-embed>`, and adds the banner at the end of a page that has none. Does nothing on a
 * server.
 *
 * @param mount path at which the engine is mounted, for a banner without the attribute. Default: `/policies`
 */
export const defineElements = (mount = '/policies'): void => startElements(mount, PolicyEmbedElement);
