/** The declarations of API v2 against the tables of its specification, row by row. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import type { TSchema } from 'typebox'
import { must } from '../../lib/assert.ts'
import type { ApiEndpoint } from '../_endpoint.ts'
import { V2_ENDPOINTS } from './_endpoints.ts'

const PAGES = ['v2', 'v2-posts', 'v2-users-and-lists', 'v2-messages-and-media'] as const

/** A call in a cell, such as `GET /2/users/:id`; the query is not part of it. */
const CALL = /\b(GET|POST|PUT|DELETE) (\/2\/[\w/:.]+)/g

interface Row {
  readonly calls: readonly string[]
  /** Text of each column, by its heading. */
  readonly cells: ReadonlyMap<string, string>
}

function rowsOf(page: string): Row[] {
  const text = readFileSync(new URL(`../../../docs/spec/${page}.md`, import.meta.url), 'utf8')
  let headings: readonly string[] = []
  let above = ''
  const rows: Row[] = []
  for (const line of text.split('\n')) {
    const cells = line.split(' | ').map((cell) => cell.replaceAll(/^\| | \|$/g, ''))
    if (!line.startsWith('|')) headings = []
    else if (headings.length === 0) headings = cells
    const calls = Array.from((cells[0] ?? '').matchAll(CALL), ([call]) => call)
    if (headings.length < 2 || calls.length === 0) continue
    const named = new Map(headings.map((heading, at) => [heading.split(',')[0] ?? '', cells[at] ?? '']))
    if (named.get('Auth') === 'the same') named.set('Auth', above)
    above = named.get('Auth') ?? above
    rows.push({ calls, cells: named })
  }
  return rows
}

const ROWS = PAGES.flatMap(rowsOf)
const ENDPOINTS = new Map(V2_ENDPOINTS.map((endpoint) => [nameOf(endpoint), endpoint]))

function nameOf({ method, paths }: ApiEndpoint): string {
  return `${method} ${paths[0]}`
}

/** Compares a column with the declarations of its calls. */
function compare(column: string, facts: (endpoint: ApiEndpoint) => unknown, read: (cell: string) => unknown) {
  const wrong: string[] = []
  let compared = 0
  for (const { calls, cells } of ROWS) {
    const expected = read(cells.get(column) ?? '')
    if (expected === undefined) continue
    for (const call of calls) {
      const found = facts(must(ENDPOINTS.get(call), call))
      if (JSON.stringify(found) !== JSON.stringify(expected))
        wrong.push(`${call}: ${JSON.stringify(found)}, not ${JSON.stringify(expected)}`)
      compared += 1
    }
  }
  assert.deepEqual(wrong, [])
  return compared
}

const KINDS: Readonly<Record<string, string>> = {
  B: 'app',
  B2: 'app',
  B12: 'user,app',
  '12': 'user',
  none: 'none',
}

test('spec/v2.md#callers: kinds of callers and scopes are those of the tables', () => {
  const compared = compare(
    'Auth',
    ({ auth, scopes = [] }) => [
      auth.join(),
      ...scopes.flatMap((scope) => (typeof scope === 'string' ? scope : scope.anyOf)),
    ],
    (cell) => {
      const [kind = '', ...words] = cell.split(/[ ,:]+/)
      if (KINDS[kind] === undefined) return undefined
      return [KINDS[kind], ...words.filter((word) => /^[a-z]+(\.[a-z]+)+$/.test(word))]
    },
  )
  assert.ok(compared >= 65, String(compared))
})

/** The window of `300/900; 1,000 in 24 h, 15,000 in 24 h for an app`. */
function windowIn(cell: string): object | undefined {
  const [, app, user] = /^(–|\d+)\/(–|\d+)/.exec(cell) ?? []
  if (app === undefined || user === undefined) return undefined
  const limit = (text: string) => (text === '–' ? 0 : Number(text))
  const further = Array.from(cell.matchAll(/([\d,]+) in (\d+) h/g), ([, count = '', hours]) => [
    Number(count.replace(',', '')),
    Number(hours) * 3_600,
  ])
  const perSecond = cell.includes('1 a second') ? 1 : 0
  return [limit(app), limit(user), further, perSecond]
}

test('spec/v2.md#headers-and-windows: windows and budgets are those of the tables', () => {
  const compared = compare(
    'app/user',
    ({ window }) => [
      window?.app,
      window?.user,
      (window?.further ?? []).map(({ limit, seconds }) => [limit, seconds]),
      window?.appPerSecond ?? 0,
    ],
    windowIn,
  )
  assert.ok(compared >= 65, String(compared))
})

/** The range and the default of `max_results 1 to 1,000 (100)`. */
function sizeIn(cell: string): object | undefined {
  const [, ...numbers] = /^(?:max_results )?(\d+) to ([\d,]+) \((\d[\d,]*)\)/.exec(cell) ?? []
  return numbers.length === 0 ? undefined : numbers.map((text) => Number(text.replace(',', '')))
}

test('spec/v2.md#paging: sizes of pages are those of the tables', () => {
  const compared = ['Parameters', 'Body', 'Rule', 'max_results'].map((column) =>
    compare(column, ({ params }) => sizeOf(params['max_results']?.schema), sizeIn),
  )
  assert.ok(Math.min(...compared) > 0, String(compared))
})

function sizeOf(schema: TSchema | undefined): readonly unknown[] {
  const { minimum, maximum, default: usual } = { minimum: 0, maximum: 0, default: 0, ...schema }
  return [minimum, maximum, usual]
}

test('spec/limits.md#second-generation-limits: every call has a row, and every row a call', () => {
  const rows = ROWS.flatMap(({ calls }) => calls)
  assert.deepEqual([...ENDPOINTS.keys()].sort(), rows.sort())
})
