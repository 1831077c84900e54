import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runsOf } from '../../test/support/part.ts'
import * as fc from '../../test/support/properties.ts'
import { expression, filterPost } from '../../test/support/streams/filter-arbitraries.ts'
import type { Expression } from './ast.ts'
import { V2_SEARCH } from './dialect.ts'
import { allConversationsIn, type ExactWords, exactWordsOf } from './exact-words.ts'
import type { FilterPost } from './post.ts'
import { matches } from './reference.ts'
import { readRule } from './rule.ts'
import { wordsOf } from './search-words.ts'
import { fold } from './tokenise.ts'

function has(words: ExactWords, post: ReadonlySet<string>): boolean {
  switch (words.kind) {
    case 'word':
      return post.has(words.word)
    case 'and':
      return words.items.every((item) => has(item, post))
    case 'or':
      return words.items.some((item) => has(item, post))
    case 'without':
      return has(words.items[0], post) && !has(words.items[1], post)
  }
}

/** The users of a post who currently have a name. */
function holdersIn({ author, repostOf }: FilterPost): (name: string) => readonly string[] {
  const users = [author, repostOf].filter((user) => user !== undefined)
  return (name) => users.filter((user) => fold(user.name) === name).map(({ id }) => String(id))
}

function ruleOf(text: string): Expression {
  const reading = readRule(text, V2_SEARCH)
  assert.ok('expression' in reading, text)
  return reading.expression
}

test('spec/v2-posts.md#counts: a post matches the exact index query of a rule if and only if it matches the rule', () => {
  const sums = { decided: 0, matched: 0, unmatched: 0 }
  fc.assert(
    fc.property(expression, filterPost, (rule, post) => {
      // Only one user can have a name, so the test skips other posts.
      if (post.author.id === post.repostOf?.id && post.author.name !== post.repostOf.name) return
      const idsOf = holdersIn(post)
      const words = exactWordsOf(rule, idsOf)
      if (words === undefined || allConversationsIn(rule).includes(post.id)) return
      sums.decided += 1
      const isMatch = matches(rule, post)
      sums[isMatch ? 'matched' : 'unmatched'] += 1
      assert.equal(words !== 'none' && has(words, wordsOf(post)), isMatch)
    }),
    { numRuns: 20_000 },
  )
  assert.ok(sums.matched > runsOf(200) && sums.unmatched > runsOf(200), JSON.stringify(sums))
})

test('a repost of a user whose name equals the id of another user is not a repost of that other user', () => {
  const [post] = fc.sample(filterPost, { seed: 1, numRuns: 1 })
  assert.ok(post !== undefined)
  const repost = { ...post, author: { id: 7n, name: 'bob_1' }, repostOf: { id: 42n, name: '7' } }
  const words = exactWordsOf(ruleOf('retweets_of:bob_1'), holdersIn(repost))
  assert.ok(words !== undefined && words !== 'none')
  assert.equal(has(words, wordsOf(repost)), false)
})

test('rules that need the order of words, or data that is not indexed, are undecided', () => {
  const none = () => []
  for (const rule of ['"in order"', 'url:"a.b"', 'cat is:verified', 'cat -"in order"', 'retweets_of:12']) {
    assert.equal(exactWordsOf(ruleOf(rule), none), undefined, rule)
  }
  assert.deepEqual(exactWordsOf(ruleOf('cat -is:nullcast'), none), { kind: 'word', word: 'token:cat' })
  assert.equal(exactWordsOf(ruleOf('retweets_of:nobody'), none), 'none')
})
