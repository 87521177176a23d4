import { defineModule, type Module } from '../../module.ts';
import { homeRoutes } from './routes.tsx';

/** The mount path itself, and the description of everything below it. */
export const homeModule: Module<'home'> = defineModule({
  id: 'home',
  needs: ['rules', 'terms'],
  create({ service, openApi }) {
    const terms = service('terms');
    return { routes: [homeRoutes({ rules: service('rules'), current: () => terms.current(), openApi })] };
  },
});
