import { defineModule, type Module } from '../../kernel/module.ts';
import { proofOptions } from './options.ts';
import type { Access, Call } from '../../platform/web/index.ts';
import { ledgerChecks, ledgerFindings } from './checks.ts';
import { ledgerKeyCommand, ledgerVerifyCommand, verifyReceiptCommand } from './verify/command.ts';
import { createLedger } from './create.ts';
import { ledgerDigest } from './digest.ts';
import { ledgerErasure } from './erasure-step.ts';
import { judgementRoutes } from './web/routes/judgement.ts';
import { ledgerRepairCommand } from './projection/repair-command.ts';
import { ledgerReplay } from './projection/replay-job.ts';
import { mails, type OwnMails } from './mail-contents.ts';
import { logRoutes } from './web/routes/log.ts';
import { restoreCommand } from './restores/command.ts';
import { ledgerRoutes } from './web/routes/own.ts';
import { proofMigrations } from './tables.ts';
import { eventSubjects } from './log-subjects.ts';
import { texts } from './texts/texts.generated.ts';
import { verificationRoutes } from './web/routes/verification.ts';
import { verifierRoutes } from './web/routes/verifier.ts';
import { decisionEvents, decisionNotifier } from './webhook-events.ts';
import { witnessCommand, witnessKeyCommand } from './witness-server/command.ts';
import { cosignCommand } from './witnesses/command.ts';
import { witnessChecks, witnessFindings } from './witnesses/checks.ts';
import { cosigningJob } from './witnesses/job.ts';
import { quorumCanBeReached } from './witnesses/options.ts';

// What the module adds to shared types must be visible where the engine is used.
export type * from './index.ts';
export type * from './tables.ts';
export type * from './texts/texts.generated.ts';

declare module '../../platform/mail/messages.ts' {
  // oxlint-disable-next-line typescript/no-empty-object-type -- declaration merging
  interface MailData extends OwnMails {}
}
declare module '../../kernel/module.ts' {
  interface AdminActions {
    ledger_erased: true;
    ledger_suspected: true;
    ledger_judged: true;
    ledger_differs: true;
    ledger_repaired: true;
    ledger_restored: true;
  }
}

/** Proof of every decision: the ledger of events, its seals, receipts and verification. */
export const proofModule: Module<'proof'> = defineModule({
  id: 'proof',
  options: proofOptions,
  needs: ['rules', 'audit', 'browsers', 'terms', 'webhooks'],
  migrations: proofMigrations,
  texts,
  mails,
  actions: [
    'ledger_erased',
    'ledger_suspected',
    'ledger_judged',
    'ledger_differs',
    'ledger_repaired',
    'ledger_restored',
  ],
  findings: { ...ledgerFindings, ...witnessFindings },
  errors: { account_merged: { status: 409 } },
  relations: [quorumCanBeReached],
  commands: [
    ledgerVerifyCommand,
    ledgerRepairCommand,
    verifyReceiptCommand,
    ledgerKeyCommand,
    cosignCommand,
    restoreCommand,
    witnessCommand,
    witnessKeyCommand,
  ],
  create(context) {
    const { options, database, naming, now, logger, mail, hasMail } = context;
    const rules = context.service('rules');
    const tell = decisionNotifier(context.service('webhooks'));
    const ledger = createLedger({ ...options, naming, now, logger, audit: context.service('audit'), tell });
    const ruleOf = async (call: Call<Access, unknown, unknown, unknown>, id: string) => {
      const [find] = context.hooks('ruleOfUserTerm');
      return find === undefined ? rules.require(id).name : find(call, id);
    };
    const isDigestMailed = hasMail && options.mail?.ledgerDigest === true;
    const { witnesses, cosignEveryMinutes, onRestore } = options.ledger;
    return {
      service: ledger,
      routes: [
        ledgerRoutes({
          ledger,
          rules,
          users: options.userResource,
          timeZone: context.timeZone,
          browsers: context.service('browsers'),
          terms: context.service('terms'),
          ruleOf,
        }),
        logRoutes(ledger),
        judgementRoutes({ ledger, rules }),
        verificationRoutes({ ledger, now }),
        verifierRoutes(options.appearance.name),
      ],
      ...(onRestore === 'refuse' && { gate: () => ledger.restores.requireNone() }),
      jobs: [
        ledgerReplay({ ledger, database }),
        ...(isDigestMailed ? [ledgerDigest({ ledger, mail, database, now })] : []),
        ...(witnesses.length > 0 ? [cosigningJob(ledger, cosignEveryMinutes)] : []),
      ],
      checks: [...ledgerChecks(ledger), ...witnessChecks(ledger)],
      hooks: {
        erasureSteps: ledgerErasure({ ledger, database, naming }),
        webhookEvents: decisionEvents,
        logSubjects: eventSubjects,
      },
      members: { ledger },
      start: () => ledger.start(),
      stop: () => ledger.stop(),
    };
  },
});
