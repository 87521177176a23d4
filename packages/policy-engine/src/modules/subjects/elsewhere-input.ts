/** What a form asks about something that came by letter, by phone or by email: on which day, and whether it comes from this person. */
import { z } from '@hono/zod-openapi';
import { formBoolean, httpErrors, type Language } from '../../platform/web/index.ts';
import { dayInZone, shownAt } from '../../platform/web/view/wall-time.ts';

/** What reading the day needs. */
export interface ElsewhereOptions {
  /** IANA name of the zone that the day is in. */
  readonly timeZone: string;
  readonly now: () => Date;
}

/** Days after which a date is more likely a mistake than a late letter. */
const LONG_AGO = 366;
const DAY = 24 * 60 * 60_000;

/** The two fields. */
export const Elsewhere: z.ZodObject<{
  received_on: z.ZodOptional<z.ZodUnion<readonly [z.ZodISODate, z.ZodLiteral<''>]>>;
  identity_verified: z.ZodOptional<typeof formBoolean>;
}> = z.object({
  received_on: z
    .union([z.iso.date(), z.literal('')])
    .optional()
    .openapi({ description: 'Day on which it came, in the time zone of the engine; default: today' }),
  identity_verified: formBoolean
    .optional()
    .openapi({ description: 'Whether the administrator has verified that it comes from this person; must be true' }),
});

/**
 * When it came: the begin of a past day, else now.
 *
 * @throws {HttpError} 422 if the identity was not verified, for a day in the future, and for one that is more than a year ago
 */
export function receivedElsewhere(
  { received_on: on, identity_verified: isVerified }: z.output<typeof Elsewhere>,
  { timeZone, now }: ElsewhereOptions,
  { t }: Language,
): Date {
  const refuse = (field: string, code: string, detail: string) => httpErrors.invalid([{ field, code, detail }]);
  if (isVerified !== true) throw refuse('identity_verified', 'required', t('people.register.unverified'));
  const at = now();
  const day = on ? dayInZone(on, timeZone) : null;
  if (day === null || on === dayOf(at, timeZone)) return at;
  if (day > at) throw refuse('received_on', 'invalid', t('people.register.future'));
  if (at.getTime() - day.getTime() > LONG_AGO * DAY) {
    throw refuse('received_on', 'invalid', t('people.register.long_ago'));
  }
  return day;
}

/** The day of a moment in a zone: `2027-02-14`. */
export function dayOf(at: Date, timeZone: string): string {
  return new Date(shownAt(at.getTime(), timeZone)).toISOString().slice(0, 10);
}
