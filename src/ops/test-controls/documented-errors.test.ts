/**
 * Tests each row of the error tables in docs/errors.md: a server injects the error of the row and sends the
 * documented response.
 */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { slowTest } from '../../../test/support/part.ts'
import { startInTestMode } from '../../../test/support/test-mode.ts'

type Row = readonly string[]

/** Rows of the first table after a heading in docs/errors.md. */
function rowsUnder(heading: string): readonly Row[] {
  const text = readFileSync(new URL('../../../docs/errors.md', import.meta.url), 'utf8')
  const [, section = ''] = text.split(`\n${heading}\n`)
  const [, table = ''] = section.split(/^\| --- .*\n/m)
  const [rows = ''] = table.split('\n\n')
  return rows
    .trim()
    .split('\n')
    .map((line) => line.slice(2, -2).split(' | '))
}

// biome-ignore lint/suspicious/noExplicitAny: JSON of any family
type Json = any

/**
 * A section of docs/errors.md, with functions that convert its rows and the responses to strings that can be
 * compared.
 */
interface Section {
  readonly heading: string
  readonly families: readonly { readonly name: string; readonly paths: readonly string[] }[]
  readonly documented: (row: Row) => string
  /**
   * Converts a response to such a string; undefined when the body does not have the format of the errors of this
   * section.
   */
  readonly answered: (status: number, body: Json) => string | undefined
}

const SECTIONS: readonly Section[] = [
  {
    heading: '## v1.1',
    families: [{ name: 'v1.1', paths: ['/1.1/followers/ids.json', '/1.1/statuses/filter.json'] }],
    documented: ([status, code, message]) => `${status} ${code} ${message}`,
    answered: (status, { errors: [error] = [] }) => error && `${status} ${error.code} ${error.message}`,
  },
  {
    heading: '### Uploads',
    families: [{ name: 'v1.1', paths: ['/1.1/media/upload.json'] }],
    documented: ([status, , message]) => `${status} ${message}`,
    answered: (status, { request, error }) =>
      request === undefined || error === 'Not authorized.' ? undefined : `${status} ${error}`,
  },
  {
    heading: '## Labs and API v2',
    families: [
      { name: '2', paths: ['/2/tweets/7', '/2/tweets/search/stream'] },
      { name: 'labs/2', paths: ['/labs/2/tweets/7'] },
      { name: 'labs/1', paths: ['/labs/1/tweets/stream/filter'] },
    ],
    documented: ([status, title, type]) => `${status} ${title} ${type?.replaceAll('`', '')}`,
    answered: (status, { title, type }) => `${status} ${title} ${type.replace(/^https:.*\//, '')}`,
  },
  {
    heading: '## The compliance stream',
    families: [{ name: 'compliance', paths: ['/stream/compliance/accounts/a/publishers/b/c.json'] }],
    documented: ([status, , message]) => `${status} ${message}`,
    answered: (status, { error }) => `${status} ${error.message}`,
  },
]

slowTest('a fault can inject every documented error of every family', async (t) => {
  const settings = { limits: 'relaxed', api_date: 'latest' }
  const { server, control, get } = await startInTestMode(t, { settings })
  const { families } = server.testControls?.faults.vocabulary ?? { families: [] }
  for (const { heading, documented, answered, ...section } of SECTIONS) {
    for (const { name, paths } of section.families) {
      const errors = families.find((family) => family.name === name)?.description.errors ?? {}
      for (const path of paths) {
        const faults = Object.keys(errors).map((error, index) => ({ path, calls: index + 1, do: { error } }))
        const { status, body } = await control('PUT', '/test/faults', { faults })
        assert.equal(status, 200, JSON.stringify(body))
        const answers: string[] = []
        for (const { status: expected } of Object.values(errors)) {
          const answer = await get(path)
          assert.equal(answer.status, expected, `${path} ${answers.length}`)
          const text = answered(answer.status, JSON.parse(answer.text))
          if (text !== undefined) answers.push(text)
        }
        const patterns = rowsUnder(heading).map((row) => documented(row))
        const undocumented = answers.filter((answer) => !patterns.some((pattern) => matches(pattern, answer)))
        const missing = patterns.filter((pattern) => !answers.some((answer) => matches(pattern, answer)))
        assert.ok(patterns.length > 15, heading)
        assert.deepEqual({ undocumented, missing }, { undocumented: [], missing: [] }, path)
      }
    }
  }
})

/** True if the text matches a pattern. In the pattern, `{name}` stands for any text. */
function matches(pattern: string, text: string): boolean {
  const parts = pattern.split(/\{\w+\}/).map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${parts.join('.*')}$`).test(text)
}
