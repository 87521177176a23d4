import { defineModule, type Module } from '../../kernel/module.ts';
import { DecisionImport } from '../consent/index.ts';
import { takeOverCommand } from './command.ts';
import { Predecessor } from './service.ts';

// What the module adds to shared types must be visible where the engine is used.
export type * from './index.ts';

/** Takes over an installation of gdpr_rails, the engine that this one continues. */
export const predecessorModule: Module<'predecessor'> = defineModule({
  id: 'predecessor',
  needs: ['rules', 'audit', 'terms', 'proof', 'consent', 'portability'],
  commands: [takeOverCommand],
  create(context) {
    const [rules, terms] = [context.service('rules'), context.service('terms')];
    const predecessor = new Predecessor({
      ...context,
      rules,
      terms,
      portability: context.service('portability'),
      decisions: new DecisionImport({
        ...context,
        rules,
        terms,
        ledger: context.service('proof'),
        audit: context.service('audit'),
      }),
    });
    return { members: { takeOver: (options) => predecessor.takeOver(options) } };
  },
});
