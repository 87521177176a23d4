/** Who decides by a request, and by which way. */
import type { DecisionChannel } from '../../proof/index.ts';
import type { Visitor } from '../visitors/visitor.ts';
import type { AnyCall } from './input.ts';

/** What a body says about the decision itself. */
type Stated = Pick<Visitor, 'how' | 'locale' | 'click' | 'confirmed'>;

/** The person of a request who decides, with the way in which they do. */
export async function deciderOf(
  call: AnyCall,
  { how, locale: readIn, click, confirmed }: Stated,
  read: NonNullable<Visitor['read']>,
): Promise<Visitor> {
  const { user, cookies, request, secure, env, format } = call;
  const { locale } = await call.language();
  const guessed = format === 'json' ? 'api' : wayOfForm(call);
  const languages = [...(readIn === undefined ? [] : [readIn]), ...(await call.languages())];
  return { user, cookies, request, secure, locale, languages, read, click, confirmed, ip: env.ip, how: how ?? guessed };
}

/** The person of a request for a page, which decides nothing by itself. */
export function senderOf({ user, cookies, request, secure, env }: AnyCall): Visitor {
  return { user, cookies, request, secure, ip: env.ip };
}

/** A form on a page of the host is its banner; if the browser does not say where the form was, it counts as the panel's. */
function wayOfForm({ request, href }: AnyCall): DecisionChannel {
  const referrer = request.headers.get('referer');
  const from = referrer !== null && URL.canParse(referrer) ? new URL(referrer).pathname : '';
  const panel = href('/');
  return from === '' || from === panel || from.startsWith(panel.endsWith('/') ? panel : `${panel}/`)
    ? 'panel'
    : 'banner';
}
