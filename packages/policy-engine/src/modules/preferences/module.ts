import { defineModule, type Module } from '../../kernel/module.ts';
import { AdminChoices } from './choices.ts';
import { savedViewsRoutes, undoRoutes } from './routes.ts';
import { SavedViews } from './saved-views.ts';
import { preferencesMigrations } from './tables.ts';
import { Undo } from './undo.ts';
import { texts } from './texts/texts.generated.ts';

// What the module adds to shared types must be visible where the engine is used.
export type * from './index.ts';
export type * from './tables.ts';
export type * from './texts/texts.generated.ts';

/** What administrators choose for the panel, and is the same in each of their browsers: views of lists, the digest. */
export const preferencesModule: Module<'preferences'> = defineModule({
  id: 'preferences',
  migrations: preferencesMigrations,
  needs: ['audit'],
  // Too many views; a deletion that can no longer be undone.
  errors: { views_full: { status: 422 }, undo_over: { status: 409 } },
  actions: ['deletion_undone'],
  texts,
  create(context) {
    const choices = new AdminChoices(context);
    const views = new SavedViews(choices);
    const undo = new Undo({ ...context, audit: context.service('audit'), undoables: () => context.hooks('undoable') });
    return {
      service: { choices, undo },
      routes: [savedViewsRoutes(views), undoRoutes(undo)],
      jobs: [undo.job()],
      savedViews: (admin, path) => views.list(admin.id, path),
      hooks: { erasureSteps: choices.erasureStep() },
    };
  },
});
