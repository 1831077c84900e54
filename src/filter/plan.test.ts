import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Term } from './ast.ts'
import { V2_STREAM } from './dialect.ts'
import { planOf } from './plan.ts'
import { printTerm } from './print.ts'
import { Rarity } from './rarity.ts'
import { readRule } from './rule.ts'

const rarity = new Rarity()
for (let post = 0; post < 100; post += 1) rarity.learn(['often', ...(post < 10 ? ['sometimes'] : [])])

/** The anchors of a rule, and its remaining tests. */
function filed(text: string): string {
  const reading = readRule(text, V2_STREAM)
  assert.ok('expression' in reading, text)
  const { anchors, tests } = planOf(reading.expression, (term: Term) => rarity.of(term))
  const names = (terms: readonly Term[] | undefined) => terms?.map(printTerm).join(', ')
  return `${names(anchors)}: ${names(tests.map(({ term }) => term))}`
}

describe('the term under which a rule is indexed', () => {
  const cases: Readonly<Record<string, string>> = {
    cat: 'cat: ',
    'often sometimes': 'sometimes: often',
    'often never sometimes': 'never: sometimes, often',
    'cat has:images lang:en -dog': 'cat: has:images, lang:en, dog',
    'from:alice often': 'from:alice: often',
    'cat OR dog': 'cat, dog: ',
    '(cat OR often) (dog OR bird)': 'dog, bird: cat, often',
    'cat OR dog often': 'cat, dog: cat, dog, often',
    'often (cat -dog)': 'cat: cat, dog, often',
    '"often sometimes" often': '"often sometimes": often',
  }
  for (const [rule, plan] of Object.entries(cases)) test(rule, () => assert.equal(filed(rule), plan))

  test('a rule has no anchors if one of its branches has no positive term', () => {
    const span = { start: 0, end: 0 }
    const cat: Term = { kind: 'keyword', token: 'cat', isQuoted: false, span }
    const { anchors } = planOf(
      { kind: 'or', items: [cat, { kind: 'not', item: cat, span }], span },
      () => 0.1,
    )
    assert.equal(anchors, undefined)
  })
})

describe('the estimated share of posts with a word', () => {
  test('a counted word has its real share, and any other word has an estimate', () => {
    assert.equal(rarity.ofWord('often'), 1)
    assert.equal(rarity.ofWord('sometimes'), 0.1)
    assert.ok(rarity.ofWord('the') <= 0.5 / 100, 'not seen in a hundred posts')
    assert.ok(new Rarity().ofWord('the') > new Rarity().ofWord('extraordinary'))
  })

  test('old words are removed, so memory use is limited', () => {
    const counts = new Rarity()
    for (let post = 0; post < 40_000; post += 1) counts.learn([`word${post}`, 'often'])
    assert.ok(counts.size < 20_000)
    assert.ok(Math.abs(counts.ofWord('often') - 1) < 0.01)
  })
})
