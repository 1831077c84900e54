import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from '../../../../test/support/properties.ts'
import { OPERATORS, V11_SEARCH } from '../../../filter/dialect.ts'
import { print } from '../../../filter/print.ts'
import { readSearchQuery } from './_query.ts'

function meant(text: string): string | undefined {
  const query = readSearchQuery(text)
  return 'refused' in query ? undefined : print(query.expression)
}

function refusal(text: string): string | undefined {
  const query = readSearchQuery(text)
  return 'refused' in query ? query.refused : undefined
}

test('words, phrases, signs and users mean the same as in rules', () => {
  assert.equal(meant('cat "two birds" -dog'), 'cat "two birds" -dog')
  assert.equal(meant('from:ann OR to:bob'), 'from:ann OR to:bob')
  assert.equal(meant('#birds @ann'), '#birds @ann')
})

test('filters are translated to the operators of the same meaning', () => {
  assert.equal(meant('cat filter:links -filter:retweets'), 'cat has:links -is:retweet')
  assert.equal(meant('cat filter:replies'), 'cat is:reply')
  assert.equal(meant('cat -filter:replies'), 'cat -is:reply')
  assert.equal(meant('cat FILTER:NativeRetweets'), 'cat is:retweet')
  assert.equal(meant('cat exclude:retweets'), 'cat -is:retweet')
})

test('include: does not restrict the results', () => {
  for (const more of ['include:retweets', '-include:retweets', 'include:anything']) {
    assert.equal(meant(`cat ${more}`), 'cat')
    assert.equal(meant(more), undefined)
  }
})

test('an unsupported filter, operator or day is refused by name, and neither ignored nor searched as words', () => {
  for (const [piece, why] of [
    ['filter:safe', /a value that this operator does not take$/],
    ['-filter:spaces', /a value that this operator does not take$/],
    ['exclude:constructor', /a value that this operator does not take$/],
    ['min_faves:10', /an operator that is not served; leave it out$/],
    ['-MIN_RETWEETS:1', /an operator that is not served; leave it out$/],
    ['near:"San Francisco"', /an operator that is not served; leave it out$/],
    ['source:web', /an operator that is not served; leave it out$/],
    ['since_id:12', /an operator that is not served; leave it out$/],
    ['since:yesterday', /which is no day; give one such as 2020-08-12$/],
    ['until:2020-02-30', /which is no day; give one such as 2020-08-12$/],
    ['-since:2020-2-3', /which is no day; give one such as 2020-08-12$/],
  ] as const) {
    for (const text of [piece, `cat ${piece}`, `from:ann OR ${piece} cat`]) {
      assert.match(refusal(text) ?? '', why, text)
      assert.ok(refusal(text)?.startsWith(`asks for "${piece}", `), text)
    }
  }
  assert.equal(meant('cat time:out'), 'cat "time out"', 'no operator anywhere')
})

test('no operator of any dialect of the rule language is searched as words', () => {
  for (const name of OPERATORS) {
    for (const text of [`cat ${name}:\\`, `cat -${name.toUpperCase()}:\\`]) {
      const why = V11_SEARCH.operators.has(name)
        ? /, a value that this operator does not take$/
        : /, an operator that is not served; leave it out$/
      assert.match(refusal(text) ?? '', why, text)
    }
  }
  for (const piece of ['bio:birds', 'followers_count:10..20', 'place_country:de', 'sample:10'])
    assert.equal(refusal(`cat ${piece}`), `asks for "${piece}", an operator that is not served; leave it out`)
})

test('a filter may be the only term, or be next to parentheses or stop words', () => {
  for (const [text, rule] of [
    ['filter:links', 'has:links'],
    ['the filter:links', 'the has:links'],
    ['cat OR filter:links', 'cat OR has:links'],
    ['(cat filter:links)', 'cat has:links'],
    ['(filter:links) cat', 'has:links cat'],
    ['cat (filter:links OR filter:retweets)', 'cat (has:links OR is:retweet)'],
    ['cat -(filter:links filter:media)', 'cat -(has:links has:media)'],
    ['cat(-filter:links)', 'cat -has:links'],
    ['(since:2020-08-01) cat', 'cat'],
    ['"filter:links cat"', '"filter links cat"'],
  ] as const) {
    assert.equal(meant(text), rule, text)
  }
  assert.equal(meant('-filter:links'), undefined)
  assert.equal(meant('the'), undefined)
})

test('days of since: and until: are not searched as words', () => {
  const query = readSearchQuery('cat since:2020-08-01 until:2020-08-12')
  assert.ok('expression' in query)
  assert.deepEqual(
    [print(query.expression), query.since, query.until],
    ['cat', Date.UTC(2020, 7, 1), Date.UTC(2020, 7, 12)],
  )
})

/** Words with characters other than letters and digits, and the phrases to which they are translated. */
const JOINED: readonly (readonly [word: string, meant: string])[] = [
  ['e-mail', '"e mail"'],
  ["don't", '"don t"'],
  ['don’t', '"don t"'],
  ['rock&roll', '"rock roll"'],
  ['AT&T', '"at t"'],
  ["O'Brien", '"o brien"'],
  ['a-b-c', '"a b c"'],
  ['x-', '"x"'],
  ['C++', '"c"'],
  ['and/or', '"and or"'],
  ['1.5', '"1 5"'],
  ['snake_case', '"snake case"'],
  ['@x-y', '"x y"'],
  ['#tag-x', '"tag x"'],
  ['$TSLA', '"tsla"'],
  ['10:30', '"10 30"'],
  ['naïve!', '"naïve"'],
  ['e\\mail', '"e mail"'],
]

test("a word with - ' & or similar characters has the same meaning alone and next to operators", () => {
  for (const [word, phrase] of JOINED) {
    assert.equal(meant(word), phrase, word)
    assert.equal(meant(`from:alice ${word}`), `from:alice ${phrase}`)
    assert.equal(meant(`${word} from:alice lang:en`), `${phrase} from:alice lang:en`)
    assert.equal(meant(`cat -${word}`), `cat -${phrase}`)
    assert.equal(meant(`cat OR ${word}`), `cat OR ${phrase}`)
    assert.equal(meant(`(cat OR ${word}) -"two birds" #b`), `(cat OR ${phrase}) -"two birds" #b`)
  }
})

test('a link matches links, alone and next to operators', () => {
  for (const text of ['https://example.com/a-b?c=d', 'http://example.com/a-b?c=d']) {
    const scheme = text.split(':')[0]
    assert.equal(meant(`from:alice -${text} cat`), `from:alice -url:"${scheme} example com a b c d" cat`)
    assert.equal(meant(text), `url:"${scheme} example com a b c d"`)
  }
})

test('a user name may have the sign @, and a link needs no quotes', () => {
  assert.equal(meant('from:@Alice -to:@bob'), 'from:alice -to:bob')
  assert.equal(meant('cat url:example.com/a?b'), 'cat url:"example com a b"')
})

test('an operator with an invalid value is refused by name, and not searched as words', () => {
  for (const piece of ['lang:english', 'has:polls', 'from:a-b', '-is:nothing', 'context:*.*']) {
    assert.match(refusal(`cat ${piece}`) ?? '', new RegExp(`^asks for "${piece.replaceAll(/[*.]/g, '.')}"`))
  }
})

test('adjacent terms are joined by AND; and, or and And are words', () => {
  assert.equal(meant('cat AND dog'), 'cat dog')
  assert.equal(meant('cat and dog'), 'cat "and" dog')
  assert.equal(meant('cat or And'), 'cat "or" "and"')
})

test('an OR keeps both operands, and is dropped if it has only one', () => {
  for (const [text, rule] of [
    ['coca-cola OR pepsi', '"coca cola" OR pepsi'],
    ['cat OR dog)', 'cat OR dog'],
    ['(cat OR dog', 'cat OR dog'],
    ['OR cat OR OR dog OR', 'cat OR dog'],
    ['(cat OR) dog', 'cat dog'],
    ['cat () dog', 'cat dog'],
    ['cat OR :)', 'cat'],
  ] as const) {
    assert.equal(meant(text), rule, text)
  }
})

test('negated terms stay negated, and unbalanced parentheses have no effect', () => {
  for (const [text, rule] of [
    ['$TSLA -(bad OR worse)', '"tsla" -(bad OR worse)'],
    ['coca-cola -pepsi -"dr pepper" - !!!', '"coca cola" -pepsi -"dr pepper"'],
    ['coca-cola and ( pepsi', '"coca cola" "and" pepsi'],
    ['(coca-cola exclude:retweets', '"coca cola" -is:retweet'],
    ['cat -(dog) :)', 'cat -dog'],
    ['cat -(a (b -c)) d !', 'cat -(a (b -c)) d'],
    ['cat -"dog', 'cat -"dog"'],
    ['cat -filter:"links"', 'cat -has:links'],
    ['cat ) dog (', 'cat dog'],
    ['cat --(dog bird)', 'cat --(dog bird)'],
    ['cat -(dog bird', 'cat -(dog bird)'],
  ] as const) {
    assert.equal(meant(text), rule, text)
  }
})

test('the reason of a refusal says how to change the query', () => {
  for (const text of ['-dog', '-(cat)', '-(cat) ?', '-(filter:links)', 'cat OR -dog']) {
    assert.match(refusal(text) ?? '', /^only says what not to find; ask for something/, text)
  }
  for (const text of ['the', 'and', '"and"', 'cat OR the']) {
    assert.match(refusal(text) ?? '', /^has only words that nearly every post has .*; add another word/, text)
  }
  assert.match(refusal('!!!') ?? '', /^has no word/)
  assert.match(refusal('is:nullcast cat') ?? '', /must be negated/)
  assert.match(refusal('x'.repeat(501)) ?? '', /^is longer than 500 characters/)
})

test('every word of a query is searched, also in 500 characters of one-letter words', () => {
  const text = `a: ${'b '.repeat(248)}c`
  assert.equal(text.length, 500)
  assert.equal(meant(text)?.split(' ').length, 250)
  assert.equal(meant(`${text}d`), undefined)
  assert.equal(meant(`x: -(${'b '.repeat(247)}`)?.split(' ').length, 248)
  assert.equal(meant('e- '.repeat(166))?.split(' ').length, 166)
})

test('any word matches the same posts alone and next to other words', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 20 }), (text) => {
      const word = text.replaceAll(/[\s()"]/g, '')
      const alone = meant(word)
      if (alone === undefined || word === 'OR' || /^-|^(since|until):/.test(word)) return
      assert.equal(meant(`from:alice ${word}`), `from:alice ${alone}`, word)
    }),
    { numRuns: 500 },
  )
})

test('any text is parsed or refused, and no error is thrown', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
      readSearchQuery(text)
    }),
  )
})
