/** Values that are secrets whatever their column is called, by their published forms. */

const SHAPES: ReadonlyArray<readonly [RegExp, string]> = [
  [/^\$(?:2[abxy]?|argon2(?:id?|d)|scrypt|pbkdf2(?:-sha\d+)?|5|6|7|y|gy|1|P|H)\$/, 'password hash'],
  [/^(?:pbkdf2_sha\d+|bcrypt(?:_sha256)?|argon2|scrypt)\$/, 'password hash'],
  [/^scrypt:\d+:\d+:\d+\$|^pbkdf2:sha\d+:\d+\$/, 'password hash'],
  [/^\{(?:S?SHA(?:256|384|512)?|SMD5|CRYPT|BCRYPT|ARGON2)\}[\w+/=$.]/i, 'password hash'],
  [/^eyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]*$/, 'token'],
  [/^-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----/, 'private key'],
  [/^otpauth:\/\/[th]otp\//i, 'one-time password'],
  [/^(?:sk|rk)_(?:live|test)_\w{10,}$|^whsec_\w{10,}$/, 'API key'],
  [/^(?:ghp|gho|ghu|ghs|ghr)_\w{20,}$|^github_pat_\w{20,}$|^glpat-[\w-]{15,}$|^npm_\w{20,}$/, 'API key'],
  [/^xox[abeoprs]-[\w-]{10,}$|^xapp-[\w-]{10,}$|^SG\.[\w-]{10,}\.[\w-]{10,}$|^AIza[\w-]{30,}$/, 'API key'],
  [/^AGE-SECRET-KEY-1[0-9A-Z]{20,}$/, 'private key'],
];

/** How values with these forms begin: most values begin otherwise, and no pattern is tried on them. */
const BEGINS =
  /^(?:\$\w|pbkdf2|bcrypt|argon2|scrypt|\{[A-Za-z]|eyJ|-----BEGIN|otpauth:|[rs]k_|whsec_|gh[oprsu]_|github_pat_|glpat-|npm_|xox|xapp-|SG\.|AIza|AGE-)/i;

/** The secret that a value is by its form; undefined for none. The whole text must have the form: a letter may quote one. */
export function secretShape(value: string): string | undefined {
  if (value.length < 12 || !BEGINS.test(value)) return undefined;
  return SHAPES.find(([pattern]) => pattern.test(value))?.[1];
}
