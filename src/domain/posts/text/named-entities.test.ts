import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ENGINES, freshConfig, testRuntime } from '../../../../test/support/engines.ts'
import { slowOnPostgres } from '../../../../test/support/part.ts'
import * as fc from '../../../../test/support/properties.ts'
import { anyText } from '../../../../test/support/texts.ts'
import { createUsers } from '../../../../test/support/users.ts'
import { must } from '../../../lib/assert.ts'
import { escapeText } from '../../../text/index-units.ts'
import { createPost } from '../write/create-post.ts'
import { annotator, MAX_NAMES } from './annotate.ts'
import { alsoRecognising, loadRecogniser } from './named-entities.ts'

const PLACE = { domain: { id: '13', name: 'Place' }, entity: { id: '9', name: 'Berlin' } }
const listed = annotator([{ name: 'Berlin', type: 'Place', contexts: [PLACE] }])
const annotate = alsoRecognising(listed, await loadRecogniser())

/** The annotated parts of the text, with their types. */
function found(text: string): string[] {
  const shown = [...escapeText(text)]
  const annotations = annotate(text).annotations ?? []
  return annotations.map(({ start, end, type }) => `${type}: ${shown.slice(start, end + 1).join('')}`)
}

describe('spec/v2-objects.md#annotations: annotations by grammatical rules', () => {
  test('unlisted people, places and organizations are found, with lower probability than listed names', () => {
    const text = '😀 & Angela Merkel met Tim Cook in Lisbon, then flew to Berlin.'
    assert.deepEqual(found(text), [
      'Person: Angela Merkel',
      'Person: Tim Cook',
      'Place: Lisbon',
      'Place: Berlin',
    ])
    const { annotations = [], context_annotations } = annotate(text)
    assert.deepEqual(context_annotations, [PLACE])
    for (const { probability, normalized_text } of annotations) {
      if (normalized_text === 'Berlin') assert.equal(probability, 1)
      else assert.ok(probability > 0 && probability < 1, `${normalized_text}: ${probability}`)
    }
  })

  test('a listed name replaces a recognized name at the same place', () => {
    const { annotations = [] } = annotate('She lives in Berlin')
    assert.deepEqual(annotations, [
      { start: 13, end: 18, probability: 1, type: 'Place', normalized_text: 'Berlin' },
    ])
  })

  test('user names and addresses are not annotated', () => {
    assert.deepEqual(found('@AngelaMerkel wrote at https://lisbon.example/Tim_Cook'), [])
  })

  test('no name is recognized in a text that is longer than any post', () => {
    assert.deepEqual(found(`Tim Cook ${'a'.repeat(1_000)} Berlin`), ['Place: Berlin'])
  })

  test('posts without names are unchanged', () => {
    const text = 'what somebody has to say today'
    assert.deepEqual(annotate(text), listed(text))
  })

  test('for any text, annotations are inside the text, in order, without overlaps, and not more than the limit', () => {
    const names = fc.constantFrom(
      'Angela Merkel',
      'Lisbon',
      'Berlin',
      'the United Nations',
      '<&>',
      '@bob',
      '😀',
    )
    const texts = fc.array(fc.oneof(names, anyText), { maxLength: 30 }).map((parts) => parts.join(' '))
    fc.assert(
      fc.property(texts, (text) => {
        const length = [...escapeText(text)].length
        const { annotations = [] } = annotate(text)
        assert.ok(annotations.length <= MAX_NAMES)
        let after = 0
        for (const { start, end } of annotations) {
          assert.ok(after <= start && start <= end && end < length, `${start} to ${end} of ${length}`)
          after = end + 1
        }
      }),
      { numRuns: 100 },
    )
  })
})

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  test(`with the setting named_entities new posts are annotated; it is off by default (${engine})`, async (t) => {
    const config = await freshConfig(t, engine)
    assert.equal(config.named_entities, 'off')
    const { context } = await testRuntime(t, { ...config, named_entities: 'on' })
    const [author] = await createUsers(context, 1)
    const { id: authorId } = must(author, 'an author')
    const { content } = await createPost(context, { authorId, text: 'I met Angela Merkel in Lisbon' })
    assert.deepEqual(
      content.annotations?.map(({ type, normalized_text }) => `${type}: ${normalized_text}`),
      ['Person: Angela Merkel', 'Place: Lisbon'],
    )
  })
}
