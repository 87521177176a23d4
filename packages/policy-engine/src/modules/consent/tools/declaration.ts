/** Which decisions of other consent tools count, as the host approves it. */

/** Tools whose cookies can be read: vanilla-cookieconsent 3, Klaro, tarteaucitron.js 1. */
export const TOOLS = ['cookieconsent', 'klaro', 'tarteaucitron'] as const;
/** One of {@link TOOLS}. */
export type ToolName = (typeof TOOLS)[number];

/** What of a tool stands for a rule. */
export interface ToolRuleOptions {
  /** Name of a rule that visitors decide on: `sessionless`, not blocking, not a notice. */
  readonly rule: string;
  /**
   * What the tool calls it: categories of cookieconsent, or its services as `category/service`; services of Klaro and tarteaucitron.
   * The rule counts as accepted if all of them were accepted, and as rejected if one was rejected.
   */
  readonly names: readonly string[];
  /** The published version of the rule's text that says what the tool said: the host states it, and the ledger names this version. */
  readonly version: number;
}

/** A consent tool that the site used before. */
export interface ToolOptions {
  readonly tool: ToolName;
  readonly rules: readonly ToolRuleOptions[];
  /** Name of its cookie. Default: `cc_cookie`, `klaro` or `tarteaucitron`. */
  readonly cookie?: string;
  /** cookieconsent: its `revision`; decisions of another one do not count. Default: 0, as there. */
  readonly revision?: number;
  /**
   * Since when the tool said what it says now, `2026-03-01` (UTC): acceptances from before do not count. Default: not known. Cookies of Klaro
   * and tarteaucitron have no date, so that all their acceptances count from this day: for them it must be one before which nobody can have
   * the cookie, as that on which the site got the tool, or its cookie its name.
   */
  readonly since?: string;
  /**
   * Klaro and tarteaucitron: days that the cookie is kept, as configured there. Their cookies have no date, so that an acceptance counts
   * from the earliest day on which it can have been made. Default: 120 and 365, as there.
   */
  readonly keptDays?: number;
}

/** {@link ToolOptions} with their defaults. */
export interface Tool {
  readonly tool: ToolName;
  readonly rules: readonly ToolRuleOptions[];
  readonly cookie: string;
  readonly revision: number;
  /** Null if it is not known. */
  readonly since: Date | null;
  readonly keptDays: number;
}
