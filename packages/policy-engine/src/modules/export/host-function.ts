/** Functions and texts that hosts declare. */
export { textIn as localText, type LocalText, type OneText } from '../../platform/options/host-text.ts';

/** A function of the host; its parameters may be narrower than declared here, since the host knows its own records. */
export type HostFunction<Parameters extends unknown[], Result> = { call(...parameters: Parameters): Result }['call'];
