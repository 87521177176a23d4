import { defineModule, type Module } from '../../kernel/module.ts';
import { auditErasure } from './erasure-step.ts';
import { auditRoutes } from './routes.ts';
import { Audit } from './service.ts';
import { auditMigrations } from './tables.ts';
import { texts } from './texts/index.ts';

// What the module adds to shared types must be visible where the engine is used.
export type * from './index.ts';
export type * from './tables.ts';

type Texts = typeof texts.en;

declare module '../../platform/i18n/texts/catalogue.ts' {
  // oxlint-disable-next-line typescript/no-empty-object-type -- declaration merging
  interface EnglishTexts extends Texts {}
}

/** The log of what administrators did. */
export const auditModule: Module<'audit'> = defineModule({
  id: 'audit',
  migrations: auditMigrations,
  texts,
  create({ database, naming, now, declared, options, timeZone, hooks, namesOfUsers, namesOfAdmins }) {
    const { rules } = options;
    const audit = new Audit({ database, naming, now });
    return {
      service: audit,
      hooks: { erasureSteps: auditErasure({ database, naming }) },
      routes: [
        auditRoutes({
          audit,
          actions: declared.actions,
          timeZone,
          rules: () => rules.all.map(({ name }) => name),
          labelOf: (rule, locale) => rules.find(rule)?.label(locale),
          namesOfUsers,
          namesOfAdmins,
          subjects: () => hooks('logSubjects').flat(),
        }),
      ],
    };
  },
});
