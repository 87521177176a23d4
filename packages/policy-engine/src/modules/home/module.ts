import { defineModule, type Module } from '../../kernel/module.ts';
import { overviewOf } from './overview.ts';
import { homeRoutes } from './routes.tsx';
import { texts } from './texts/texts.generated.ts';

// What the module adds to shared types must be visible where the engine is used.
export type * from './texts/texts.generated.ts';

/** The mount path itself, and the description of everything below it. */
export const homeModule: Module<'home'> = defineModule({
  id: 'home',
  needs: ['rules', 'terms', 'requests', 'proof', 'checks'],
  texts,
  create({ service, openApi, jobs }) {
    const [terms, desk, checks] = [service('terms'), service('requests'), service('checks')];
    const sources = { desk, jobs, ledger: service('proof'), checks };
    return {
      routes: [
        homeRoutes({
          rules: service('rules'),
          current: () => terms.current(),
          overview: () => overviewOf(sources),
          counts: () => desk.counts(),
          kinds: checks.kinds,
          openApi,
        }),
      ],
    };
  },
});
