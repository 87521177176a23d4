/** The data of a user's own record for the portability rules: helpers besides those for policies. */
import { memberOf, pagesOf, type PortabilityRule } from '../export/index.ts';
import { portabilityHelperName } from '../../platform/users/helper-names.ts';
import type { PortabilityEntry } from './policy-user.ts';

/** What the helpers need. */
export interface UserPortabilityOptions {
  readonly rules: readonly PortabilityRule[];
  /** Whether a user has no open request. */
  readonly mayRequest: (userId: string) => Promise<boolean>;
  /** Id of a user of the host. */
  readonly idOf: (user: object) => string;
  readonly locale: string;
}

type Helper = (this: object, ...parameters: never[]) => unknown;

/** The helpers by name, each called on a user. */
export function portabilityHelpers({ rules, mayRequest, idOf, locale }: UserPortabilityOptions): [string, Helper][] {
  const schema = rules.map(({ name, label, kind, per }): PortabilityEntry => {
    return { name, label: label(locale), kind, per: kind === 'collection' ? per : null };
  });
  const ofRules = rules.map((rule): [string, Helper] => [
    portabilityHelperName(rule.kind, rule.name),
    rule.kind === 'member'
      ? function portabilityMember() {
          return memberOf(rule, this, new AbortController().signal);
        }
      : function portabilityCollection(page: number = 1) {
          return pageOf(rule, this, page);
        },
  ]);
  return [
    [
      'canRequestPortability',
      function canRequestPortability() {
        return mayRequest(idOf(this));
      },
    ],
    ['portabilitySchema', () => schema],
    ...ofRules,
  ];
}

/** Rows of a page, counted from 1; none past the last. */
async function pageOf(rule: PortabilityRule, user: object, page: number): Promise<readonly unknown[]> {
  const ended = new AbortController();
  let number = 0;
  try {
    for await (const rows of pagesOf(rule, user, ended.signal)) {
      number += 1;
      if (number === page) return rows;
    }
    return [];
  } finally {
    ended.abort();
  }
}
