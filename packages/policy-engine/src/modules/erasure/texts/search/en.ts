/** What a search before or after an erasure found, and what it did not search. */
export const en = {
  'erasure.mine.completed.unsearched': 'Your data has been deleted, as far as we could check',
  'erasure.mine.step.unsearched': 'The deletion ended. Not every place could be searched for remaining data.',
  'erasure.left.unsearched':
    'Some places could not be searched for remaining data. The operator of this site is shown these places.',
  'erasure.absence.undeclared': 'In no data rule',
  'erasure.absence.undeclared_advice':
    'Nothing is erased from tables without a data rule. A developer can add a rule for them, or exempt them with a reason (dataMap.exempt).',
  'erasure.absence.nothing_searched': 'Nothing was found where the search could look. See below what was not searched.',
  'erasure.absence.left_out': 'Words that were not searched for, because they are too short or too common: {words}.',
  'erasure.absence.elsewhere': 'Not searched, because they may belong to other applications: {names}',
  'erasure.absence.not.excluded': 'Excluded by the configuration',
  'erasure.absence.not.permission': 'The engine may not read it',
  'erasure.absence.not.filtered': 'Searched, but row security of the database may hide rows',
  'erasure.absence.not.time': 'Reading took too long, or the table was locked',
  'erasure.absence.not.size': 'Values are too long or too many to be compared completely',
  'erasure.absence.not.index': 'Full-text index whose text cannot be read back',
  'erasure.absence.not.failed': 'The database reported an error',
  'erasure.absence.not.note': '{reason}: {note}',
  'erasure.undeclared.title': 'Tables without a data rule',
  'erasure.undeclared.searched':
    '{columns} columns in {tables} tables that no data rule names were searched. They are searched again after the erasure.',
  'erasure.undeclared.found':
    'Data that identifies the person is in tables that no data rule names. The erasure will not remove it.',
  'erasure.undeclared.nothing': 'Nothing that identifies the person was found in these tables.',
  'mail.erasure_receipt.unsearched':
    'Places that could not be searched completely: {count}. The page of the request names them.',
  'check.erasure_undeclared':
    'Tables with text that no data rule names: {subject}. They are searched after an erasure, but nothing in them is erased.',
  'check.erasure_undeclared.name': 'Tables with text are in data rules',
  'check.erasure_undeclared.advice':
    'Add a data rule for each table with personal data, and exempt the others with a reason (dataMap.exempt).',
  'check.erasure_unsearched': 'Not searched after an erasure: {subject}.',
  'check.erasure_unsearched.name': 'Searches after erasures are complete',
  'check.erasure_unsearched.advice':
    'Let the engine read these tables, or search them yourself. To exclude a table with a reason, set search to false in dataMap.exempt.',
} as const;
