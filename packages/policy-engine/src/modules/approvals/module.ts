import { defineModule, type Module } from '../../kernel/module.ts';
import { approvalsOptions } from './options.ts';
import { approvalRoutes } from './routes.tsx';
import { Approvals } from './service.ts';
import { approvalMigrations } from './tables.ts';
import { texts } from './texts/texts.generated.ts';

// What the module adds to shared types must be visible where the engine is used.
export type * from './index.ts';
export type * from './tables.ts';
export type * from './texts/texts.generated.ts';

declare module '../../kernel/module.ts' {
  interface AdminActions {
    publishing_proposed: true;
    erasure_proposed: true;
    proposal_withdrawn: true;
  }
}

/** A second administrator confirms what one has proposed. */
export const approvalsModule: Module<'approvals'> = defineModule({
  id: 'approvals',
  options: approvalsOptions,
  needs: ['audit'],
  migrations: approvalMigrations,
  // Whoever proposed it wants to confirm it.
  errors: { second_person_needed: { status: 409 } },
  texts,
  actions: ['publishing_proposed', 'erasure_proposed', 'proposal_withdrawn'],
  create(context) {
    const approvals = new Approvals({ ...context, audit: context.service('audit'), acts: context.options.fourEyes });
    return { service: approvals, routes: [approvalRoutes(approvals, context.namesOfAdmins)] };
  },
});
