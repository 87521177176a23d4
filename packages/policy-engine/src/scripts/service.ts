import type { Cookies } from '../web/cookies.ts';
import type { Script } from './declaration.ts';

/** Renders scripts for those who consented, and removes what they left from those who did not. */
export class ScriptService {
  readonly #scripts: readonly Script[];
  readonly #environment: string;

  constructor(scripts: readonly Script[], environment: string) {
    this.#scripts = scripts;
    this.#environment = environment;
  }

  /** Names of the rules that a script of this environment asks for. */
  get rules(): ReadonlySet<string> {
    return new Set(this.#active().map(({ rule }) => rule));
  }

  /** HTML of the scripts of this environment whose rule was accepted (spec: `render_scripts`). */
  render(hasConsented: (rule: string) => boolean, nonce: string): string {
    const context = { nonce, environment: this.#environment };
    return this.#active()
      .filter(({ rule }) => hasConsented(rule))
      .map((script) => script.render(context))
      .join('\n');
  }

  /**
   * Deletes the cookies of a rejected rule's scripts, except the permanent ones (spec: Script, rule 1). A cookie is
   * deleted whether or not this request carried it: one for another path or subdomain does not come along.
   */
  forget(rule: string, cookies: Cookies): void {
    for (const { rule: of, permanent, cookies: names, domain } of this.#scripts) {
      if (of !== rule || permanent) continue;
      for (const name of names) {
        cookies.delete(name, domain === undefined ? {} : { domain });
        // A script that was told no domain sets its cookies for the host alone.
        cookies.delete(name);
      }
    }
  }

  #active(): Script[] {
    return this.#scripts.filter(({ environments }) => environments.includes(this.#environment));
  }
}
