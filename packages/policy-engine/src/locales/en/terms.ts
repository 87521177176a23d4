/** Texts of the pages where policy texts are written. */
export const terms = {
  'error.term_published':
    'This text is published and stays as it is: people’s decisions refer to its very words. Write a new version instead.',
  'error.term_changed':
    'The draft was changed after you opened it, so nothing was published. Read it again, then publish.',
} as const;
