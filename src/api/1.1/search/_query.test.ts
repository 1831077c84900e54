import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { print } from '../../../filter/print.ts'
import { readSearchQuery } from './_query.ts'

function meant(text: string): string | undefined {
  const query = readSearchQuery(text)
  return query && print(query.expression)
}

test('words, phrases, signs and users mean what they do in rules', () => {
  assert.equal(meant('cat "two birds" -dog'), 'cat "two birds" -dog')
  assert.equal(meant('from:ann OR to:bob'), 'from:ann OR to:bob')
  assert.equal(meant('#birds @ann'), '#birds @ann')
})

test('filters are the operators of the same sense', () => {
  assert.equal(meant('cat filter:links -filter:retweets'), 'cat has:links -is:retweet')
  assert.equal(meant('cat filter:replies'), 'cat is:reply')
  assert.equal(meant('cat -filter:replies'), 'cat -is:reply')
  assert.equal(meant('cat FILTER:NativeRetweets'), 'cat is:retweet')
  assert.equal(meant('cat exclude:retweets'), 'cat -is:retweet')
})

test('what is included, and filters that there are not, restrict nothing', () => {
  for (const more of ['include:retweets', '-include:retweets', 'filter:safe', 'filter:constructor']) {
    assert.equal(meant(`cat ${more}`), 'cat')
    assert.equal(meant(more), undefined)
  }
})

test('filters are such beside parentheses and words that no rule may consist of, and alone', () => {
  for (const [text, rule] of [
    ['filter:links', 'has:links'],
    ['the filter:links', 'the has:links'],
    ['cat OR filter:links', 'cat OR has:links'],
    ['(cat filter:links)', 'cat has:links'],
    ['(filter:links) cat', 'has:links cat'],
    ['cat (filter:links OR filter:retweets)', 'cat (has:links OR is:retweet)'],
    ['cat -(filter:links filter:media)', 'cat -(has:links has:media)'],
    ['cat(-filter:links)', 'cat -has:links'],
    ['(since:2020-08-01) cat', '"cat"'],
    ['"filter:links cat"', '"filter links cat"'],
  ] as const) {
    assert.equal(meant(text), rule, text)
  }
  assert.equal(meant('-filter:links'), undefined)
  assert.equal(meant('the'), undefined)
})

test('days are no words', () => {
  const query = readSearchQuery('cat since:2020-08-01 until:2020-08-12')
  assert.ok(query)
  assert.deepEqual(
    [print(query.expression), query.since, query.until],
    ['cat', Date.UTC(2020, 7, 1), Date.UTC(2020, 7, 12)],
  )
})

test('days that there are not are words', () => {
  const query = readSearchQuery('cat since:2020-02-30')
  assert.deepEqual([query && print(query.expression), query?.since], ['"cat" "since 2020 02 30"', undefined])
})

test('what is no rule is looked for word by word', () => {
  assert.equal(meant('coca-cola and ( pepsi'), '"coca cola" "pepsi"')
  assert.equal(meant('coca-cola filter:links -filter:replies'), '"coca cola" has:links -is:reply')
  assert.equal(meant('(coca-cola exclude:retweets'), '"coca cola" -is:retweet')
  assert.equal(meant('coca-cola -pepsi -"dr pepper" - !!!'), '"coca cola" -"pepsi" -"dr pepper"')
  assert.equal(meant('-dog'), undefined)
  assert.equal(meant('   '), undefined)
})

test('what is excluded stays so when the query is no rule', () => {
  for (const [text, rule] of [
    ['$TSLA -(bad OR worse)', '"tsla" -"bad" -"worse"'],
    ['cat -(dog) :)', '"cat" -"dog"'],
    ['cat -(a (b -c)) d !', '"cat" -"a" -"b" "d"'],
    ['cat -"dog', '"cat" -"dog"'],
    ['cat -filter:"links"', 'cat -has:links'],
    ['cat ) dog (', '"cat" "dog"'],
    ['-(cat) ?', undefined],
    ['-(cat)', undefined],
    ['-(filter:links)', undefined],
  ] as const) {
    assert.equal(meant(text), rule, text)
  }
})

test('of no rule every word is looked for, up to 500 characters of the shortest', () => {
  const text = `a: ${'b '.repeat(248)}c`
  assert.equal(text.length, 500)
  assert.equal(meant(text)?.split(' ').length, 250)
  assert.equal(meant(`${text}d`), undefined)
  assert.equal(meant(`x: -(${'b '.repeat(247)}`)?.split(' ').length, 248)
})

test('any text is a query or none, and never breaks', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
      readSearchQuery(text)
    }),
  )
})
