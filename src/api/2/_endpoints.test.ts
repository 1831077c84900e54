/** Compares the declarations of the API v2 endpoints with the tables of the specification, row by row. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import type { TSchema } from 'typebox'
import { must } from '../../lib/assert.ts'
import type { ApiEndpoint } from '../_endpoint.ts'
import { V2_ENDPOINTS } from './_endpoints.ts'

const PAGES = ['v2', 'v2-posts', 'v2-users-and-lists', 'v2-messages-and-media'] as const

/** Matches a call in a cell, such as `GET /2/users/:id`, without a query. */
const CALL = /\b(GET|POST|PUT|DELETE) (\/2\/[\w/:.]+)/g

interface Row {
  readonly calls: readonly string[]
  /** The text of each cell, by the heading of its column. */
  readonly cells: ReadonlyMap<string, string>
}

function textOf(page: string): string {
  return readFileSync(new URL(`../../../docs/spec/${page}.md`, import.meta.url), 'utf8')
}

function rowsOf(page: string): Row[] {
  let headings: readonly string[] = []
  let above = ''
  const rows: Row[] = []
  for (const line of textOf(page).split('\n')) {
    // `| |` contains an empty cell.
    const cells = line
      .slice(1, -1)
      .split(/(?<= )\|(?= )/)
      .map((cell) => cell.trim())
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

/**
 * Compares the cells of a column with the declarations of the calls in each row.
 * @param read a function that returns the facts in a cell; undefined for a cell that is not compared
 * @returns number of compared calls
 */
function compare(
  column: string,
  facts: (endpoint: ApiEndpoint) => unknown,
  read: (cell: string) => unknown,
): number {
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

/** Matches the required scopes in a cell. Alternative scopes are joined by `or`. */
const SCOPES_IN_CELL = /[a-z]+(?:\.[a-z]+)+(?: or [a-z]+(?:\.[a-z]+)+)*/g

test('spec/v2.md#callers: the kinds of callers and the scopes equal those in the tables', () => {
  const compared = compare(
    'Auth',
    ({ auth, scopes = [] }) => [
      auth.join(),
      ...scopes.map((scope) => (typeof scope === 'string' ? scope : scope.anyOf.join(' or '))),
    ],
    (cell) => {
      const [kind = ''] = cell.split(/[ ,:]/)
      return [KINDS[kind] ?? `unknown kind ${kind}`, ...(cell.match(SCOPES_IN_CELL) ?? [])]
    },
  )
  assert.equal(compared, ENDPOINTS.size)
})

/** Texts of cells for calls without a rate window. */
const UNLIMITED = new Set(['', '–', 'no limit'])

/** Reads a rate window from a text such as `300/900; 1,000 in 24 h, 15,000 in 24 h for an app`. */
function windowIn(cell: string): object {
  const [, app, user] = /^(–|\d+)\/(–|\d+)/.exec(cell) ?? []
  if (app === undefined || user === undefined) return UNLIMITED.has(cell) ? [null, null, [], 0] : [cell]
  const limit = (text: string) => (text === '–' ? 0 : Number(text))
  const further = Array.from(cell.matchAll(/([\d,]+) in (\d+) h/g), ([, count = '', hours]) => [
    Number(count.replace(',', '')),
    Number(hours) * 3_600,
  ])
  const perSecond = cell.includes('1 a second') ? 1 : 0
  return [limit(app), limit(user), further, perSecond]
}

test('spec/v2.md#headers-and-windows: rate windows and budgets equal those in the tables', () => {
  const compared = compare(
    'app/user',
    ({ window }) => [
      window?.app ?? null,
      window?.user ?? null,
      (window?.further ?? []).map(({ limit, seconds }) => [limit, seconds]),
      window?.appPerSecond ?? 0,
    ],
    windowIn,
  )
  assert.equal(compared, ENDPOINTS.size)
})

/** Reads the range and the default from a text such as `max_results 1 to 1,000 (100)`. */
function sizeIn(cell: string): object | undefined {
  const [, ...numbers] = /^(?:max_results )?(\d+) to ([\d,]+) \((\d[\d,]*)\)/.exec(cell) ?? []
  return numbers.length === 0 ? undefined : numbers.map((text) => Number(text.replace(',', '')))
}

test('spec/v2.md#paging: page sizes equal those in the tables', () => {
  const compared = ['Parameters', 'Body', 'Rule', 'max_results'].map((column) =>
    compare(column, ({ params }) => sizeOf(params['max_results']?.schema), sizeIn),
  )
  assert.ok(Math.min(...compared) > 0, String(compared))
})

function sizeOf(schema: TSchema | undefined): readonly unknown[] {
  const { minimum, maximum, default: usual } = { minimum: 0, maximum: 0, default: 0, ...schema }
  return [minimum, maximum, usual]
}

test('spec/limits.md#second-generation-limits: every call has a row in the table, and every row names an existing call', () => {
  const rows = ROWS.flatMap(({ calls }) => calls)
  assert.deepEqual([...ENDPOINTS.keys()].sort(), rows.sort())
})

/**
 * Rows of the table of fields. Each row of the table lists the accepted names of a parameter. Each entry here names
 * one or more rows, a call, and the parameters of the call that accept the names.
 */
const FIELD_ROWS: readonly (readonly [
  rows: readonly string[],
  call: string,
  parameters: readonly string[],
])[] = [
  [['tweet.fields'], 'GET /2/tweets', ['tweet.fields']],
  [['user.fields'], 'GET /2/tweets', ['user.fields']],
  [['media.fields'], 'GET /2/tweets', ['media.fields']],
  [['list.fields'], 'GET /2/tweets', ['list.fields']],
  [['expansions of posts', 'expansions of users'], 'GET /2/tweets', ['expansions']],
  [['dm_event.fields'], 'GET /2/dm_events', ['dm_event.fields']],
  [['expansions of messages'], 'GET /2/dm_events', ['expansions']],
  [['space.fields'], 'GET /2/spaces', ['space.fields', 'topic.fields']],
  [['expansions of spaces'], 'GET /2/spaces', ['expansions']],
]

/** Words in the table that are not names of fields. */
const PROSE = new Set(['and', 'only', 'users', 'me', 'with', 'users.email'])

test('spec/v2.md#fields: the accepted names equal those in the table', () => {
  const lines = textOf('v2').split('\n')
  for (const [starts, call, parameters] of FIELD_ROWS) {
    const cells = starts.flatMap((start) =>
      must(
        lines.find((line) => line.startsWith(`| ${start}`)),
        start,
      )
        .split(' | ')
        .slice(1),
    )
    const names = cells.flatMap((cell) => cell.match(/[a-z][a-z_.]*/g) ?? [])
    const { params } = must(ENDPOINTS.get(call), call)
    const accepted = parameters.flatMap((name) => namesIn(params[name]?.schema))
    assert.deepEqual(
      [...new Set(names.filter((name) => !PROSE.has(name)))].sort(),
      [...new Set(accepted)].sort(),
      starts.join(),
    )
  }
})

test('spec/labs-lookup.md#fields: the accepted names of places and polls equal those in the table', () => {
  const { params } = must(ENDPOINTS.get('GET /2/tweets'), 'posts')
  for (const parameter of ['place.fields', 'poll.fields']) {
    const line = textOf('labs-lookup')
      .split('\n')
      .find((each) => each.startsWith(`| ${parameter} |`))
    const [, names = ''] = must(line, parameter).split(' | ')
    assert.deepEqual(names.match(/[a-z_]+/g), namesIn(params[parameter]?.schema), parameter)
  }
})

test('spec/v2.md#fields: every call with posts, users or lists accepts the fields of all objects', () => {
  const ofPosts = must(ENDPOINTS.get('GET /2/tweets'), 'posts').params
  const parameters = Object.keys(ofPosts).filter((name) => name.endsWith('.fields') || name === 'expansions')
  assert.equal(parameters.length, 7)
  let calls = 0
  for (const [name, { params }] of ENDPOINTS) {
    if (params['tweet.fields'] === undefined || params['dm_event.fields'] !== undefined) continue
    for (const parameter of parameters) {
      const names = namesIn(params[parameter]?.schema)
      assert.deepEqual(names, namesIn(ofPosts[parameter]?.schema), `${name} ${parameter}`)
    }
    calls += 1
  }
  assert.ok(calls > 30, String(calls))
})

/** The names that a list parameter accepts. */
function namesIn(schema: TSchema | undefined): readonly string[] {
  const { items } = { items: {}, ...schema } as { items: { readonly anyOf?: readonly { const: string }[] } }
  return (items.anyOf ?? []).map(({ const: name }) => name)
}
