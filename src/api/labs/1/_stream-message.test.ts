import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fullUser, shownPost } from '../../../../test/support/posts/arbitraries.ts'
import * as fc from '../../../../test/support/properties.ts'
import type { FullUser } from '../../../domain/accounts/find-users.ts'
import type { PostView, StreamedView } from '../../../domain/posts/read/post-view.ts'
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
})

/** Every value in a JSON value, itself too. */
function allIn(value: unknown): unknown[] {
  return typeof value === 'object' && value !== null
    ? [value, ...Object.values(value).flatMap(allIn)]
    : [value]
}

test('spec/post-streams.md#message-framing: a message that is joined from texts equals the result of JSON.stringify', () =>
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

test('spec/labs-v1.md#sent-forms: posts and messages of these families have no null and no empty member', () =>
  fc.assert(
    fc.property(STREAMED, OPTIONS, (view, options) => {
      const message = JSON.parse(`${labs1Rendering(options).open(view)}}`)
      assert.ok(!allIn(message).includes(null))
      for (const value of [...Object.values(message), ...Object.values(message.data)]) {
        assert.ok(typeof value !== 'object' || Object.keys(value ?? {}).length > 0)
      }
    }),
  ))
