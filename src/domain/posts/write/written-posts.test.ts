import assert from 'node:assert/strict'
import { test } from 'node:test'
import { WrittenPosts } from './written-posts.ts'

type Written = Parameters<WrittenPosts['add']>[0]

function written(id: bigint): Written {
  return { post: { id } as Written['post'], author: { id: 1n } as Written['author'] }
}

test('a post can be taken once; an unknown post is undefined', () => {
  const posts = new WrittenPosts()
  const first = written(5n)
  posts.add(first)
  assert.equal(posts.take(5n), first)
  assert.equal(posts.take(5n), undefined)
  assert.equal(posts.take(6n), undefined)
})

test('the oldest posts are removed when they are not taken', () => {
  const posts = new WrittenPosts()
  for (let id = 1n; id <= 3_000n; id += 1n) posts.add(written(id))
  const left = Array.from({ length: 3_000 }, (_, index) => BigInt(index + 1)).filter((id) => posts.take(id))
  assert.equal(left.length, 2_048)
  assert.equal(left[0], 953n)
})
