/** A page, and what people see of it. */
export interface Seen {
  /** Without its doctype. */
  page: string;
  /** Its text; not compared if it is missing. */
  text?: string;
  /** Computed values, by selector and property. */
  styles?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** What is in the HTML. */
  html?: RegExp;
  /** Of the page. */
  headers?: Readonly<Record<string, string>>;
  shadow?: 'flat' | 'declarative';
  /** Style sheets, by their path. */
  sheets?: Readonly<Record<string, string>>;
}
