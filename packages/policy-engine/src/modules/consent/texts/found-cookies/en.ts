/** Texts about the cookies that browsers really have. */
export const en = {
  'nav.found_cookies': 'Cookies found',
  'found_cookies.title': 'Cookies found',
  'found_cookies.lead':
    'The cookies that browsers really send, compared with the declared ones. Only names are stored: no values, and not who sent them.',
  'found_cookies.off': 'Names are no longer collected: this is switched off in the configuration.',
  'found_cookies.none': 'No cookie names yet',
  'found_cookies.none_text': 'They appear here once browsers with cookies visit your site.',
  'found_cookies.since': 'Collected since',
  'found_cookies.requests_all': 'Requests with cookies: {count}',
  'found_cookies.limits':
    'Cookies of other domains and cookies of paths that these requests do not have cannot be seen. A name that was not seen for {days} days is forgotten.',
  'found_cookies.before_consent': 'Found before consent',
  'found_cookies.before_consent_text':
    'These cookies need consent, but browsers that had not consented sent them. Ask a developer to check whether the pages load a script that does not wait for consent.',
  'found_cookies.undeclared': 'Found, but not declared',
  'found_cookies.undeclared_text':
    'Ask a developer to declare each with the script that sets it, so that it is deleted after a rejection, or as strictly necessary if it needs no consent.',
  'found_cookies.rare':
    'Undeclared names in fewer than {least} requests, not listed because anyone can send invented names: {count}',
  'found_cookies.declared': 'Found and declared',
  'found_cookies.declared_text': 'These cookies are listed in your cookie declaration.',
  'found_cookies.not_found': 'Declared, but not found',
  'found_cookies.not_found_text':
    'None of the requests contained these cookies. Perhaps the script no longer sets them, or they have another domain or path.',
  'found_cookies.by': 'Declared by',
  'found_cookies.by_engine': 'the engine',
  'found_cookies.by_site': 'the site (strictly necessary)',
  'found_cookies.requests': 'Requests',
  'found_cookies.first': 'First seen',
  'found_cookies.last': 'Last seen',
  'found_cookies.without': 'Without consent',
  'found_cookies.of': '{count} of {all} requests',
  'found_cookies.last_without': 'Last without consent',
  'check.cookies_found_before_consent': 'Browsers without consent send cookies that need it: {subject}.',
  'check.cookies_found_before_consent.name': 'No cookies before consent',
  'check.cookies_found_before_consent.advice':
    'Check whether a tag that sets them is in your pages outside of renderScripts. The page “Cookies found” shows how often and when.',
  'check.cookies_found_undeclared': 'Browsers send cookies that are not declared: {subject}.',
  'check.cookies_found_undeclared.name': 'Cookies in browsers are declared',
  'check.cookies_found_undeclared.advice':
    'Declare them with the script that sets them, or under necessaryCookies if they need no consent. The page “Cookies found” lists them.',
} as const;
