/** What people decide, on one rule or on several. */
import { z } from '@hono/zod-openapi';
import type { Decision } from '../../rules/index.ts';
import type { NoticeKey, Routes } from '../../../platform/web/index.ts';
import { formBoolean, httpErrors, localPath } from '../../../platform/web/index.ts';
import { Click, Confirmed, LONGEST_VENDOR } from '../banner/input.ts';
import { decisionsFor } from '../banner/wishes.ts';
import { PolicyEngineError } from '../../../errors/errors.ts';
import { returnPath } from '../opt-out/link.ts';
import { ruleAnchor } from '../centre/views/rule-card.tsx';
import type { ConsentStatus } from '../decisions/status.ts';
import { isConsentGiven } from '../decisions/status.ts';
import type { Visitor } from '../visitors/visitor.ts';
import { type AnyCall, namesVendors, severalWishes, vendorWish, type VendorsByName } from './input.ts';
import { refusalIn } from './refusal.ts';
import { userTermJson, UserTermJson } from './representation.ts';
import { Id, pendingOf, type UserTermRoutesOptions } from './shared.ts';
import { deciderOf } from './decider.ts';

const Hash = z.string().regex(/^[0-9a-f]{64}$/);
const Vendors = z.record(z.string().max(LONGEST_VENDOR), formBoolean);
const decidingShape = {
  /** Where a form of the host sends its visitor back to; anything but a path of this origin is ignored. */
  return_to: z.string().max(2000).optional(),
  how: z.enum(['panel', 'banner', 'api']).optional().openapi({ description: 'Recorded in the ledger' }),
  hash: Hash.optional().openapi({
    description:
      'SHA-256 of the text that was read, recorded in the ledger; accepting a text that is not in force fails with 409 ' +
      '`text_changed`. Default: the text in the language of the caller',
  }),
  locale: z.string().max(35).optional().openapi({ description: 'Language the text was read in, BCP 47 tag' }),
  click: Click,
  confirmed: Confirmed,
};
const Rejecting = z.object(decidingShape).optional();
const Accepting = z
  .object({
    ...decidingShape,
    vendors: Vendors.optional().openapi({
      description:
        'Vendors of the rule by name: true accepts, false rejects; a vendor that is left out is unchanged. If none is accepted, ' +
        'the rule is rejected. Default: the rule is accepted as a whole, with all its vendors',
    }),
  })
  .optional();
type Deciding = z.output<typeof Accepting>;
const Multiple = z
  .object({
    how: z.enum(['panel', 'banner', 'api']).optional().openapi({ description: 'Recorded in the ledger' }),
    locale: z.string().max(35).optional().openapi({ description: 'Language the texts were read in, BCP 47 tag' }),
    user: z.record(z.string(), formBoolean).optional(),
    vendors: z.record(z.string(), Vendors).optional().openapi({
      description:
        'By rule: its vendors as for `accept`. A rule that `user` rejects is rejected, whatever is said about its vendors',
    }),
    confirmed: Confirmed,
    hashes: z.record(z.string(), Hash).optional().openapi({
      description:
        'By rule: SHA-256 of the text that was read, as for `accept`. If one of them is not in force, nothing is accepted',
    }),
  })
  .optional();

/** Several rules in one transaction. */
export function severalRoutes(options: UserTermRoutesOptions): Routes {
  const { consents } = options;
  return (app) => {
    app.route({
      method: 'put',
      path: '/user_terms/accept_multiples',
      id: 'acceptMultipleUserTerms',
      summary: 'Decide on several rules in one transaction',
      description:
        'Fields of `user` are `policy_rule_<name>`: true accepts, false rejects, anything left out is unchanged. `vendors` decides on ' +
        'the vendors of rules; one of both must be there.',
      tags: ['User terms'],
      body: Multiple,
      answer: { description: 'What is still pending', json: z.array(UserTermJson), html: 'redirect' },
      errors: [400, 404, 409],
      subject: () => ({ path: '/user_terms/pending' }),
      refusal: ({ body }) => {
        const ofVendors = Object.values(body?.vendors ?? {}).flatMap((chosen) => Object.values(chosen));
        return refusalIn([...Object.values(body?.user ?? {}), ...ofVendors], null);
      },
      handle: async (call) => {
        const { body } = call;
        if (body?.user === undefined && body?.vendors === undefined) {
          throw httpErrors.badRequest('malformed_body', 'consents.no_user_field');
        }
        await decideSeveral(options, call, body);
        return {
          json: async () => (await pendingOf(consents, call)).json,
          redirect: { to: call.href('/user_terms/pending'), notice: 'notice.saved' },
        };
      },
    });
  };
}

/** One rule. */
export function decisionRoutes(options: UserTermRoutesOptions): Routes {
  const { consents, rules, vendorsOf } = options;
  const mayDecide = ({ user, params }: AnyCall & { readonly params: { readonly id: string } }) =>
    user !== null || rules.find(params.id)?.sessionless === true;
  return (app) => {
    app.route({
      ...decisionRoute('accept'),
      body: Accepting,
      refusal: async (call) => {
        const { vendors = {} } = call.body ?? {};
        const known = vendorsOf(call.params.id);
        if (!mayDecide(call) || !Object.keys(vendors).every((name) => known.includes(name))) return null;
        return refusalIn(Object.values(vendors), await consents.visitorIdOf(call));
      },
      handle: async (call) => decideOn(options, call, 'accepted', call.body),
    });
    app.route({
      ...decisionRoute('reject'),
      body: Rejecting,
      refusal: async (call) => (mayDecide(call) ? { visitor: await consents.visitorIdOf(call) } : null),
      handle: async (call) => decideOn(options, call, 'rejected', call.body),
    });
  };
}

async function decideSeveral(
  { consents, rules, vendorsOf }: UserTermRoutesOptions,
  call: AnyCall,
  body: NonNullable<z.output<typeof Multiple>>,
): Promise<void> {
  const wishes = await severalWishes(call, body, { rules, vendorsOf });
  const hashes = new Map(Object.entries(body.hashes ?? {}));
  const visitor = await deciderOf(call, body, (rule) => hashes.get(rule));
  // Vendors that are left out stay as they are at the time of writing.
  if (namesVendors(wishes)) await consents.decideFrom(visitor, (statuses) => decisionsFor(wishes, statuses));
  else await consents.decide(visitor, decisionsFor(wishes, []));
}

type CallOfOne = AnyCall & { readonly params: { readonly id: string } };

async function decideOn(options: UserTermRoutesOptions, call: CallOfOne, decision: Decision, body: Deciding) {
  try {
    return await decided(options, call, decision, body);
  } catch (error) {
    const isFirstStep = error instanceof PolicyEngineError && error.code === 'confirmation_needed';
    if (!isFirstStep || call.format !== 'html') throw error;
    const { rule } = await options.consents.status(call, call.params.id);
    return { redirect: { to: call.href(returnPath(rule.name, localPath(body?.return_to, ''))) } };
  }
}

async function decided(options: UserTermRoutesOptions, call: CallOfOne, decision: Decision, body: Deciding) {
  const { consents } = options;
  const { id } = call.params;
  const visitor = await deciderOf(call, body ?? {}, () => body?.hash);
  const { vendors = {} } = body ?? {};
  // For the words of the answer to a form. A rejection is accepted even if the database can't be read.
  const isWorded = call.format === 'html' && decision === 'rejected';
  const before = isWorded ? await consents.status(call, id).catch(() => null) : null;
  const isWithdrawal = before !== null && isConsentGiven(before);
  const after =
    Object.keys(vendors).length > 0
      ? await acceptVendors(options, call, visitor, vendors)
      : await consents.decideOne(visitor, id, decision);
  const { locale } = await call.language();
  const { name } = after.rule;
  const page = call.user === null ? call.href(`/user_terms/${name}`) : call.href(`/privacy#${ruleAnchor(name)}`);
  return {
    json: userTermJson(after, locale),
    redirect: {
      to: localPath(body?.return_to, page),
      notice: noticeOf(after.state, isWithdrawal),
      about: name,
    },
  };
}

/** @throws HttpError 422 for a name that is not a vendor of the rule */
async function acceptVendors(
  { consents, vendorsOf }: UserTermRoutesOptions,
  call: AnyCall & { readonly params: { readonly id: string } },
  visitor: Visitor,
  vendors: VendorsByName,
): Promise<ConsentStatus> {
  const { rule } = await consents.status(visitor, call.params.id);
  const wishes = new Map([[rule.name, await vendorWish(call, vendors, vendorsOf(rule.name))]]);
  await consents.decideFrom(visitor, (statuses) => decisionsFor(wishes, statuses));
  return consents.status(visitor, rule.name);
}

/** What the routes that decide on one rule have in common. */
function decisionRoute<Verb extends 'accept' | 'reject'>(verb: Verb) {
  return {
    method: 'put',
    path: `/user_terms/{id}/${verb}`,
    id: `${verb}UserTerm`,
    summary: `${verb === 'accept' ? 'Accept' : 'Reject'} a rule; repeating it has the same result`,
    tags: ['User terms'],
    access: 'public',
    params: Id,
    answer: { description: 'The rule with its current decision', json: UserTermJson, html: 'redirect' },
    errors: [401, 409],
    subject: ({ id }: z.output<typeof Id>) => ({ path: `/user_terms/${id}`, text: 'consents.read_text' as const }),
  } as const;
}

/** What the page says after a decision. */
function noticeOf(state: ConsentStatus['state'], isWithdrawal: boolean): NoticeKey {
  if (isWithdrawal) return 'notice.withdrawn';
  return state === 'rejected' ? 'notice.rejected' : 'notice.accepted';
}
