import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { type Dialect, LABS_SEARCH, LABS_STREAM, V2_SEARCH, V2_STREAM, V11_SEARCH } from './dialect.ts'
import { print } from './print.ts'
import { problemText } from './problem.ts'
import { readRule } from './rule.ts'

const DIALECTS: Readonly<Record<string, Dialect>> = {
  LABS_STREAM,
  LABS_SEARCH,
  V2_STREAM,
  V2_SEARCH,
  V11_SEARCH,
}

interface Example {
  readonly dialect: Dialect
  readonly rule: string
  /** The normal form of a valid rule, or the problems of an invalid rule. */
  readonly expected: string | readonly string[]
}

const EXAMPLES = examplesOf(readFileSync(new URL('grammar.md', import.meta.url), 'utf8'))

describe('spec/rule-language.md#grammar: the examples of grammar.md', () => {
  test('grammar.md contains good and bad examples', () => {
    assert.ok(EXAMPLES.some(({ expected }) => typeof expected === 'string'))
    assert.ok(EXAMPLES.some(({ expected }) => typeof expected !== 'string'))
  })

  for (const { dialect, rule, expected } of EXAMPLES) {
    test(`${typeof expected === 'string' ? 'good' : 'bad'}: ${rule}`, () => {
      const reading = readRule(rule, dialect)
      assert.deepEqual(
        'expression' in reading ? print(reading.expression) : reading.problems.map(problemText),
        expected,
      )
    })
  }
})

function examplesOf(markdown: string): Example[] {
  return [...markdown.matchAll(/^```(good|bad)(?: (\w+))?\n([\s\S]*?)^```$/gm)].flatMap(
    ([, kind, name = 'LABS_STREAM', block = '']) => {
      const dialect = DIALECTS[name]
      assert.ok(dialect !== undefined, `there is no dialect ${name}`)
      const lines = block.split('\n').slice(0, -1)
      return (kind === 'good' ? goodOf(lines) : badOf(lines)).map((example) => ({ dialect, ...example }))
    },
  )
}

function goodOf(lines: readonly string[]): Omit<Example, 'dialect'>[] {
  return lines.map((line) => {
    const [rule = '', normal] = line.split(' ⇒ ')
    return { rule, expected: normal ?? rule }
  })
}

function badOf(lines: readonly string[]): Omit<Example, 'dialect'>[] {
  const examples: { rule: string; expected: string[] }[] = []
  for (const line of lines) {
    const said = /^ {2}(.*)$/.exec(line)?.[1]
    if (said === undefined) examples.push({ rule: line, expected: [] })
    else examples.at(-1)?.expected.push(said)
  }
  return examples
}
