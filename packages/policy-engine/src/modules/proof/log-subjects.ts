/** Events of the ledger as the audit log names them. */
import type { LogSubjects } from '../audit/index.ts';

/** Links a suspected or judged event to the page where it is reviewed. */
export const eventSubjects: LogSubjects = {
  actions: ['ledger_suspected', 'ledger_judged'],
  async name(entries, language) {
    const named = { text: language.t('ledger.suspected.title'), path: '/ledger/suspected' };
    return new Map(entries.map(({ subject }) => [subject, named]));
  },
};
