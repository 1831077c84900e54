import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import * as fc from '../../../test/support/properties.ts'
import { publicFamilies } from '../../api/_families.ts'
import { ControlRefused } from '../refused.ts'
import { parseFaultHeader, parsePlan } from './parse-plan.ts'
import type { FaultVocabulary } from './vocabulary.ts'

const VOCABULARY: FaultVocabulary = { families: publicFamilies(), disconnects: ['restart', 'slow'] }

const parse = (text: string) => parsePlan(text, VOCABULARY)

test('a plan with a path of the admin listener is refused', () => {
  const folder = join(import.meta.dirname, '../../ops')
  const sources = globSync('**/*.ts', { cwd: folder }).map((name) => readFileSync(join(folder, name), 'utf8'))
  const routes = /\bapp\.(?:get|post|put|delete)(?:<.*>)?\(\s*'([^']+)'/g
  const paths = new Set(sources.flatMap((text) => [...text.matchAll(routes)].map(([, path = '']) => path)))
  assert.ok(paths.size > 15 && paths.has('/readyz'), 'the routes are found')
  for (const path of paths) {
    const plan = `faults:\n  - path: "${path.replace(/:\w+/, 'x')}"\n    do: {error: 88}`
    assert.throws(() => parse(plan), /a path of the admin listener/, path)
  }
})

const PLAN = `
seed: 7
faults:
  - name: limited
    app: 9007199254740993   # more digits than a number of JavaScript has
    path: /1.1/followers/ids.json
    calls: {from: 2, to: 4}
    do: {error: rateLimitExceeded, delay_ms: 10}
  - on: streams
    path: /2/tweets/search/stream
    probability: 0.5
    times: 3
    do: {after: 2, stall: true}
  - on: webhooks
    do: {copies: 2, signature: wrong}
`

test('YAML: ids are exact, and faults get default names', () => {
  const { seed, faults } = parse(PLAN)
  assert.equal(seed, 7)
  assert.deepEqual(
    faults.map(({ name, on }) => [name, on]),
    [
      ['limited', 'requests'],
      ['fault 2', 'streams'],
      ['fault 3', 'webhooks'],
    ],
  )
  assert.deepEqual([faults[0]?.app, faults[0]?.calls], [9007199254740993n, { from: 2, to: 4 }])
  assert.deepEqual(faults[0]?.do, { error: 'rateLimitExceeded', delay_ms: 10 })
})

test('JSON: a plan may be JSON, and null for a header is kept', () => {
  const { faults } = parse(
    '{"faults":[{"path":"/2/tweets/*","calls":3,"do":{"headers":{"x-a":null,"x-b":"c"}}}]}',
  )
  assert.deepEqual(faults[0]?.do, { headers: { 'x-a': null, 'x-b': 'c' } })
})

describe('errors contain a line, a column and advice', () => {
  const fault = (text: string) => `faults:\n  - ${text}`
  const wrong: [string, RegExp][] = [
    ['', /^line 1, column 1: needs faults/],
    ['faults: 1', /^line 1, column 1: faults: must be a list of up to 1,000 faults/],
    ['seed: -1\nfaults: []', /^line 1, column 1: seed: must be like 7: the seed/],
    ['faults: [\n', /^line \d, column \d+: Flow sequence/],
    ['faults: []\nfaults: []', /^line 2, column 1: .*unique/i],
    ['fault: []', /line 1, column 1: fault: unknown key; known are seed, faults/],
    [
      fault('do:\n      eror: 88'),
      /^line 3, column 7: faults\[0\]\.do\.eror: unknown key; known are error, delay_ms/,
    ],
    [fault('path: /a'), /^line 2, column 5: faults\[0\]: needs do, such as do: \{"error":"over-capacity"\}/],
    [fault('do: {}'), /^line 2, column 5: faults\[0\]\.do: "do" is empty/],
    [
      fault('do: {error: 88}\n    on: connections'),
      /^line 3, column 5: faults\[0\]\.on: must be like "streams": requests \(default\), streams or webhooks/,
    ],
    [
      fault('on: streams\n    do: {error: 88}'),
      /^line 3, column 10: faults\[0\]\.do\.error: unknown key; known are after, stall/,
    ],
    [
      fault('do: {delay_ms: soon}'),
      /^line 2, column 10: faults\[0\]\.do\.delay_ms: must be like 1500: millis/,
    ],
    [
      fault('do: {error: noSuchError}'),
      /^line 2, column 10: .*no documented error noSuchError; use a name or code of docs\/errors.md/,
    ],
    [fault('path: /2/tweets\n    do: {error: 88}'), /^line 3, column 10: .*2 has no documented error 88/],
    [fault('do: {cut: answer, error: 88}'), /^line 2, column 10: .*cut: answer sends no answer/],
    [fault('do: {after_bytes: 3}'), /^line 2, column 10: .*after_bytes needs cut: body/],
    [fault('do: {headers: {"bad name": x}}'), /^line 2, column 10: .*"bad name" is no header/],
    [fault('do: {headers: {x: "a\\nb"}}'), /^line 2, column 10: .*"x" is no header/],
    [fault('do: {headers: {x: 5}}'), /^line 2, column 20: .*\.headers\.x: must be a text that replaces/],
    [fault('path: /test/clock\n    do: {error: 88}'), /a path of the admin listener, which has no faults/],
    [fault('calls: {from: 3, to: 2}\n    do: {error: 88}'), /calls from 3 to 2 are none/],
    [fault('calls: {first: 3}\n    do: {error: 88}'), /\.calls: must be like 3: the n-th call, or/],
    [fault('app: mine\n    do: {error: 88}'), /^line 2, column 5: .*app: must be like "1": id of the app/],
    [fault('probability: 2\n    do: {error: 88}'), /^line 2, column 5: .*probability: must be like 0\.2/],
    [fault('on: streams\n    do: {stall: true, cut: true}'), /stall and cut contradict each other/],
    [fault('on: streams\n    do: {after: 1}'), /"after" needs an action/],
    [
      fault('on: streams\n    do: {disconnect: never}'),
      /there is no disconnect "never"; use one of restart, slow/,
    ],
    [fault('on: webhooks\n    do: {lost: true, copies: 2}'), /a lost delivery is not sent/],
    [
      fault('name: a\n    do: {error: 88}\n  - name: a\n    do: {error: 88}'),
      /^line 4, column 5: .*two faults have the name "a"/,
    ],
  ]
  for (const [text, message] of wrong) {
    test(JSON.stringify(text), () => {
      assert.throws(
        () => parse(text),
        (error) => error instanceof ControlRefused && message.test(error.message),
      )
    })
  }
})

test('a plan names an error by its name in a family, its code, its status or its common name', () => {
  for (const error of ['rateLimitExceeded', 88, 503, 'over-capacity', 'tooManyRequests', 'clientInvalid']) {
    assert.equal(parse(JSON.stringify({ faults: [{ do: { error } }] })).faults.length, 1)
  }
})

test('a header with faults may contain only actions', () => {
  const parsed = (text: string, on: 'requests' | 'streams' = 'requests') =>
    parseFaultHeader('of-a-header', text, on, VOCABULARY)
  assert.deepEqual(parsed('error: 503').do, { error: 503 })
  assert.deepEqual(parsed('{delay_ms: 5, cut: answer}').do, { delay_ms: 5, cut: 'answer' })
  assert.deepEqual(parsed('{after: 2, stall: true}', 'streams'), {
    ...{ name: 'of-a-header', on: 'streams', do: { after: 2, stall: true } },
  })
  assert.throws(() => parsed('error'), /line 1, column 1: must be a map/)
  assert.throws(() => parsed('error: 503', 'streams'), /error: unknown key; known are after, stall/)
  assert.throws(() => parsed('{stall: true, cut: true}', 'streams'), /contradict each other/)
})

test('for any text, the parser throws only errors with line and column', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
      try {
        parse(text)
      } catch (error) {
        assert.ok(error instanceof ControlRefused, String(error))
        assert.match(error.message, /^line \d+, column \d+: /)
      }
    }),
  )
})
