/**
 * Checks the likes in the copy that the example compliance-consumer makes. When a post is deleted, the stream
 * does not report the end of its likes, so the copy must remove them.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'

/** The tested part of the example's `Copy`. */
interface Copy {
  readonly likes: ReadonlySet<string>
  load(object: object): void
  apply(message: object): void
  lines(): Iterable<object>
  restore(line: object): void
}

const { Copy } = (await import(
  new URL('../../examples/compliance-consumer/copy.js', import.meta.url).href
)) as { readonly Copy: new () => Copy }

const like = (user: string, post: string) => ({ favorite: { user_id_str: user, tweet_id_str: post } })
const erased = (post: string) => ({ delete: { status: { id_str: post, user_id_str: '1' } } })

function loaded(): Copy {
  const copy = new Copy()
  for (const [user, post] of [
    ['7', '100'],
    ['8', '100'],
    ['7', '101'],
    ['7', '200'],
  ] as const) {
    copy.load(like(user, post))
  }
  return copy
}

test('deleting a post removes the likes of this post and no other likes', () => {
  const copy = loaded()
  copy.apply(erased('100'))
  assert.deepEqual([...copy.likes], ['7 101', '7 200'])
  copy.apply({ delete: like('7', '101') })
  assert.deepEqual([...copy.likes], ['7 200'])
})

test('a like loaded after the deletion of its post is dropped', () => {
  const copy = loaded()
  copy.apply(erased('100'))
  copy.load(like('9', '100'))
  assert.deepEqual([...copy.likes], ['7 101', '7 200'])
})

test('a copy that was stored and read again also removes the likes of a deleted post', () => {
  const again = new Copy()
  for (const line of loaded().lines()) again.restore(line)
  again.apply(erased('100'))
  assert.deepEqual([...again.likes], ['7 101', '7 200'])
})
