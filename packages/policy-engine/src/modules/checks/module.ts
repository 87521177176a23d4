import { type Check, defineModule, type Module } from '../../kernel/module.ts';
import { Reading } from '../../kernel/reading.ts';
import { lackingForMail } from '../../platform/mail/create.ts';
import { doctorCommand } from './command.ts';
import { type CheckFinding, worded } from './finding.ts';
import { checkConfiguration, findings } from './own-checks.ts';
import { checkRoutes } from './routes.tsx';
import { CheckService } from './service.ts';
import { texts } from './texts/texts.generated.ts';
import { toDoBox } from './views.tsx';

// What the module adds to shared types must be visible where the engine is used.
export type * from './index.ts';
export type * from './texts/texts.generated.ts';

/** Reports what is missing for compliance: in the panel, on the command line, and to the host. */
export const checksModule: Module<'checks'> = defineModule({
  id: 'checks',
  texts,
  findings,
  commands: [doctorCommand],
  create({
    database,
    naming,
    options,
    hasMail,
    lacksClientAddress,
    declared,
    checks: allChecks,
    language,
    defaultLocale,
    now,
  }) {
    // Findings about the configuration as a whole come last.
    const own: Check = {
      run: () =>
        checkConfiguration({
          hasAdmin: options.isAdminMethod !== undefined,
          hasMail,
          mailLacks: hasMail ? lackingForMail(options) : [],
          lacksClientAddress: lacksClientAddress(),
        }),
    };
    const checks = new CheckService({
      database,
      naming,
      kinds: declared.findings,
      checks: () => [...allChecks(), own],
    });
    return {
      service: checks,
      routes: [checkRoutes(checks, now)],
      hooks: { adminNotice: async (view) => toDoBox(view, await checks.recent(new Reading()), checks.kinds) },
      members: {
        async check({ locales = [] }: { readonly locales?: readonly string[] } = {}): Promise<CheckFinding[]> {
          const wording = language([...locales, defaultLocale]);
          return (await checks.run()).map((found) => worded(found, checks.kinds, wording));
        },
      },
    };
  },
});
