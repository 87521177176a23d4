/** Creates the parts of the module. */
import type { ModuleContext, ModuleJob } from '../../kernel/module.ts';
import { SearchesAgain } from './again/again.ts';
import type { FileLocation } from './absence/places.ts';
import { type AbsenceOptions, searchTraces, searchUndeclared } from './absence/search.ts';
import { type TablesToSearch, tablesToSearch } from './absence/tables-to-search.ts';
import { IdentityLinks } from './identity/links.ts';
import type { OwnErasureStep } from '../../kernel/erasure-step.ts';
import { ErasureMails } from './notices/mails.ts';
import { ReplayGate } from './journal/gate.ts';
import { ErasureJournal } from './journal/journal.ts';
import { journalAt } from './journal/store.ts';
import { Replay } from './journal/replay.ts';
import { formerRequestsStep, jobsStep, mailsStep } from './own/outbox.ts';
import { ErasurePlanner } from './plan/planner.ts';
import { RetentionOverview } from './retention/overview.ts';
import { Retention } from './retention/retention.ts';
import { RetentionRuns } from './retention/runs.ts';
import { Beginning, type Begun } from './run/beginning.ts';
import { Ending } from './run/ending.ts';
import { ErasureRunner } from './run/runner.ts';
import { stepsShown } from './run/shown.ts';
import { StepStore } from './run/steps.ts';
import { ErasureService } from './service.ts';
import { ErasureStore } from './requests/store.ts';
import { Subjects } from './identity/subject.ts';
import { notifyOfRequest } from '../requests/index.ts';
import { toldNotices } from './notices/told-notices.ts';

/** What the module needs. */
export interface ErasureParts {
  readonly erasures: ErasureService;
  readonly store: ErasureStore;
  readonly retention: Retention;
  /** The administrators' view of retention. */
  readonly overview: RetentionOverview;
  readonly replay: Replay;
  /** Null if requests are served regardless of the journal. */
  readonly gate: ReplayGate | null;
  readonly jobs: readonly ModuleJob[];
  /** Which tables a search reads, and which it does not. */
  readonly toSearch: () => Promise<TablesToSearch>;
  /** The personal data that the module itself and the platform store. */
  readonly ownSteps: readonly OwnErasureStep[];
}

/** Creates the parts for one engine. */
export function createErasure(context: ModuleContext): ErasureParts {
  const { options, database, naming, now } = context;
  const { erasure: settings, userResource: users } = options;
  const dataMap = context.service('dataMap');
  const store = new ErasureStore(naming);
  const links = new IdentityLinks(naming);
  const steps = new StepStore(naming, now);
  const subjects = new Subjects({ database, naming, users, settings, now });
  const planner = new ErasurePlanner({
    ...context,
    dataMap,
    subjects,
    endsSessions: settings.endSessions !== undefined,
    ownSteps: () => context.hooks('erasureSteps').flat(),
  });
  const webhooks = context.service('webhooks');
  const notices = toldNotices(new ErasureMails(context.mail, now), webhooks);
  const journal = journalOf(context);
  const files = (): FileLocation[] => [
    ...(settings.files ?? []),
    ...context.hooks('storedFiles'),
    ...(journal === null ? [] : [filesOfJournal(journal)]),
  ];
  const searched: AbsenceOptions = { database, naming, map: dataMap, files };
  const again = new SearchesAgain({
    ...context,
    map: dataMap,
    planner,
    store,
    subjects,
    notices,
    audit: context.service('audit'),
    days: settings.searchAgainDays,
  });
  const erasures = new ErasureService({
    ...context,
    store,
    links,
    users,
    notices,
    audit: context.service('audit'),
    settings,
    again,
    plan: (userId, locale) => planner.plan(userId, locale),
    stops: (userId) => planner.stops(userId),
    undeclared: async (userId) => {
      const identifiers = await subjects.identifiers(await subjects.person(userId));
      return searchUndeclared(searched, { userId, identifiers });
    },
    progress: (requestId, locale) => stepsShown({ database, steps, planner }, requestId, context.language([locale])),
    approvals: context.service('approvals'),
    hasRules: planner.rules().length > 0,
    reopened: async (transaction, request, reason) => {
      await context.service('requests').write(transaction, { kind: 'erasure', request, body: reason });
      await notifyOfRequest(webhooks, transaction, 'reopened', { ...request, kind: 'erasure' });
    },
  });
  context.mail.completeWhenSent('erasure_identify', (data) => erasures.mailedIdentity.complete(data));
  const shared = { ...context, store, steps, planner, subjects };
  const search = (begun: Begun, signal: AbortSignal) => searchTraces(searched, begun, signal);
  const runner = new ErasureRunner({
    ...shared,
    endSessions: settings.endSessions,
    webhooks,
    beginning: new Beginning({ ...shared, noteOutside: journal && ((entry) => journal.note(entry)) }),
    ending: new Ending({ ...shared, notices, webhooks, settings, search, again }),
  });
  const replay = new Replay({
    ...shared,
    audit: context.service('audit'),
    runner,
    journal,
    backupRetentionDays: settings.backupRetentionDays,
  });
  const runs = new RetentionRuns(naming, now);
  const retention = new Retention({
    ...shared,
    dataMap,
    runs,
    open: () => planner.layout(),
    audit: context.service('audit'),
    alsoDaily: async () => {
      await replay.forget();
      await links.purge(database, now());
      await again.forget();
    },
  });
  return {
    erasures,
    store,
    retention,
    overview: new RetentionOverview({ database, dataMap, runs }),
    replay,
    gate: settings.onRestore === 'refuse' && journal !== null ? new ReplayGate(replay, context) : null,
    jobs: [runner.job(), ...again.jobs(), ...retention.jobs()],
    toSearch: () => tablesToSearch(searched),
    ownSteps: [mailsStep(context), jobsStep(context), formerRequestsStep(context)],
  };
}

/** The journal names people, encrypted, until no backup contains their data any more. */
function filesOfJournal({ name }: ErasureJournal): FileLocation {
  return { name: 'erasure.journal', list: () => [name], read: () => null, isEncrypted: true };
}

/** The host's journal; null if it has none. */
function journalOf({ options, database, naming, now }: ModuleContext): ErasureJournal | null {
  const { journal, journalKey: key } = options.erasure;
  if (journal === undefined || key === undefined) return null;
  return new ErasureJournal({ database, naming, place: journalAt(journal), key, now });
}
