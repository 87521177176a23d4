import { defineModule, type Module } from '../../module.ts';
import { rulesOptions } from './options.ts';
import type { Rules } from './rules.ts';

declare module '../../module.ts' {
  interface Services {
    readonly rules: Rules;
  }
}

/** The policies that people decide on, as declared by the host. */
export const rulesModule: Module<'rules'> = defineModule({
  id: 'rules',
  options: rulesOptions,
  create: ({ options }) => ({ service: options.rules }),
});
