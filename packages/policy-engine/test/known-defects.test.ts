/**
 * Defects of the legacy system, one line each, with the tests that guard against them here. The numbers are those of the analysis
 * of that system.
 */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { suite, test } from 'node:test';

/** Files below `test/`, without `.test.ts`, with a part of the name of a test in each. */
type Tests = Readonly<Record<string, string>>;

const USER_TERMS = 'consent/user-terms';
const PAGES = 'consent/pages';
const ADMIN = 'web/permissions';
const TERMS = 'terms/routes';
const REQUESTS = 'portability/requests';
const DRAFTS = 'the text in force is the newest published version of each rule, never a draft, never a future one';
const REFUSED = 'for administrators refuses all others, whether the target exists or not, and changes nothing';
const LIFE = 'an access request goes from creation to the file, and to its expiry';
const ONE_OPEN = 'the database accepts only one of several simultaneous requests of a user';

const DEFECTS: ReadonlyArray<readonly [number: number, what: string, tests: Tests]> = [
  [
    1,
    'whoever is not signed in gets a failure instead of 401',
    { [ADMIN]: 'for people refuses anyone who is not signed in' },
  ],
  [
    2,
    'the list of user terms is missing',
    { [USER_TERMS]: 'lists all rules in their order with the decision on each' },
  ],
  [
    3,
    'nobody can delete their request, or anybody’s',
    { [REQUESTS]: 'sees and deletes only their own requests, and learns nothing of others' },
  ],
  [
    4,
    'a visitor’s form fails after its cookie was set',
    { [PAGES]: 'a visitor without an account reads, accepts and' },
  ],
  [5, 'the second click fails', { [PAGES]: 'a user’s second click has the same response as the first' }],
  [
    6,
    'the second acceptance has no status and no cookie',
    { [PAGES]: 'the cookie of a decision comes with every response, also with the second one' },
  ],
  [
    7,
    'a visitor can’t read a text',
    { [PAGES]: 'visitors are asked to sign in for a rule that needs an account, and nothing is stored' },
  ],
  [
    8,
    'an unknown rule is a failure',
    {
      [USER_TERMS]: 'for an unknown rule is 404',
      [TERMS]: 'are 404 for administrators if the target does not exist',
    },
  ],
  [
    9,
    'one rule without a text breaks all others, and sign-up',
    {
      [USER_TERMS]: 'one missing text does not affect other rules',
      'consent/sign-up': 'a rule without a text reports its error, and the other rules theirs',
    },
  ],
  [
    10,
    'the page of requests fails once one is completed',
    {
      'portability/pages.browser': 'a person requests a copy and an administrator confirms it, on a desktop',
      [REQUESTS]: LIFE,
    },
  ],
  [11, 'the list of requests fails once a user is gone', { [REQUESTS]: 'a request of a deleted user breaks no list' }],
  [12, 'deleting a text leads to a page that is not there', { [TERMS]: 'delete a draft by a form' }],
  [
    13,
    'answers without a page, and formats without an answer',
    {
      [PAGES]: 'blocking rules have a page, too',
      [USER_TERMS]: 'with an unknown suffix is 406, and changes nothing',
      'web/format': '${path} is refused with 406, because its format is unknown',
    },
  ],
  [
    14,
    'errors are thrown in a way that hides them',
    { 'web/frame': 'that are internal are logged with the request ID and disclose no internals' },
  ],
  [
    15,
    'permanent cookies can’t be told from others',
    { 'consent/scripts': 'a rejection deletes each cookie wherever it may have been set, and no permanent one' },
  ],
  [16, 'a script without environments fails late', { 'engine/configuration': 'a script without environments' }],
  [
    17,
    'forgetting somebody never worked',
    { 'proof/tampering': 'an erased identity is distinguished, and every proof still verifies' },
  ],
  [18, 'confirming twice fails', { 'portability/confirm': '${name} ${outcome', [REQUESTS]: LIFE }],
  [
    19,
    'only some routes know who is signed in',
    { 'hosts/express': 'passes properties that middleware added to the request to currentUser' },
  ],
  [
    20,
    'a dependency is not named',
    { '../../../scripts/packaging/packages': 'policy-engine: a stranger decides on a policy with it' },
  ],
  [21, 'a visitor may accept what needs an account', { [USER_TERMS]: 'gets 401 for a rule that needs a user' }],
  [
    22,
    'a draft is accepted while the text in force stays pending',
    { [PAGES]: 'a draft after the text in force cannot be accepted, and is not pending' },
  ],
  [
    23,
    'the newest text is guessed by its id',
    {
      'terms/service': DRAFTS,
      'terms/schedule': 'moves to a later number when a text is published before it, and still replaces that one',
    },
  ],
  [
    24,
    'what was agreed to can be rewritten',
    { 'terms/service': 'a published text can be neither changed nor deleted' },
  ],
  [
    25,
    'what was agreed to can be deleted',
    { 'database/migrate': 'a subject has one current decision per rule, on a text that exists and cannot be deleted' },
  ],
  [
    26,
    'a decision that was never made counts as consent',
    { [PAGES]: 'a stored user term without a decision counts as undecided' },
  ],
  [
    27,
    'whoever refused can’t accept later',
    { [USER_TERMS]: 'may accept several rules by a form, and again after a rejection' },
  ],
  [
    28,
    'refusing everything twice fails',
    { 'people/people': 'all policies can be accepted or rejected at once, except those without a text' },
  ],
  [
    29,
    'a new decision overwrites the old one',
    { 'proof/events': 'each change of a decision adds one event, and a repetition adds none' },
  ],
  [30, 'visitors are never asked about a new text', { [USER_TERMS]: 'is asked again by a new version' }],
  [31, 'a refusal is forgotten', { [USER_TERMS]: 'has a rejection stored, and the callback runs once' }],
  [
    32,
    'a visitor’s refusal deletes no cookie',
    { [USER_TERMS]: 'the cookies of the rule’s scripts are deleted by name' },
  ],
  [
    33,
    'callbacks run for some ways of deciding only',
    {
      [USER_TERMS]: 'decides on several rules at once; omitted ones do not change',
      'people/people': 'an acceptance counts at once, for this object and the next, and runs the callback once',
      'consent/sign-up': 'callbacks and cookies follow the commit, once, and only for changed decisions',
    },
  ],
  [
    34,
    'two names for one thing, and errors that answer 200',
    { [USER_TERMS]: 'accepts a rule, and it stays accepted' },
  ],
  [
    35,
    'what was rejected is told as pending',
    { [USER_TERMS]: 'has a rejected rule as pending, but not as undecided' },
  ],
  [36, 'whatever a cookie says is the state', { [USER_TERMS]: 'is undecided if the decision cookie is invalid' }],
  [
    37,
    'withdrawing is hidden',
    { [PAGES]: 'an accepted policy is withdrawn in the list of decisions with one click, as it was given' },
  ],
  [
    38,
    'no image of another site is ever exported',
    { 'export/images': 'images are fetched once, stored by content, and linked from every page' },
  ],
  [
    39,
    'the address of an image runs as a command',
    {
      'export/images': 'a refused image leaves a placeholder and a line in the manifest, and does not fail the export',
    },
  ],
  [
    40,
    'an address with a space breaks all images',
    { 'export/images': 'images are fetched once, stored by content, and linked from every page' },
  ],
  [
    41,
    'images overwrite each other, without limits',
    { 'export/images': 'the number of images in an export is limited' },
  ],
  [42, 'templates are written out unread', { 'export/export': 'templates are text, a file or a function' }],
  [
    43,
    'the first page leads to folders',
    { 'export/site.browser': 'a person can navigate the exported site: cover, chapter, pages, member, information' },
  ],
  [
    44,
    'links of deep pages are wrong',
    { 'export/site.browser': 'no page requests anything outside the export, and no page reports an error' },
  ],
  [45, 'rows are missing or there twice', { 'export/export': 'a collection can be ${name}: each row once, in order' }],
  [
    46,
    'archives are made in memory',
    {
      'export/zip':
        'an archive can have more entries than the plain format counts, and is written without holding it in memory',
    },
  ],
  [
    47,
    'file names can be guessed, and two jobs share a folder',
    { 'portability/killed': 'an export whose worker is killed when it is ${point} is completed once' },
  ],
  [
    48,
    'a failure leaves personal data behind and ends nothing',
    { 'portability/worker': 'a failing export is retried with growing delays' },
  ],
  [
    49,
    'a job runs before its request is stored',
    {
      'jobs/suite.ts':
        'a queue runs a job of a committed transaction, and never one of a transaction that is rolled back',
    },
  ],
  [
    50,
    'setting an attribute completes a request and mails',
    { 'portability/legacy': 'the columns describe the file, and files of both storages stay readable after a switch' },
  ],
  [
    51,
    'mail is sent for what is never stored',
    { 'mail/outbox': 'a mail with a key is sent once, and one of a failed transaction never' },
  ],
  [
    52,
    'links to exports never end and need nobody',
    {
      'portability/downloads':
        'a link is valid for one request and one user, expires, and cannot be forged without the key',
    },
  ],
  [53, 'exports are kept for ever', { [REQUESTS]: LIFE }],
  [54, 'two requests at once are both taken', { [REQUESTS]: ONE_OPEN }],
  [55, 'what was refused answers as if it was taken', { [REQUESTS]: ONE_OPEN }],
  [56, 'the list has neither ids nor links', { [REQUESTS]: LIFE }],
  [
    57,
    'a picture can confirm a request',
    { 'portability/confirm': '${name} ${outcome', [ADMIN]: 'is closed to other sites' },
  ],
  [
    58,
    'strangers learn which ids exist',
    { [ADMIN]: REFUSED, 'web/unsafe-inputs': 'a record of another user has the same response as a missing one' },
  ],
  [59, 'scripts in a text run', { 'terms/markdown': 'rendered Markdown contains no active HTML: ${attack}' }],
  [60, 'pages call other companies', { 'web/frame': 'pages have a strict policy with a nonce, no-store' }],
  [61, 'one person’s language becomes everybody’s', { 'i18n/i18n': 'is independent of concurrent requests' }],
  [62, 'one configuration for the whole process', { [PAGES]: 'two engines in one process are independent' }],
  [
    63,
    'no keys, no unique indexes, numbers for ids',
    { 'database/migrate': 'subject IDs and rules are compared and sorted by bytes' },
  ],
  [
    64,
    'two queries for each rule',
    { 'consent/consent-context': 'one consent context queries the database once', 'people/people': 'a user class' },
  ],
  [
    65,
    'no limits, no audit log, no search, no deadline, no denial',
    {
      'web/limits': 'a user who writes too often is told when to retry, while other users and reads are not limited',
      'audit/audit': 'the audit log can be searched by action and by person',
      [REQUESTS]: 'denies with a reason that the person reads',
      'requests/deadline': 'a request of ${received} is due ${due}',
    },
  ],
  [67, 'programs are sent to a page', { [ADMIN]: REFUSED, 'web/frame': 'are problem documents for programs' }],
  [
    68,
    'English whatever the language',
    {
      'i18n/i18n': '${locale} has exactly the texts of English, with the same placeholders',
      'mail/outbox': 'a mail is sent to the user, in their language, from the sender, and its recipient is deleted',
    },
  ],
];

const here = import.meta.dirname;
const contents = (file: string) => readFileSync(path.join(here, file), 'utf8');

suite('each known defect has a test:', () => {
  for (const [number, what, tests] of DEFECTS) {
    test(`defect ${number} has a test: ${what}`, () => {
      for (const [file, name] of Object.entries(tests)) {
        const text = contents(file.endsWith('.ts') ? file : `${file}.test.ts`);
        const quoted = name.replaceAll(/[$(){}[\]^*+?.|\\]/g, String.raw`\$&`);
        // As the name of a test, or of a case in a table of them.
        assert.match(text, new RegExp(`(?:(?:test|it)\\(\\s*|\\[\\s*)['\`]${quoted}`), `${file}: ${name}`);
      }
    });
  }

  test('66, a test that is never run: each file with tests is one the runner finds, or belongs to one', () => {
    const files = globSync('**/*.ts', { cwd: here });
    const all = new Map(files.map((file) => [file, contents(file)]));
    const imported = new Set(
      files.flatMap((file) =>
        [...(all.get(file) ?? '').matchAll(/(?:from|import) '(\.[^']+)'/g)].map(([, to = '']) =>
          path.join(path.dirname(file), to),
        ),
      ),
    );
    const lost = files.filter((file) => !file.endsWith('.test.ts') && !imported.has(file));
    assert.deepEqual(
      lost.filter((file) => /from 'node:test'/.test(all.get(file) ?? '')),
      [],
    );
  });

  test('and no number is left out', () => {
    const numbers = [...DEFECTS.map(([number]) => number), 66].toSorted((a, b) => a - b);
    assert.deepEqual(
      numbers,
      Array.from({ length: 68 }, (_, index) => index + 1),
    );
  });
});
