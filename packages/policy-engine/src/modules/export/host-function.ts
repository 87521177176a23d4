/** Functions and texts that hosts declare. */

/** A function of the host; its parameters may be narrower than declared here, since the host knows its own records. */
export type HostFunction<Parameters extends unknown[], Result> = { call(...parameters: Parameters): Result }['call'];

/** A text of the host, plain or by locale. */
export type LocalText = string | ((locale: string) => string);

/** The text in a language; undefined stays so. */
export function localText(text: LocalText | undefined, locale: string): string | undefined {
  return typeof text === 'function' ? text(locale) : text;
}
