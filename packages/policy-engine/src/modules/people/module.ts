import { defineModule, type Module } from '../../kernel/module.ts';
import { userIdOf } from '../../platform/users/resource.ts';
import { type AnyClass, UserHelpers } from './user-helpers.ts';

// What the module adds to shared types must be visible where the engine is used.
export type * from './index.ts';

/** The helpers of the host's own user objects (spec: P-user). */
export const peopleModule: Module<'people'> = defineModule({
  id: 'people',
  needs: ['rules', 'terms', 'consent', 'export', 'portability'],
  create({ options, defaultLocale, service, asSent }) {
    const requests = service('portability');
    const idOf = userIdOf(options.userResource);
    const helpers = new UserHelpers({
      consents: service('consent'),
      terms: service('terms'),
      rules: service('rules'),
      idOf,
      portability: {
        rules: service('export').rules,
        mayRequest: (id) => requests.register.mayCreate(id),
        locale: defaultLocale,
      },
    });
    return {
      members: {
        userIdOf: idOf,
        withPolicies: <Base extends AnyClass>(base: Base) => helpers.withPolicies(base),
        policiesOf: (user: object, request?: Request) =>
          helpers.policiesOf(user, request ? asSent(request).request : null),
      },
    };
  },
});
