/**
 * Makes the content of docs/testing/library-suite.md from results.json. The page says which tests of twit
 * pass.
 */
import { readFileSync } from 'node:fs'

/** The day of the API on which the tests run. On this day, user streams and legacy messages existed. */
export const SUITE_DAY = '2018-08-01'

/** Full titles of the tests, sorted. */
export interface SuiteResults {
  readonly passed: readonly string[]
  readonly failed: readonly string[]
}

/** A test that is left out, because its failure leaves a timeout of 1 ms for all later tests. */
export const LEFT_OUT = 'set to 1ms should return with a timeout error'

/** The results that the acceptance test requires. */
export const RESULTS_FILE = new URL('results.json', import.meta.url)

/** Reasons of failures, by a part of the title. */
const REASONS: Readonly<Record<string, string>> = {
  '{ q: "a", since_id: 12345 }':
    'The query has only a word that nearly every post has; the search index does not have such words, and the error says so.',
  'GET `geo/id/:place_id`': 'The place of the test is not in the places of Aviary.',
  'should callback with an Error object':
    'For an unknown consumer key Aviary answers code 32, `Could not authenticate you.`; the test expects a message with the word `token`.',
}

export function expectedResults(): SuiteResults {
  return JSON.parse(readFileSync(RESULTS_FILE, 'utf8')) as SuiteResults
}

/** The reason for the failure of a test. @throws when no reason is known */
export function reasonOf(title: string): string {
  const [, reason] = Object.entries(REASONS).find(([part]) => title.includes(part)) ?? []
  if (reason === undefined)
    throw new Error(`${title} fails: give its reason in acceptance/clients/twit/page.ts`)
  return reason
}

/** Markdown below the head of the page. */
export function suitePage(): readonly string[] {
  const { passed, failed } = expectedResults()
  const total = passed.length + failed.length + 1
  const introduction = `The tests of twit 2.2.11, a client library of 2018 for v1.1, run unmodified against a server on the day ${SUITE_DAY}: its REST calls,
uploads, legacy messages, filtered, sampled and user streams. The package contains its tests, which were written against the
public service and use no recorded responses. Before the run, the users and posts that the tests look for are imported; during the run,
another user posts.
${passed.length} of ${total} tests pass. Run them with

\`\`\`sh
npm run clients                                   # installs twit with the tools of its tests
node --test acceptance/clients/twit/twit.test.ts
WRITE_RESULTS=1 node --test acceptance/clients/twit/twit.test.ts && npm run docs   # writes new results
\`\`\``
  const rows = [
    ...failed.map((title) => `| ${title} | ${reasonOf(title)} |`),
    `| Request timeout ${LEFT_OUT} | Not run: on one machine a connection takes less than the 1 ms after which the test expects an error, and its failure breaks later tests. |`,
  ]
  return [
    introduction,
    '## Tests that do not pass',
    ['| Test | Why |', '| --- | --- |', ...rows].join('\n'),
    '## Tests that pass',
    passed.map((title) => `- ${title}`).join('\n'),
  ]
}
