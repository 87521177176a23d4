import { defineModule, type Module } from '../../kernel/module.ts';
import { overviewOf } from './overview.ts';
import { homeRoutes } from './routes.tsx';
import { texts } from './texts/index.ts';

type Texts = typeof texts.en;

declare module '../../platform/i18n/texts/catalogue.ts' {
  // oxlint-disable-next-line typescript/no-empty-object-type -- declaration merging
  interface EnglishTexts extends Texts {}
}

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
