import { defineModule, type Module } from '../../kernel/module.ts';
import { proofOptions } from './options.ts';
import type { Access, Call } from '../../platform/web/index.ts';
import { ledgerChecks, ledgerFindings } from './checks.ts';
import { ledgerKeyCommand, ledgerVerifyCommand, verifyReceiptCommand } from './command.ts';
import { createLedger } from './create.ts';
import { ledgerDigest } from './digest.ts';
import { ledgerErasure } from './erasure-step.ts';
import { judgementRoutes } from './judgement-routes.ts';
import { ledgerRepairCommand } from './repair-command.ts';
import { ledgerReplay } from './replay-job.ts';
import { mails, type OwnMails } from './mail-contents.ts';
import { logRoutes } from './log-routes.ts';
import { restoreCommand } from './restores/command.ts';
import { ledgerRoutes } from './routes.ts';
import type { LedgerService } from './service.ts';
import { proofMigrations } from './tables.ts';
import { eventSubjects } from './log-subjects.ts';
import { texts } from './texts/index.ts';
import { verificationRoutes } from './verification-routes.ts';
import { verifierRoutes } from './verifier-routes.ts';
import { decisionEvents, decisionNotifier } from './webhook-events.ts';
import { witnessCommand, witnessKeyCommand } from './witness-server/command.ts';
import { cosignCommand } from './witnesses/command.ts';
import { witnessChecks, witnessFindings } from './witnesses/checks.ts';
import { cosigningJob } from './witnesses/job.ts';
import { quorumCanBeReached } from './witnesses/options.ts';
import type { LedgerKey } from './keys.ts';
import type { Ledger } from './ledger.ts';
import type { LedgerSettings } from './settings.ts';

// The tables must be visible where the types of `createQueries` are used.
export type * from './tables.ts';

type Texts = typeof texts.en;
type Shapes = typeof proofOptions;

declare module '../../platform/i18n/texts/catalogue.ts' {
  // oxlint-disable-next-line typescript/no-empty-object-type -- declaration merging
  interface EnglishTexts extends Texts {}
}
declare module '../../platform/mail/messages.ts' {
  // oxlint-disable-next-line typescript/no-empty-object-type -- declaration merging
  interface MailData extends OwnMails {}
}
declare module '../../kernel/module.ts' {
  interface Services {
    readonly proof: LedgerService;
  }
  interface Hooks {
    /** Name of the rule of an ID: the rule's own ID, or that of a user term of the caller. @throws not_found */
    ruleOfUserTerm(call: Call<Access, unknown, unknown, unknown>, id: string): Promise<string>;
  }
  interface AdminActions {
    ledger_erased: true;
    ledger_suspected: true;
    ledger_judged: true;
    ledger_differs: true;
    ledger_repaired: true;
    ledger_restored: true;
  }
}
declare module '../../kernel/options.ts' {
  interface ModuleOptions<RuleName, Portable, UserRecord> {
    /**
     * Private Ed25519 key that signs the checkpoints of the ledger: PEM, JWK or `KeyObject`. Keep it out of the database
     * and its backups. Without it the engine generates a key and stores it in the database; then anyone who can write to
     * the database can sign.
     */
    readonly ledgerKey?: LedgerKey;
    /** How the ledger is sealed. */
    readonly ledger?: LedgerSettings;
  }
  // oxlint-disable-next-line typescript/no-empty-object-type -- declaration merging
  interface ModuleShapes extends Shapes {}
}
declare module '../../kernel/members.ts' {
  interface EngineMembers<RuleName, Portable> {
    /** Proof of every decision: seal, verify, receipts, erasure. */
    readonly ledger: Ledger;
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
