import { defineModule, type Module } from '../../module.ts';
import { auditRoom } from './routes.tsx';
import { Audit } from './service.ts';
import { texts } from './texts/index.ts';

type Texts = typeof texts.en;

declare module '../../platform/web/texts/catalogue.ts' {
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
  texts,
  create({ database, naming, now, declared }) {
    const audit = new Audit({ database, naming, now });
    return { service: audit, routes: [auditRoom(audit, declared.actions)] };
  },
});
