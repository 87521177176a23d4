/** The version of this package; a constant, because not every host can read `package.json`. */
export const VERSION = '0.1.0';
