import { defineModule, type Module } from '../../kernel/module.ts';
import { auditErasure } from './erasure-step.ts';
import { auditRoutes } from './routes.ts';
import { Audit } from './service.ts';
import { auditMigrations } from './tables.ts';
import { texts } from './texts/texts.generated.ts';

// What the module adds to shared types must be visible where the engine is used.
export type * from './index.ts';
export type * from './tables.ts';
export type * from './texts/texts.generated.ts';

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
