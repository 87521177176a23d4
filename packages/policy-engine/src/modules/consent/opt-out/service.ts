/** Opting out of sale and sharing: all rules that the host declares with `sells`, at once. */
import type { Rules } from '../../rules/index.ts';
import type { TermInForce } from '../../terms/index.ts';
import { shownText } from '../banner/input.ts';
import { type ConsentStatus, stateHere } from '../decisions/status.ts';
import type { Script } from '../scripts/declaration.ts';
import type { ScriptService } from '../scripts/service.ts';
import type { ConsentService } from '../service.ts';
import type { Asking, Visitor } from '../visitors/visitor.ts';

/** A rule that sells data, and what somebody has decided on it. */
export interface Sale extends ConsentStatus {
  readonly term: TermInForce;
  readonly scripts: readonly Script[];
}

/** What the service works with. */
export interface OptOutsOptions {
  readonly rules: Rules;
  readonly consents: ConsentService;
  readonly scripts: ScriptService;
}

/** Whether nothing is sold or shared of somebody, because they or their browser opted out. */
export function isHonoured(sales: readonly Sale[]): boolean {
  return sales.length > 0 && sales.every((sale) => stateHere(sale) === 'rejected');
}

/** See the head of the file. */
export class OptOuts {
  readonly #options: OptOutsOptions;

  constructor(options: OptOutsOptions) {
    this.#options = options;
  }

  /** Whether the host declares that it sells or shares anything. */
  get isNeeded(): boolean {
    return this.#options.rules.all.some(({ sells }) => sells);
  }

  /** The rules that sell data, in the order of declaration. Without a text nobody can accept one, and nothing runs. */
  async of(asking: Asking): Promise<Sale[]> {
    return this.isNeeded ? this.#among(asking, ({ rule }) => rule.sells) : [];
  }

  /**
   * What the person has opted out of, and accepts again in two steps: also what does not sell data by its declaration, in a place that asks
   * for it all the same.
   */
  async returns(asking: Asking): Promise<Sale[]> {
    return this.#among(asking, ({ isOptedOut }) => isOptedOut);
  }

  async #among(asking: Asking, isMeant: (status: ConsentStatus) => boolean): Promise<Sale[]> {
    const { consents, scripts } = this.#options;
    return (await consents.statuses(asking)).flatMap((status): Sale[] => {
      const { rule, term } = status;
      if (term === null || !isMeant(status)) return [];
      return [{ ...status, term, scripts: scripts.active.filter((script) => script.rule === rule.name) }];
    });
  }

  /** Rejects all of them. Repeating it changes nothing. */
  async optOut(visitor: Visitor): Promise<void> {
    const sales = await this.of(visitor);
    if (sales.length === 0) return;
    await this.#options.consents.decide(
      { ...visitor, how: 'opt-out', shown: shown(visitor, sales, ['opt-out']) },
      new Map(sales.map(({ rule }) => [rule.name, 'rejected'])),
    );
  }

  /**
   * Accepts some of them again, as the second step of two.
   *
   * @param names rules of which others than those that sell data or were opted out of, and unknown ones, are ignored. Default: all that
   * sell data
   * @throws {PolicyEngineError} 409 `text_changed` if the person read another text than that in force, 409 `confirmation_needed`
   * without `visitor.confirmed`
   */
  async allow(visitor: Visitor, names?: readonly string[]): Promise<void> {
    const isNamed = ({ rule }: ConsentStatus) => names?.includes(rule.name) ?? rule.sells;
    const sales = await this.#among(visitor, (one) => (one.rule.sells || one.isOptedOut) && isNamed(one));
    if (sales.length === 0) return;
    await this.#options.consents.decide(
      { ...visitor, how: 'opt-out', shown: shown(visitor, sales, ['confirm', 'keep']) },
      new Map(sales.map(({ rule }) => [rule.name, 'accepted'])),
    );
  }
}

function shown({ locale }: Visitor, sales: readonly Sale[], choices: string[]): string {
  const names = new Set(sales.map(({ rule }) => rule.name));
  const texts = Object.fromEntries(sales.map(({ rule, term }) => [rule.name, term.version]));
  return shownText({ locale, choices, texts }, names);
}
