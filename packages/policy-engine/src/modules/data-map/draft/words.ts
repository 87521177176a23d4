/** Words and patterns of columns by which the draft judges them, each in the setting that it needs. */
import { phrasesIn, wordsIn } from '../../../platform/columns/tokens.ts';

export const IN_PEOPLE: ReadonlySet<string> = wordsIn(`
  name alias title contact contacts company social socials social_links img bio introduction about note notes remark remarks memo description comment website homepage location city town village province county region
  country language_skills image picture photo foto pic avatar profile identities identity metadata custom_data meta_data
  user_metadata custom_fields answers occupation job position department designation industry employer relation skills interests hobbies education expertise handle age
  birth height weight facebook twitter x threads bluesky mastodon tiktok youtube instagram linkedin googleplus google_plus github telegram discord
  snapchat pinterest identifier nombre nom isim ad ciudad ville sehir pais pays ulke codpais cargo puesto fonction funktion beruf profesion meslek plz ort stadt land`);
export const PHRASES_IN_PEOPLE: ReadonlySet<string> = phraseSet(`
  status text, status message, company name, job title, custom data, meta data, external identifier, pending identifier, country code,
  personalization answers, about me, company role, job role, date joined place, profile url, website url, facebook id, external id,
  x handle, military service, military status, other id, student id, member id, customer number, employee id, patient id, membership id, organization name, organisation name, cover note, emergency phone, alternate name, state province, job position, name suffix, name prefix`);

export const IN_ADDRESS: ReadonlySet<string> = wordsIn(`
  postal postbox city town village suburb district province state county region country company apartment apt flat suite unit building floor
  apartado codpostal poblacion municipio localidad commune bairro landmark attention pincode pin cidade citta miasto stad cep uf name label line street lat lng latitude longitude locality neighborhood neighbourhood area ort stadt land ciudad ville
  provincia pais pays sehir ilce mahalle ulke bundesland organization organisation`);
export const PHRASES_IN_ADDRESS: ReadonlySet<string> = phraseSet(`
  country code, province code, state code, address name, care of, country name, region code, state province, additional number,
  building number, building name, street number, unit number, flat number, floor number, door number, post box, company name, address care of`);

/** Prefixes of the parts of an address in a row of something else: `shipping_city`. */
export const POSTED: ReadonlySet<string> = wordsIn(
  'company employer office business registered correspondence temporary temp contact customer user recipient buyer shipping billing delivery ship bill mailing home work invoice residence residential permanent current',
);

export const WRITTEN: ReadonlySet<string> = wordsIn(`
  msg body content contents message text improvement improvements suggestion suggestions comment comments html note notes caption review feedback answer question remark remarks
  transcript bio nickname quote excerpt plaintext inhalt nachricht texto mensaje comentario contenu commentaire icerik mesaj yorum infos remarques remarque observations observaciones observacoes commentaires comentarios notas notiz notizen bemerkung bemerkungen
  anmerkung anmerkungen kommentar kommentare opmerking opmerkingen motif motivo begruendung`);
export const PHRASES_WRITTEN: ReadonlySet<string> = phraseSet(`
  message body, raw message, comment text, review text, body text, body html, message text, comment content, comment body, message content`);
export const TITLED: ReadonlySet<string> = wordsIn(
  'title subject description summary headline heading name slug_title',
);
export const TRACED: ReadonlySet<string> = wordsIn(
  'browser os platform device fingerprint location city country region referrer referer isp lat lng latitude longitude',
);
export const IDENTIFYING: ReadonlySet<string> = phraseSet(`
  identity id, external id, external identifier, identifier, provider user id, profile, account id, detail,
  details, metadata, data, claims, user info, userinfo, raw profile, subject, provider id, uid, user metadata,
  extra data, verified identifier, user identity, email or phone, remote id, remote user id, external user id, social id, provider uid, provider subject, sub,
  open id, union id`);
/** With which a provider names an account: beside one of them, `provider id` names the provider. */
export const ACCOUNT_ID: RegExp =
  /(?:^| )account id$|^(?:remote|external|provider)(?: user)? (?:id|uid|subject|identifier)$|^(?:identity id|uid|sub|subject|open id|union id)$/;
export const ADDRESSED: RegExp =
  /^(?:to|from|cc|bcc|recipients?|receiver|addressee|caller|callee|(?:channel|call|sms|mail|email|message|sent) (?:to|from)|(?:source|destination|to|from) (?:addr|address|number))$/;

function phraseSet(text: string): ReadonlySet<string> {
  return new Set(phrasesIn(text).map((phrase) => phrase.join(' ')));
}

/** Column names of the host's own mail addresses and lines. */
export const OWN: RegExp =
  /^(?:support|info|noreply|no_reply|no reply|system|default|from|sender|company|shop|store|business|public)[_ -]?(?:e?mail|phone|address|name|reply)/i;

/** Things whose names are in a row about a person. */
export const NAMED_THINGS: RegExp =
  /^(?:plan|price|product|item|file|project|team|channel|bucket|host|event|course|class|group|app|client)_?/i;

/** With what somebody signs in, in tables of authentication: mostly an e-mail address. */
export const SIGNED_IN: RegExp =
  /^(?:(?:external |pending |login )?identifier|identity|(?:entity|principal|login|subject|external user) id|subject|principal)$/;

/** Texts of a kind that the name says: `visitor_note`, `applicationText`, `customFeedback`. */
export const NOTED: RegExp =
  /^\w+ (?:notes?|comments?|feedback|remarks?|answers?|transcript|essay|bio|text|statement|story|requests?)$/;
/** The same words where a program or the host writes them. */
export const UNWRITTEN: RegExp =
  /matched|error|status|system|failure|fail|internal|admin|log|debug|response|template|meta|alt|html|plain|button|help|hint|label|default|validation|revocation|consent|link|search|full|raw|rich|extracted|http|api|job|tracking|release|pull|max|num|change|access|data|erasure|title|footer|header|seo|prompt|model|software/;

export const REMARKS: RegExp =
  /^(?:comments?|notes?|remarks?|memo|feedback|infos?|remarques?|observations?|observaciones|observacoes|commentaires?|comentarios?|notas?|notizen?|notiz|bemerkung(?:en)?|anmerkung(?:en)?|kommentare?|opmerking(?:en)?|follow ?up|(?:extra|additional|further|other) (?:info|information))$/;

export const REASON: RegExp =
  /^(?:(?:cancell?ation|cancel|refund|return|expulsion|exclusion|suspension|absence|withdrawal|resignation|leave|leaving|churn|ban|registration|signup|sign up|application|request|join|abuse|appeal|contact|decline|dispute|complaint|report|visit|appointment) )?(?:reason|justification)(?: text)?$|^reason (?:to|for) \w+$/;

export const BORN: RegExp =
  /birth|born|naissance|nacimiento|dogum|geburt|geboorte|nascimento|nascita|urodz|\bdob\b|dob$|bday|\bddn\b|\b(?:date )?naiss?\b|datenais|gebdat|\bgeb dat|\bfec(?:ha)? ?nac\b|\bdata nasc\b/;
/** Before `ip`: the address of a machine of the host's. */
export const OF_HOSTS: ReadonlySet<string> = wordsIn('server host node proxy gateway router printer machine');
/** The address of an account in a federation, beside the ID of its row. */
export const OF_ACTOR: RegExp =
  /^(?:(?:user|creator|author|recipient|member|owner|sender|person) )?actor (?:id|ur[il])$/;
/** Words of an address with another meaning. */
export const NO_ADDRESS: RegExp = /^(?:business unit|(?:current|permanent|temporary) state)$/;
export const LICENSED: RegExp = /^(?:\w+ ){1,3}licen[cs]e(?: number| no)?$/;
/** Whom to call, by name. */
export const CONTACTS: RegExp =
  /^(?:(?:company|business|office|primary|secondary|main|site|customer|client|sales) )?contact(?: person)?$|^(?:administrador|gerente|representante(?: legal)?|apoderado|inhaber|geschaeftsfuehrer|ansprechpartner|gerant|interlocuteur)$/;
/** Numbers of papers, in rows of people and their papers. */
export const PAPERS: RegExp =
  /^(?:\w+ )?(?:licen[cs]e|permit|passport|visa|certificate|registration|policy|insurance|card|document|id|routing) (?:no|num|nr|number)$/;
export const LAST_DIGITS: RegExp = /last_?(?:4|four)(?:_?digits)?$/i;
/** A copy of somebody's row, as documents have it. */
export const SNAPSHOT: RegExp =
  /^(?:u|user|author|sender|actor|reporter|reported|owner|customer|visitor|member|person|buyer|guest)(?: info| details| snapshot)?$|^(?:reported|created|sent|posted) (?:user|by)$/;
export const ADDRESSES: RegExp = /^(?:\w+ )?address(?:es| book)?$/;
export const BANKED: RegExp = /^(?:(?:bank )?account(?: number| no)?|bank(?: name| code)?|iban|bic|swift(?: code)?)$/;
export const PLACE: RegExp = /^(?:location|geo|coordinates|position|geolocation)$/;
export const DEVICE: RegExp =
  /^(?:login|last login|last activity|last used|activity) (?:device|browser|os|platform|location|city|country)$/;
/** Tables of texts of the host's. */
export const LEGAL: RegExp = /(?:^| )(?:terms?(?: of service)?|policy|agreement|licen[cs]e)$/;

/** Work of somebody whose name and address are in the row, and why they write. */
export const ABOUT_CONTACT: RegExp =
  /^(?:company(?: name)?|organi[sz]ation(?: name)?|job title|job role|position|occupation|employer|employment(?: type| status)?|relationship|purpose|motivation|justification|reason to \w+)$/;
/** Columns of a memory that only sort it. */
export const UNREMEMBERED: RegExp =
  /(?:^| )(?:type|status|state|category|layer|kind|source|model|hash|slug|key|id|tags?|language|locale|vector|embeddings?|version|provider|url|metadata)$|(?:^| )vector(?: |$)/;
export const SEARCHED: RegExp = /^(?:(?:search )?(?:query|terms?|keywords?|text|phrase)|q)$/;
export const PROMPT: RegExp = /^(?:negative )?prompt$/;
/** Tables of what people set up, whose prompts are instructions. */
export const OF_PROGRAMS: RegExp =
  /agent|assistant|bot|model|template|preset|skill|flow|tool|step|node|automation|eval/;
/** Tables of what people do when. */
export const OF_DAYS: RegExp = /calendar|appointment/i;
/** What somebody filled in, as a whole. */
export const SUBMITTED: RegExp =
  /^(?:(?:submission|submitted|form) (?:data|values|fields|content)|(?:field )?values|responses?|answers?)$/;

/** Whether something is collected: `phone_number_collection`. */
export const COLLECTED: RegExp = / collection$/;
/** Objects of a payment or an order with names and addresses in them. */
export const PARTS: RegExp =
  /^(?:(?:customer|buyer|payer|recipient|contact|billing|shipping|delivery) (?:details|info|information|data|contact)|(?:customer )?(?:shipping|billing))$/;
/** Reasons, without those of the host's answer. */
export const ASKED: RegExp = /^(?!.*(?:reject|fail|remov|declin|cancel|deni|revo)).*reason$/;
/** Tables of payments: their reasons are codes. */
export const PAID: ReadonlySet<string> = wordsIn('intent charge refund payout dispute transfer payment credit');

export const WHO: RegExp = /^(?:user|actor|member|customer|performer|initiator)$/;
export const WHOSE_ID: RegExp = /(?:^| )(?:user|actor|member|customer|account) (?:id|uuid)$/;

export const AUTHOR: RegExp =
  /^(?:u|uid|from|user|author|member|customer|sender|reporter|requester|requestor|initiator|applicant|poster|creator|commenter|reviewer|contact|visitor|owner|client|patient|student|buyer)(?: user| account)?(?: id| uuid)?$|^(?:created|posted|written|submitted|sent|reported|rated|reviewed|voted|answered) by(?: id| user id)?$/;

/** Tables of those with whom the host does business: whom to call there is a person. */
export const IN_BUSINESS: RegExp =
  /^(?:supplier|vendor|company|empresa|organi[sz]ation|org|manufacturer|merchant|partner|lieferant|fournisseur|proveedor|firma|entreprise)$/;

/** A link to a picture, in rows that are people. */
export const PICTURED: RegExp =
  /^(?:image|picture|photo|pic|foto) (?:url|uri|path|link|src|key|file)(?: cached| original| thumb| small| large)?$/;

export function isPicture(name: string): boolean {
  return /photo|picture|image|avatar|foto|selfie|portrait/i.test(name);
}
