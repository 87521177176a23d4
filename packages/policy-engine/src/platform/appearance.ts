/** What people see around the pages. */
export interface Appearance {
  /** Name in the header; default: the localized "Privacy". */
  readonly name?: string;
  /** Link of the name; default: the mount path. */
  readonly homeUrl?: string;
  /** Stylesheets of the host, same origin, loaded after the panel's: they override the `--pe-*` properties. */
  readonly stylesheets?: readonly string[];
}
