import { defineModule, type Module } from '../../module.ts';
import { nameOfUser } from '../../platform/users/resource.ts';
import { auditErasure } from './erasure-step.ts';
import { auditRoutes } from './routes.tsx';
import { Audit } from './service.ts';
import { auditMigrations } from './tables.ts';
import { texts } from './texts/index.ts';

// The tables have to reach whoever has the types of `createQueries`.
export type * from './tables.ts';

type Texts = typeof texts.en;

declare module '../../platform/i18n/texts/catalogue.ts' {
  // oxlint-disable-next-line typescript/no-empty-object-type -- declaration merging
  interface EnglishTexts extends Texts {}
}
declare module '../../module.ts' {
  interface Services {
    readonly audit: Audit;
  }
}

/** The log of what administrators did. */
export const auditModule: Module<'audit'> = defineModule({
  id: 'audit',
  migrations: auditMigrations,
  texts,
  create({ database, naming, now, declared, options }) {
    const { adminUserResource, userResource } = options;
    const audit = new Audit({ database, naming, now });
    return {
      service: audit,
      hooks: { erasureSteps: auditErasure({ database, naming }) },
      routes: [
        auditRoutes({
          audit,
          actions: declared.actions,
          nameOfAdmin: (id) => nameOfUser(adminUserResource ?? userResource, id),
        }),
      ],
    };
  },
});
