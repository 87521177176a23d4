import { defineModule, type Module } from '../../kernel/module.ts';
import { localeOfUser, userIdOf } from '../../platform/users/resource.ts';
import { erasureChecks, erasureFindings } from './checks.ts';
import { createErasure } from './create.ts';
import { engineErasure } from './requests/engine-erasure.ts';
import { replayCommand } from './journal/command.ts';
import { kindOfRequest } from './requests/kind.ts';
import { erasureSubjects } from './requests/log-subjects.ts';
import { mails, type OwnMails } from './notices/mail-contents.ts';
import { erasureOptions, journalHasAKey, mailedIdentityArrives } from './options.ts';
import { erasureRoutes } from './routes/index.ts';
import type { ErasureRoutesOptions } from './routes/shared.ts';
import { erasedSection, erasureSection } from './routes/own.ts';
import { erasureMigrations } from './tables.ts';
import { texts } from './texts/texts.generated.ts';
import { erasureEvents } from './notices/webhook-events.ts';

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
    erasure_confirmed: true;
    erasure_denied: true;
    erasure_held: true;
    erasure_released: true;
    erasure_extended: true;
    erasure_cancelled: true;
    erasure_retried: true;
    erasure_replayed: true;
    erasure_reopened: true;
    erasure_found_erased: true;
    erasure_settled: true;
    retention_applied: true;
    retention_counted: true;
  }
}

/** Erasure requests, and their execution (GDPR Art. 17). */
export const erasureModule: Module<'erasure'> = defineModule({
  id: 'erasure',
  options: erasureOptions,
  relations: [journalHasAKey, mailedIdentityArrives],
  needs: ['approvals', 'audit', 'dataMap', 'requests', 'webhooks'],
  errors: {
    identity_unconfirmed: { status: 422 },
    identity_awaited: { status: 409 },
    identity_not_awaited: { status: 409 },
    identity_link_ended: { status: 410 },
    erasure_impossible: { status: 409 },
    erasure_stopped: { status: 409 },
    grace_not_waived: { status: 409 },
    request_not_held: { status: 409 },
    nothing_found_again: { status: 409 },
    erasure_replay_needed: { status: 503 },
  },
  migrations: erasureMigrations,
  findings: erasureFindings,
  commands: [replayCommand],
  texts,
  mails,
  actions: [
    'erasure_confirmed',
    'erasure_denied',
    'erasure_held',
    'erasure_released',
    'erasure_extended',
    'erasure_cancelled',
    'erasure_retried',
    'erasure_replayed',
    'erasure_reopened',
    'erasure_found_erased',
    'erasure_settled',
    'retention_applied',
    'retention_counted',
  ],
  create(context) {
    const { options, language, database, naming, hasMail, logger, now } = context;
    const { erasures, store, retention, overview, replay, gate, jobs, toSearch, ownSteps } = createErasure(context);
    const forRoutes: ErasureRoutesOptions = {
      erasures,
      desk: context.service('requests'),
      approvals: context.service('approvals'),
      retention,
      overview,
      webhooks: context.service('webhooks'),
      hasMail,
      logger,
      now,
    };
    const kind = kindOfRequest(forRoutes, store);
    return {
      service: erasures,
      routes: [erasureRoutes(forRoutes, kind)],
      jobs,
      ...(gate !== null && { gate: () => gate.requireNone() }),
      checks: erasureChecks({
        database,
        naming,
        replay,
        toSearch,
        hasRules: erasures.isPossible,
        hasJournal: replay.isPossible,
      }),
      hooks: {
        centreSections: [erasedSection(forRoutes), erasureSection(forRoutes)],
        requestKind: kind,
        erasureSteps: ownSteps,
        webhookEvents: erasureEvents,
        logSubjects: erasureSubjects(database, naming),
      },
      members: {
        erasure: engineErasure({
          erasures,
          retention,
          replay,
          idOf: userIdOf(options.userResource),
          localeOf: (user) => localeOfUser(options.userResource, user),
          supported: (wishes) => language(wishes).locale,
        }),
      },
    };
  },
});
