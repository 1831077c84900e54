import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import * as fc from '../../../../test/support/properties.ts'
import { escapeText } from '../../../text/index-units.ts'
import { annotator, type VocabularyEntry } from './annotate.ts'
import { CATALOGUE } from './annotation-catalogue.ts'
import { parseVocabulary } from './vocabulary.ts'

const PLACE = { domain: { id: '13', name: 'Place' }, entity: { id: '9', name: 'New York' } }
const VOCABULARY: readonly VocabularyEntry[] = [
  { name: 'New York', aliases: ['NYC', 'Big  Apple'], type: 'Place', contexts: [PLACE] },
  { name: 'New York Times', type: 'Organization' },
  { name: 'Straße', type: 'Other' },
]
const annotate = annotator(VOCABULARY)

/** The annotated parts of the text, each with the name of its entry. */
function found(text: string): string[] {
  const shown = [...escapeText(text)]
  const at = (start: number, end: number) => shown.slice(start, end + 1).join('')
  return (annotate(text).annotations ?? []).map(
    ({ start, end, normalized_text }) => `${at(start, end)}: ${normalized_text}`,
  )
}

test('spec/v2-objects.md#annotations: every domain and entity of the catalogue has a description', () => {
  for (const { contexts = [] } of CATALOGUE) {
    for (const { domain, entity } of contexts) {
      assert.ok((domain.description ?? '').length > 5 && (entity.description ?? '').length > 5, entity.name)
    }
  }
})

describe('spec/v2-objects.md#annotations: annotations by exact name, whatever its letter case', () => {
  test('the end is the index of the last code point of the name, in the escaped text', () => {
    assert.deepEqual(annotate('& NYC!'), {
      annotations: [{ start: 6, end: 8, probability: 1, type: 'Place', normalized_text: 'New York' }],
      context_annotations: [PLACE],
    })
  })

  test('names of several words, aliases, names in capital letters, and tags are annotated', () => {
    assert.deepEqual(found('😀 <NEW  YORK> #nyc big apple'), [
      'NEW  YORK: New York',
      'nyc: New York',
      'big apple: New York',
    ])
    // Names are compared in lower case, in which STRASSE has another spelling.
    assert.deepEqual(found('STRASSE straße'), ['straße: Straße'])
  })

  test('of two names at the same place, the longer one is annotated', () =>
    assert.deepEqual(found('the New York Times of New York'), [
      'New York Times: New York Times',
      'New York: New York',
    ]))

  test('only whole words outside of URLs and user names are annotated', () =>
    assert.deepEqual(found('NYCs xNYC @NYC https://nyc.org/NYC new yorker'), []))

  test('a context is listed once', () => assert.equal(annotate('NYC NYC NYC').context_annotations?.length, 1))

  test('a text without names has no annotations', () => assert.deepEqual(annotate('plain words'), {}))

  test('every index is inside the text', () =>
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('NYC', ' new york ', '&'))),
        (parts) => {
          const text = parts.join('')
          for (const each of found(text))
            assert.match(each, /^(nyc|new[^a-z]+york|big[^a-z]+apple): New York$/i)
        },
      ),
    ))
})

test('the catalogue has each name and each entity only once', () => {
  const names = CATALOGUE.flatMap(({ name, aliases = [] }) =>
    [name, ...aliases].map((each) => each.toLowerCase()),
  )
  assert.equal(new Set(names).size, names.length)
  const ids = CATALOGUE.flatMap(({ contexts = [] }) => contexts.map(({ entity }) => entity.id))
  assert.equal(new Set(ids).size, CATALOGUE.length)
})

describe('a vocabulary of the operator', () => {
  test('a vocabulary is read, and overrides the catalogue', () => {
    const own = parseVocabulary('[{"name": "Big Ben", "type": "Place"}, {"name": "berlin"}]')
    const both = annotator([...CATALOGUE, ...own])
    assert.deepEqual(
      both('Berlin, Big Ben').annotations?.map(({ type, normalized_text }) => [type, normalized_text]),
      [
        ['Other', 'berlin'],
        ['Place', 'Big Ben'],
      ],
    )
  })

  test('an error message has the number of the invalid entry', () => {
    for (const [text, message] of [
      ['{', /no JSON/],
      ['{}', /no JSON array/],
      ['[1]', /entry 1 is no object/],
      ['[{"name": "a"}, {}]', /entry 2: "name" is no text/],
      ['[{"name": "a", "type": "Thing"}]', /entry 1: "type" is one of Person/],
      ['[{"name": "a", "aliases": "b"}]', /entry 1: "aliases" is no array/],
      ['[{"name": "a", "contexts": [{}]}]', /entry 1: "domain" is no object/],
    ] as const) {
      assert.throws(() => parseVocabulary(text), { name: 'VocabularyInvalid', message }, text)
    }
  })
})
