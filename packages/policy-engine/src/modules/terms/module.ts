import { defineModule, type Module } from '../../kernel/module.ts';
import type { View } from '../../platform/web/index.ts';
import { Announcing } from './announcements/announcing.ts';
import { findings, missingTexts, missingTranslations, samplesInForce } from './checks.ts';
import { undoableDraft } from './drafts/deleted.ts';
import { engineTerms } from './engine-terms.ts';
import { paths } from './views/term-parts.tsx';
import { textFor } from './translations/languages.ts';
import { termSubjects } from './log-subjects.ts';
import { mails, type OwnMails } from './announcements/mail-contents.ts';
import { publishCommand } from './publishing/publish-command.ts';
import { termsRoutes } from './routes/index.ts';
import { TermsService } from './service.ts';
import { termsMigrations } from './tables.ts';
import { texts } from './texts/texts.generated.ts';
import { policyEvents, policyNotifier } from './announcements/webhook-events.ts';

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
    term_created: true;
    term_changed: true;
    term_published: true;
    term_scheduled: true;
    term_imported: true;
    term_taken_back: true;
    term_deleted: true;
    translation_written: true;
    translation_removed: true;
    translation_added_late: true;
  }
}

/** Policy texts: drafts, versions, translations, publishing. */
export const termsModule: Module<'terms'> = defineModule({
  id: 'terms',
  needs: ['approvals', 'rules', 'audit', 'webhooks', 'preferences'],
  migrations: termsMigrations,
  texts,
  mails,
  findings,
  commands: [publishCommand],
  actions: [
    'term_created',
    'term_changed',
    'term_published',
    'term_scheduled',
    'term_imported',
    'term_taken_back',
    'term_deleted',
    'translation_written',
    'translation_removed',
    'translation_added_late',
  ],
  create(context) {
    const { database, naming, now, defaultLocale, timeZone } = context;
    const rules = context.service('rules');
    const announcing = new Announcing({
      ...context,
      rules,
      canReach: context.hasMail && context.options.userResource.find !== undefined,
      locales: [...new Set([defaultLocale, ...Object.keys(texts), ...Object.keys(context.options.texts ?? {})])],
    });
    const approvals = context.service('approvals');
    const { undo } = context.service('preferences');
    const terms = new TermsService({
      database,
      naming,
      rules,
      now,
      defaultLocale,
      audit: context.service('audit'),
      approvals,
      tell: policyNotifier(context.service('webhooks')),
      announce: (transaction, term) => announcing.announce(transaction, term),
      cancelAnnouncement: (transaction, term) => announcing.cancel(transaction, term),
    });
    const notices = (view: View) => Promise.all(context.hooks('adminNotice').map((notice) => notice(view)));
    const figures = async (rule: string) =>
      (await Promise.all(context.hooks('versionFigures').map((hook) => hook(rule)))).flat();
    return {
      service: terms,
      routes: [
        termsRoutes({ terms, rules, timeZone, notices, figures, approvals, canMail: announcing.canReach, undo }),
      ],
      jobs: [announcing.job()],
      checks: [missingTexts(rules, terms), missingTranslations(rules, terms), samplesInForce(rules, terms)],
      hooks: {
        webhookEvents: policyEvents,
        logSubjects: termSubjects(database, naming),
        undoable: undoableDraft(naming, paths.term),
      },
      members: {
        terms: engineTerms(terms),
        async renderTerm(rule: string, { locale = [] }: { readonly locale?: string | readonly string[] } = {}) {
          return terms.html(textFor(await terms.currentOf(rule), typeof locale === 'string' ? [locale] : locale));
        },
      },
    };
  },
});
