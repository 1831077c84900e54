import assert from 'node:assert/strict'
import { test } from 'node:test'
import { expression, filterPost } from '../../test/support/filter-arbitraries.ts'
import { runsOf } from '../../test/support/part.ts'
import * as fc from '../../test/support/properties.ts'
import { LABS_SEARCH, V2_SEARCH } from './dialect.ts'
import type { FilterPost } from './post.ts'
import { matches } from './reference.ts'
import { readRule } from './rule.ts'
import { anyOf, namesIn, type PostQuery, postQueryOf, type WordQuery, wordsOf } from './search-words.ts'
import { fold } from './tokenise.ts'

function finds({ words, ids }: PostQuery, post: FilterPost): boolean {
  return ids.includes(post.id) || words === undefined || has(words, wordsOf(post))
}

function has(query: WordQuery, words: ReadonlySet<string>): boolean {
  switch (query.kind) {
    case 'word':
      return words.has(query.word)
    case 'and':
      return query.items.every((item) => has(item, words))
    case 'or':
      return query.items.some((item) => has(item, words))
  }
}

const nobody = () => []

/** Who is called so is the author of the post. */
function authorOf({ author }: FilterPost): (name: string) => readonly string[] {
  return (name) => (name === fold(author.name) ? [String(author.id)] : [])
}

function queryOf(text: string, idsOf: (name: string) => readonly string[] = nobody): PostQuery {
  const reading = readRule(text, LABS_SEARCH)
  assert.ok('expression' in reading, text)
  return postQueryOf(reading.expression, idsOf)
}

test('spec/recent-search.md#query: what a rule matches, its words find', () => {
  let matched = 0
  fc.assert(
    fc.property(expression, filterPost, (rule, post) => {
      if (!matches(rule, post)) return
      matched += 1
      assert.ok(finds(postQueryOf(rule, authorOf(post)), post))
    }),
    { numRuns: 20_000 },
  )
  assert.ok(matched > runsOf(500), `${matched} matched`)
})

test('a user who was called otherwise when the post was written is found by who has the name now', () => {
  const post: FilterPost = {
    ...(fc.sample(filterPost, 1)[0] as FilterPost),
    author: { id: 7n, name: 'before' },
  }
  assert.ok(!finds(queryOf('from:after'), post))
  assert.ok(
    finds(
      queryOf('from:after', (name) => (name === 'after' ? ['7'] : [])),
      post,
    ),
  )
})

test('what cannot be looked up narrows nothing', () => {
  const cat = { kind: 'word', word: 'token:cat' } as const
  assert.deepEqual(queryOf('cat -dog'), { words: cat, ids: [] })
  assert.deepEqual(queryOf('cat is:verified'), { words: cat, ids: [] })
  const reading = readRule('cat', LABS_SEARCH)
  assert.ok('expression' in reading)
  const { expression } = reading
  const not = { kind: 'not', item: expression, span: expression.span } as const
  const any = { words: undefined, ids: [] }
  assert.deepEqual(postQueryOf(not, nobody), any)
  assert.deepEqual(postQueryOf({ kind: 'or', items: [expression, not], span: expression.span }, nobody), any)
  assert.deepEqual(anyOf([queryOf('cat'), any]), any)
})

test('one of several rules is one of their words, and the posts that any of them names', () => {
  const [cat, dog] = [queryOf('cat'), queryOf('dog')]
  const named = { words: dog.words, ids: [7n] }
  assert.deepEqual(anyOf([cat]), cat)
  assert.deepEqual(anyOf([cat, named]), { words: { kind: 'or', items: [cat.words, dog.words] }, ids: [7n] })
})

test('who begins a conversation is found by its id, in whatever rule that stands but where it must not', () => {
  const asked = (text: string) => {
    const reading = readRule(text, V2_SEARCH)
    assert.ok('expression' in reading, text)
    return postQueryOf(reading.expression, nobody).ids
  }
  assert.deepEqual(asked('cat (dog OR conversation_id:7) conversation_id:8'), [7n, 8n])
  assert.deepEqual(asked('cat -conversation_id:7'), [])
})

test('names are those that ids are asked of', () => {
  const reading = readRule('(from:a OR to:b) retweets_of:c -from:d', LABS_SEARCH)
  assert.ok('expression' in reading)
  assert.deepEqual(namesIn(reading.expression), ['a', 'b', 'c'])
})
