import { defineModule, type Module } from '../../module.ts';
import { proofOptions } from './options.ts';
import type { Access, Call } from '../../platform/web/index.ts';
import { ledgerChecks, ledgerFindings } from './checks.ts';
import { ledgerKeyCommand, ledgerVerifyCommand, verifyReceiptCommand } from './command.ts';
import { createLedger } from './create.ts';
import { ledgerDigest } from './digest.ts';
import { mails, type OwnMails } from './mail-contents.ts';
import { logRoutes } from './log-routes.ts';
import { ledgerRoutes } from './routes.ts';
import type { LedgerService } from './service.ts';
import { proofMigrations } from './tables.ts';
import { texts } from './texts/index.ts';

// The tables have to reach whoever has the types of `createQueries`.
export type * from './tables.ts';

type Texts = typeof texts.en;

declare module '../../platform/i18n/texts/catalogue.ts' {
  // oxlint-disable-next-line typescript/no-empty-object-type -- declaration merging
  interface EnglishTexts extends Texts {}
}
declare module '../../platform/mail/messages.ts' {
  // oxlint-disable-next-line typescript/no-empty-object-type -- declaration merging
  interface MailData extends OwnMails {}
}
declare module '../../module.ts' {
  interface Services {
    readonly proof: LedgerService;
  }
  interface Hooks {
    /** Name of the rule that an id stands for: its own, or the id of a user term of the caller. @throws not_found */
    ruleOfUserTerm(call: Call<Access, unknown, unknown, unknown>, id: string): Promise<string>;
  }
  interface AdminActions {
    ledger_erased: true;
    ledger_suspected: true;
  }
}

/** Proof of every decision: the ledger of events, its seals, receipts and verification. */
export const proofModule: Module<'proof'> = defineModule({
  id: 'proof',
  options: proofOptions,
  needs: ['rules', 'audit', 'browsers', 'terms'],
  migrations: proofMigrations,
  texts,
  mails,
  actions: ['ledger_erased', 'ledger_suspected'],
  findings: ledgerFindings,
  commands: [ledgerVerifyCommand, verifyReceiptCommand, ledgerKeyCommand],
  create(context) {
    const { options, database, naming, now, logger, mail, hasMail } = context;
    const rules = context.service('rules');
    const ledger = createLedger({ ...options, naming, now, logger, audit: context.service('audit') });
    const ruleOf = async (call: Call<Access, unknown, unknown, unknown>, id: string) => {
      const [find] = context.hooks('ruleOfUserTerm');
      return find === undefined ? rules.require(id).name : find(call, id);
    };
    const isDigestMailed = hasMail && options.mail?.ledgerDigest === true;
    return {
      service: ledger,
      routes: [
        ledgerRoutes({
          ledger,
          rules,
          browsers: context.service('browsers'),
          terms: context.service('terms'),
          ruleOf,
        }),
        logRoutes(ledger),
      ],
      jobs: isDigestMailed ? [ledgerDigest({ ledger, mail, database, now })] : [],
      checks: ledgerChecks(ledger),
      members: { ledger },
      start: () => ledger.start(),
      stop: () => ledger.stop(),
    };
  },
});
