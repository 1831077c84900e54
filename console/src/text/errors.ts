/** Texts that the console shows for errors. */
export const ERRORS = {
  title: 'This could not be loaded',
  retry: 'Try again',
  changeFailed: 'The change was not made',
  notFound: 'There is no such page',
  notFoundAdvice: 'The address may be old. Continue with the overview.',
  broken: 'This page has failed',
  brokenAdvice:
    'Load the page again. If it fails again, the operator finds the reason in the browser’s console.',
  unexpected: (status: number) => `The server answered ${status}. Try again, or see its log.`,
  unreachable: 'The server cannot be reached. Perhaps it is restarting. Try again.',
  toOverview: 'To the overview',
} as const
