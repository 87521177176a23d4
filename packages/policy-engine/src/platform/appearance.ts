/** What people see around the pages. */
export interface Appearance {
  /** Name in the header; default: the localized "Privacy". */
  readonly name?: string;
  /** Link of the name, and of the way back to the site on people's pages; default: the mount path, and no way back. */
  readonly homeUrl?: string;
  /** Name of the site in the link back to it; default: `name`. */
  readonly siteName?: string;
  /** Stylesheets of the host, same origin, loaded after the panel's: they override the `--pe-*` properties. */
  readonly stylesheets?: readonly string[];
}
