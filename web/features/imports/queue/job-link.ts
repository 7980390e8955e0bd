/** Classes of a link of a file's card. */
export const JOB_LINK =
  'shrink-0 font-medium text-text underline decoration-line-strong underline-offset-4 hover:decoration-current';
