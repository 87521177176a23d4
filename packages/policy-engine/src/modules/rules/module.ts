import { defineModule, type Module } from '../../kernel/module.ts';
import { rulesOptions } from './options.ts';

// What the module adds to shared types must be visible where the engine is used.
export type * from './index.ts';

/** The policies that people decide on, as declared by the host. */
export const rulesModule: Module<'rules'> = defineModule({
  id: 'rules',
  options: rulesOptions,
  create: ({ options }) => ({ service: options.rules }),
});
