import { defineModule, type Module } from '../../module.ts';
import { Rules } from './rules.ts';

declare module '../../module.ts' {
  interface Services {
    readonly rules: Rules;
  }
}

/** What people decide on, as the host declares it. */
export const rulesModule: Module<'rules'> = defineModule({
  id: 'rules',
  create: ({ options }) => ({ service: new Rules(options.rules) }),
});
