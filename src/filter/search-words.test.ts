import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { expression, filterPost } from '../../test/support/filter-arbitraries.ts'
import { wordsOfPost } from '../../test/support/post-words.ts'
import { LABS_SEARCH } from './dialect.ts'
import type { FilterPost } from './post.ts'
import { matches } from './reference.ts'
import { readRule } from './rule.ts'
import { EVERY_POST, namesIn, type WordQuery, wordQueryOf } from './search-words.ts'

function finds(query: WordQuery, words: ReadonlySet<string>): boolean {
  switch (query.kind) {
    case 'word':
      return words.has(query.word)
    case 'and':
      return query.items.every((item) => finds(item, words))
    case 'or':
      return query.items.some((item) => finds(item, words))
  }
}

const nobody = () => []

function queryOf(text: string, idsOf: (name: string) => readonly string[] = nobody): WordQuery {
  const reading = readRule(text, LABS_SEARCH)
  assert.ok('expression' in reading, text)
  return wordQueryOf(reading.expression, idsOf)
}

test('labs-lookup.md 7: what a rule matches, its words find', () => {
  let matched = 0
  fc.assert(
    fc.property(expression, filterPost, (rule, post) => {
      if (!matches(rule, post)) return
      matched += 1
      assert.ok(finds(wordQueryOf(rule, nobody), wordsOfPost(post)))
    }),
    { numRuns: 20_000 },
  )
  assert.ok(matched > 500, `${matched} matched`)
})

test('a user who was called otherwise when the post was written is found by who has the name now', () => {
  const post: FilterPost = {
    ...(fc.sample(filterPost, 1)[0] as FilterPost),
    author: { id: 7n, name: 'before' },
  }
  const words = wordsOfPost(post)
  assert.ok(!finds(queryOf('from:after'), words))
  assert.ok(
    finds(
      queryOf('from:after', (name) => (name === 'after' ? ['7'] : [])),
      words,
    ),
  )
})

test('what cannot be looked up narrows nothing', () => {
  assert.deepEqual(queryOf('cat -dog'), { kind: 'word', word: 'token:cat' })
  assert.deepEqual(queryOf('cat is:verified'), { kind: 'word', word: 'token:cat' })
  const reading = readRule('cat', LABS_SEARCH)
  assert.ok('expression' in reading)
  const { expression: cat } = reading
  const not = { kind: 'not', item: cat, span: cat.span } as const
  assert.deepEqual(wordQueryOf(not, nobody), { kind: 'word', word: EVERY_POST })
  assert.deepEqual(wordQueryOf({ kind: 'or', items: [cat, not], span: cat.span }, nobody), {
    kind: 'word',
    word: EVERY_POST,
  })
})

test('names are those that ids are asked of', () => {
  const reading = readRule('(from:a OR to:b) retweets_of:c -from:d', LABS_SEARCH)
  assert.ok('expression' in reading)
  assert.deepEqual(namesIn(reading.expression), ['a', 'b', 'c'])
})
