/** Texts of the guard in front of the host's own pages. */
export const guard = {
  'error.policies_pending': 'Some policies have to be accepted before you can go on.',
} as const;
