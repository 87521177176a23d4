import { defineModule, type Module } from '../../kernel/module.ts';
import { DecisionImport } from '../consent/index.ts';
import { takeOverCommand } from './command.ts';
import { takeoverSubjects } from './log-entry.ts';
import { Predecessor } from './service.ts';
import { texts } from './texts/texts.generated.ts';

// What the module adds to shared types must be visible where the engine is used.
export type * from './index.ts';
export type * from './texts/texts.generated.ts';

declare module '../../kernel/module.ts' {
  interface AdminActions {
    predecessor_taken_over: true;
  }
}

/** Takes over an installation of gdpr_rails, the engine that this one continues. */
export const predecessorModule: Module<'predecessor'> = defineModule({
  id: 'predecessor',
  needs: ['rules', 'audit', 'terms', 'proof', 'consent', 'portability'],
  commands: [takeOverCommand],
  texts,
  actions: ['predecessor_taken_over'],
  create(context) {
    const [rules, terms] = [context.service('rules'), context.service('terms')];
    const audit = context.service('audit');
    const predecessor = new Predecessor({
      ...context,
      audit,
      rules,
      terms,
      portability: context.service('portability'),
      decisions: new DecisionImport({
        ...context,
        rules,
        terms,
        ledger: context.service('proof'),
        audit,
      }),
    });
    return {
      hooks: { logSubjects: takeoverSubjects },
      members: { takeOver: (options) => predecessor.takeOver(options) },
    };
  },
});
