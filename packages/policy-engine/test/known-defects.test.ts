/**
 * What went wrong in the system whose place this one takes, one line each, with the tests that fail should it ever go wrong
 * here. The numbers are those of the list that was made when it was taken apart.
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
const REFUSED = 'an administrator’s route refuses all others, whether the target exists or not, and changes nothing';
const LIFE = 'an access request goes from creation to the file, and to its expiry';
const ONE_OPEN = 'the database accepts only one of several simultaneous requests of a user';

const DEFECTS: ReadonlyArray<readonly [number: number, what: string, tests: Tests]> = [
  [
    1,
    'whoever is not signed in gets a failure instead of 401',
    { [ADMIN]: 'a route for people refuses anyone who is not signed in' },
  ],
  [
    2,
    'the list of user terms is missing',
    { [USER_TERMS]: 'lists all rules in their order with the decision on each' },
  ],
  [3, 'nobody can delete their request, or anybody’s', { [REQUESTS]: 'sees and deletes their own requests' }],
  [
    4,
    'a visitor’s form fails after its cookie was set',
    { [PAGES]: 'a visitor without an account reads, accepts and' },
  ],
  [5, 'the second click fails', { [PAGES]: 'a user’s second click is answered like the first one' }],
  [
    6,
    'the second acceptance has no status and no cookie',
    { [PAGES]: 'the cookie of a decision comes with every answer' },
  ],
  [7, 'a visitor can’t read a text', { [PAGES]: 'for a rule that needs an account they are asked to sign in' }],
  [
    8,
    'an unknown rule is a failure',
    {
      [USER_TERMS]: 'the address of an unknown rule is 404',
      [TERMS]: 'administrators get 404 for what does not exist',
    },
  ],
  [
    9,
    'one rule without a text breaks all others, and sign-up',
    {
      [USER_TERMS]: 'one missing text breaks nothing else',
      'consent/sign-up': 'a rule without a text yields its error',
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
  [12, 'deleting a text leads to a page that is not there', { [TERMS]: 'a draft is deleted by a form' }],
  [
    13,
    'answers without a page, and formats without an answer',
    {
      [PAGES]: 'blocking rules are a page, too',
      [USER_TERMS]: 'with an unknown suffix is 406, and nothing has happened',
      'web/format': '${path} is no format there is',
    },
  ],
  [
    14,
    'errors are thrown in a way that hides them',
    { 'web/frame': 'internal errors are logged with the request ID and disclose no internals' },
  ],
  [
    15,
    'permanent cookies can’t be told from others',
    { 'consent/scripts': 'a refusal deletes each cookie wherever it may lie' },
  ],
  [16, 'a script without environments fails late', { 'engine/configuration': 'a script without environments' }],
  [
    17,
    'forgetting somebody never worked',
    { 'proof/tampering': 'an erased identity is told apart, and every proof still' },
  ],
  [18, 'confirming twice fails', { 'portability/confirm': '${name} ${outcome', [REQUESTS]: LIFE }],
  [
    19,
    'only some routes know who is signed in',
    { 'hosts/express': 'hands what middleware put on the request to currentUser' },
  ],
  [
    20,
    'a dependency is not named',
    { '../../../scripts/packaging/packages': 'policy-engine: a stranger decides on a policy with it' },
  ],
  [21, 'a visitor may accept what needs an account', { [USER_TERMS]: 'is refused by a rule that needs a user: 401' }],
  [22, 'a draft is accepted while the text in force stays pending', { [PAGES]: 'a draft on top of the text in force' }],
  [
    23,
    'the newest text is guessed by its id',
    { 'terms/service': DRAFTS, 'terms/schedule': 'moves on when a text is' },
  ],
  [
    24,
    'what was agreed to can be rewritten',
    { 'terms/service': 'a published text can be neither changed nor deleted' },
  ],
  [
    25,
    'what was agreed to can be deleted',
    { 'database/migrate': 'one present decision per subject and rule, on a text' },
  ],
  [
    26,
    'a decision that was never made counts as consent',
    { [PAGES]: 'a decision that was begun and never made counts as none' },
  ],
  [
    27,
    'whoever refused can’t accept later',
    { [USER_TERMS]: 'may accept several as a form, and again after a rejection' },
  ],
  [28, 'refusing everything twice fails', { 'people/people': 'all at once, either way; what has no text is left out' }],
  [29, 'a new decision overwrites the old one', { 'proof/events': 'each change is one event; a repetition is not' }],
  [30, 'visitors are never asked about a new text', { [USER_TERMS]: 'is asked again by a new version' }],
  [31, 'a refusal is forgotten', { [USER_TERMS]: 'is remembered when they refuse, and the callback runs once' }],
  [
    32,
    'a visitor’s refusal deletes no cookie',
    { [USER_TERMS]: 'the cookies of the rule’s scripts are deleted by name' },
  ],
  [
    33,
    'callbacks run for some ways of deciding only',
    {
      [USER_TERMS]: 'decides on several at once; what is left out stays as it is',
      'people/people': 'accepting counts at once, for this object and the next, and calls back once',
      'consent/sign-up': 'callbacks and cookies follow the commit, once, and only for what changed',
    },
  ],
  [
    34,
    'two names for one thing, and errors that answer 200',
    { [USER_TERMS]: 'accepts, and finds it accepted ever after' },
  ],
  [
    35,
    'what was rejected is told as pending',
    { [USER_TERMS]: 'has rejected what they rejected: it is pending, and not' },
  ],
  [
    36,
    'whatever a cookie says is the state',
    { [USER_TERMS]: 'a visitor with an invalid decision cookie is undecided' },
  ],
  [37, 'withdrawing is hidden', { [PAGES]: 'what was accepted is withdrawn where all decisions are listed' }],
  [38, 'no image of another site is ever exported', { 'export/images': 'images are fetched once, kept by content' }],
  [39, 'the address of an image runs as a command', { 'export/images': 'what is refused leaves a placeholder' }],
  [40, 'an address with a space breaks all images', { 'export/images': 'images are fetched once, kept by content' }],
  [41, 'images overwrite each other, without limits', { 'export/images': 'no export takes more images than it may' }],
  [42, 'templates are written out unread', { 'export/export': 'templates are text, a file or a function' }],
  [43, 'the first page leads to folders', { 'export/site.browser': 'a person finds their way: cover, chapter, pages' }],
  [44, 'links of deep pages are wrong', { 'export/site.browser': 'no page asked for anything that is not beside it' }],
  [45, 'rows are missing or there twice', { 'export/export': 'a collection can be ${name}: each row once, in order' }],
  [46, 'archives are made in memory', { 'export/zip': 'more entries than the plain format counts, in a file' }],
  [
    47,
    'file names can be guessed, and two jobs share a folder',
    { 'portability/killed': 'killed when it is ${point}' },
  ],
  [
    48,
    'a failure leaves personal data behind and ends nothing',
    { 'portability/worker': 'a failing export is retried with growing delays' },
  ],
  [
    49,
    'a job runs before its request is stored',
    { 'jobs/suite.ts': 'a job of a transaction that is rolled back never' },
  ],
  [50, 'setting an attribute completes a request and mails', { 'portability/legacy': 'the columns tell of the file' }],
  [
    51,
    'mail is sent for what is never stored',
    { 'mail/outbox': 'a mail of a key is sent once, and one of a transaction' },
  ],
  [52, 'links to exports never end and need nobody', { 'portability/downloads': 'a link is for one request' }],
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
    { [ADMIN]: REFUSED, 'web/unsafe-inputs': 'another’s record answers like none at all' },
  ],
  [59, 'scripts in a text run', { 'terms/markdown': 'stays in its place: ${attack}' }],
  [60, 'pages call other companies', { 'web/frame': 'pages have a strict policy with a nonce, no-store' }],
  [
    61,
    'one person’s language becomes everybody’s',
    { 'i18n/i18n': 'is the request’s own, also when many are answered' },
  ],
  [62, 'one configuration for the whole process', { [PAGES]: 'two engines in one process know nothing of each other' }],
  [
    63,
    'no keys, no unique indexes, numbers for ids',
    { 'database/migrate': 'subject ids and rules are compared and sorted' },
  ],
  [
    64,
    'two queries for each rule',
    { 'consent/consent-context': 'one consent context asks the database once', 'people/people': 'a user class' },
  ],
  [
    65,
    'no limits, no audit log, no search, no deadline, no denial',
    {
      'web/limits': 'a user who writes too much is told when to come back',
      'audit/audit': 'it can be searched, by action and by person',
      [REQUESTS]: 'refuses with a reason that the person reads',
      'requests/deadline': '${received} and ${months}',
    },
  ],
  [67, 'programs are sent to a page', { [ADMIN]: REFUSED, 'web/frame': 'are problem documents for programs' }],
  [
    68,
    'English whatever the language',
    { 'i18n/i18n': '${locale} says everything', 'mail/outbox': 'a mail goes to the user, in their language' },
  ],
];

const here = import.meta.dirname;
const contents = (file: string) => readFileSync(path.join(here, file), 'utf8');

suite('each known defect has a test:', () => {
  for (const [number, what, tests] of DEFECTS) {
    test(`${number}, ${what}`, () => {
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
