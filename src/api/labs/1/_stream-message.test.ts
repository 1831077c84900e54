import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fullUser, shownPost } from '../../../../test/support/posts/arbitraries.ts'
import * as fc from '../../../../test/support/properties.ts'
import type { FullUser } from '../../../domain/accounts/find-users.ts'
import type { PostView, StreamedView } from '../../../domain/posts/read/post-view.ts'
import { LATEST_DAY } from '../../../formats/fields/day.ts'
import { FORMATS } from '../../../formats/labs-v1/format.ts'
import type { ShownPost } from '../../../formats/v1.1/post.ts'
import { EXPANSIONS, labs1Rendering, type MessageOptions } from './_stream-message.ts'

function viewOf({ post, author, original, quoted }: ShownPost): PostView {
  return {
    post,
    author,
    original: original === undefined ? undefined : viewOf(original),
    quoted: quoted === undefined ? undefined : viewOf(quoted),
    repliedTo: undefined,
  }
}

const STREAMED: fc.Arbitrary<StreamedView> = fc
  .record({ shown: shownPost, repliedTo: fc.option(shownPost, { nil: undefined }), user: fullUser })
  .map(({ shown, repliedTo, user }) => ({
    ...viewOf(shown),
    repliedTo: repliedTo === undefined ? undefined : viewOf(repliedTo),
    named: new Map<bigint, FullUser>([[shown.post.inReplyToUserId ?? user.id, user]]),
  }))

const FORMAT = fc.constantFrom(...FORMATS)

const OPTIONS: fc.Arbitrary<MessageOptions> = fc.record({
  formats: fc.record({ tweet: FORMAT, user: FORMAT, place: FORMAT }),
  expansions: fc.subarray([...EXPANSIONS]),
  origin: fc.constantFrom('https://a.example', 'http://localhost:1'),
  defaultPicture: fc.constantFrom(undefined, 'https://a.example/p.png'),
  day: fc.constantFrom('2019-09-18', '2019-12-10', '2020-08-12', '9999-12-31'),
})

/** All values in a JSON value at any depth, including the JSON value itself. */
function allIn(value: unknown): unknown[] {
  return typeof value === 'object' && value !== null
    ? [value, ...Object.values(value).flatMap(allIn)]
    : [value]
}

test('spec/post-streams.md#message-framing: a message that is concatenated from texts equals the result of JSON.stringify', () =>
  fc.assert(
    fc.property(STREAMED, OPTIONS, (view, options) => {
      const text = `${labs1Rendering(options).open(view)}}`
      const message = JSON.parse(text)
      assert.equal(JSON.stringify(message), text)
      assert.equal(message.data.id, String(view.post.id))
      assert.equal(message.data.format, options.formats.tweet)
    }),
    { numRuns: 500 },
  ))

test('spec/labs-v1.md#sent-forms: posts and messages of Labs v1 streams have no null and no empty member', () =>
  fc.assert(
    fc.property(STREAMED, OPTIONS, (view, options) => {
      const message = JSON.parse(`${labs1Rendering(options).open(view)}}`)
      assert.ok(!allIn(message).includes(null))
      for (const value of [...Object.values(message), ...Object.values(message.data)]) {
        assert.ok(typeof value !== 'object' || Object.keys(value ?? {}).length > 0)
      }
    }),
  ))

test('spec/versioning.md#dates: posts of streams have annotations from 2019-12-10 on', () => {
  const [sample] = fc.sample(
    STREAMED.filter(({ original, quoted }) => original === undefined && quoted === undefined),
    { seed: 7, numRuns: 1 },
  )
  assert.ok(sample !== undefined)
  const content = {
    text: 'a cat',
    annotations: [{ start: 2, end: 4, probability: 0.9, type: 'Other', normalized_text: 'cat' }],
    context_annotations: [{ domain: { id: '10', name: 'Person' }, entity: { id: '1', name: 'Owl' } }],
  }
  const view = { ...sample, post: { ...sample.post, content } }
  const formats = { tweet: 'detailed', user: 'default', place: 'default' } as const
  const annotationsOn = (day: string) => {
    const options = { formats, expansions: [], origin: '', defaultPicture: undefined, day }
    const { data } = JSON.parse(`${labs1Rendering(options).open(view)}}`)
    return [data.entities?.annotations?.length ?? 0, data.context_annotations?.length ?? 0]
  }
  assert.deepEqual(annotationsOn('2019-12-09'), [0, 0])
  for (const day of ['2019-12-10', '2020-08-12', LATEST_DAY])
    assert.deepEqual(annotationsOn(day), [1, 1], day)
})
