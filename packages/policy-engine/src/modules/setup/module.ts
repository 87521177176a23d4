import { defineModule, type Module } from '../../kernel/module.ts';
import { initCommand } from './command.ts';

/** `policy-engine init`: puts the engine into a project. It adds nothing to an engine. */
export const setupModule: Module<'setup'> = defineModule({
  id: 'setup',
  commands: [initCommand],
  create: () => ({}),
});
