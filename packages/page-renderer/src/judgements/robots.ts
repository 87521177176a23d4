/** What robots are told, against itself and against the status. */
import type { Judgement, JudgedPage } from './evidence/judgement.ts';
import { found } from './evidence/judgement.ts';
import type { RobotsRules } from './evidence/robots-rules.ts';
import { areOfSearch, robotsRules } from './evidence/robots-rules.ts';

/** A rule that forbids, and those that expressly allow the same; `none` and `all` stand for two each. */
const OPPOSITES = [
  { forbids: 'noindex', allows: 'index', consequence: 'the page is not indexed' },
  { forbids: 'nofollow', allows: 'follow', consequence: 'its links are not followed' },
] as const;

const forbidding = (rule: string) => (one: RobotsRules) => one.rules.has(rule) || one.rules.has('none');
const allowing = (rule: string) => (one: RobotsRules) => one.rules.has(rule) || one.rules.has('all');

/** Rules that exclude each other. That a single robot is forbidden more than all others is none. */
export const ROBOTS_CONTRADICTION: Judgement = {
  name: 'robots-contradiction',
  severity: 'warning',
  covers: 'robots',
  judge: ({ document, headers }) => {
    const all = robotsRules(document, headers);
    for (const { forbids, allows, consequence } of OPPOSITES) {
      for (const strict of all.filter(forbidding(forbids))) {
        const lax = all.find((one) => allowing(allows)(one) && (strict.robot === null || strict.robot === one.robot));
        if (!lax) continue;
        const says = [...new Set([strict, lax])].map(({ place, value }) => ({ place, value }));
        const sentence = `Robots are told both ${forbids} and ${allows}. Search engines apply the stricter rule: ${consequence}.`;
        return found(sentence, says);
      }
    }
    return undefined;
  },
};

/** Rules that say something else than the status. */
export const ROBOTS_AGAINST_STATUS: Judgement = {
  name: 'robots-against-status',
  severity: 'note',
  ofErrors: true,
  judge: ({ document, headers, status }: JudgedPage) => {
    const all = robotsRules(document, headers);
    const isError = status >= 400;
    const told = all.find((one) => areOfSearch(one) && (isError ? allowing('index') : forbidding('noindex'))(one));
    if (!told || (status >= 300 && !isError)) return undefined;
    const sentence = isError
      ? `Robots are told to index the page, but it is answered ${status}: it is not indexed.`
      : `The page is answered ${status}, and robots are told not to index it. A page that does not exist should be answered 404.`;
    return found(sentence, [{ place: told.place, value: told.value }]);
  },
};
