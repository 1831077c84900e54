import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runsOf } from '../../test/support/part.ts'
import * as fc from '../../test/support/properties.ts'
import { expression, filterPost } from '../../test/support/streams/filter-arbitraries.ts'
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

/** Finds the ids of the author and the reposted author by their names. */
function holdersIn({ author, repostOf }: FilterPost): (name: string) => readonly string[] {
  const users = repostOf === undefined ? [author] : [author, repostOf]
  return (name) => users.filter((user) => fold(user.name) === name).map(({ id }) => String(id))
}

function queryOf(text: string, idsOf: (name: string) => readonly string[] = nobody): PostQuery {
  const reading = readRule(text, LABS_SEARCH)
  assert.ok('expression' in reading, text)
  return postQueryOf(reading.expression, idsOf)
}

test('spec/recent-search.md#query: the index query of a rule finds every match', () => {
  let matched = 0
  fc.assert(
    fc.property(expression, filterPost, (rule, post) => {
      if (!matches(rule, post)) return
      matched += 1
      assert.ok(finds(postQueryOf(rule, holdersIn(post)), post))
    }),
    { numRuns: 20_000 },
  )
  assert.ok(matched > runsOf(500), `${matched} matched`)
})

test('a renamed user is found by the new name', () => {
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

test('terms that the index does not have do not narrow the search', () => {
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

test('a query for several rules combines their words and their posts', () => {
  const [cat, dog] = [queryOf('cat'), queryOf('dog')]
  const named = { words: dog.words, ids: [7n] }
  assert.deepEqual(anyOf([cat]), cat)
  assert.deepEqual(anyOf([cat, named]), { words: { kind: 'or', items: [cat.words, dog.words] }, ids: [7n] })
})

test('the first post of a conversation is found by its id, unless the term is negated', () => {
  const asked = (text: string) => {
    const reading = readRule(text, V2_SEARCH)
    assert.ok('expression' in reading, text)
    return postQueryOf(reading.expression, nobody).ids
  }
  assert.deepEqual(asked('cat (dog OR conversation_id:7) conversation_id:8'), [7n, 8n])
  assert.deepEqual(asked('cat -conversation_id:7'), [])
})

test('only the names whose ids the search needs are returned', () => {
  const reading = readRule('(from:a OR to:b) retweets_of:c -from:d', LABS_SEARCH)
  assert.ok('expression' in reading)
  assert.deepEqual(namesIn(reading.expression), ['a', 'b', 'c'])
})

test('spec/rule-language.md#lists-in-queries: a list is looked up by its members, unless it is large or empty', () => {
  const queryOfList = (count: number) => {
    const members = new Set(Array.from({ length: count }, (_, nth) => String(nth + 1)))
    const span = { start: 0, end: 0 }
    return postQueryOf({ kind: 'list', id: '9', members, span }, nobody).words
  }
  assert.deepEqual(queryOfList(0), { kind: 'word', word: 'from:0' })
  assert.deepEqual(queryOfList(1), { kind: 'word', word: 'from:1' })
  assert.ok(queryOfList(200)?.kind === 'or')
  assert.equal(queryOfList(201), undefined)
})
