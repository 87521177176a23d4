import { defineModule, type Module } from '../../kernel/module.ts';
import type { AppearanceContent } from './look.ts';
import { daily } from '../../platform/jobs/job.ts';
import { appearanceSubjects } from './log-subjects.ts';
import { appearanceRoutes, type AppearanceRoutesOptions } from './routes.ts';
import { servedRoutes } from './served-routes.ts';
import { AppearanceService } from './service.ts';
import { appearanceMigrations } from './tables.ts';
import { texts } from './texts/texts.generated.ts';

// What the module adds to shared types must be visible where the engine is used.
export type * from './index.ts';
export type * from './tables.ts';
export type * from './texts/texts.generated.ts';

declare module '../../kernel/module.ts' {
  interface AdminActions {
    appearance_saved: true;
  }
}

/** UTC. */
const FORGETTING_HOUR = 3;

/** The look of the banner: colours, layout, position and texts, in versions, and the banners as they were served. */
export const appearanceModule: Module<'appearance'> = defineModule({
  id: 'appearance',
  needs: ['audit'],
  migrations: appearanceMigrations,
  // Another version was published after this one was opened.
  errors: { appearance_changed: { status: 409 } },
  texts,
  actions: ['appearance_saved'],
  create(context) {
    const { options, language, database, naming } = context;
    const appearance = new AppearanceService({ ...context, audit: context.service('audit') });
    const { layout, side } = options.banner;
    const usual: AppearanceContent = { colours: null, corners: 'slight', layout, side, words: {} };
    const preview: AppearanceRoutesOptions['preview'] = (...parts) =>
      Promise.all(context.hooks('bannerPreview').map((draw) => draw(...parts)));
    return {
      service: appearance,
      routes: [
        appearanceRoutes({ appearance, usual, locales: language.locales, preview }),
        servedRoutes(appearance.served),
      ],
      hooks: { logSubjects: appearanceSubjects(database, naming) },
      jobs: [{ name: 'served-banners', every: daily(FORGETTING_HOUR), run: () => appearance.served.forgetUnnamed() }],
    };
  },
});
