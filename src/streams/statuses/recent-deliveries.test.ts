import assert from 'node:assert/strict'
import { test } from 'node:test'
import { RecentDeliveries } from './recent-deliveries.ts'

test('spec/v1-streams-and-lists.md#notices: the connections that received a post, or a post of an author, are found; the oldest posts are forgotten first', () => {
  const recent = new RecentDeliveries<string>(3)
  recent.add({ id: 1n, authorId: 7n }, 'a')
  recent.add({ id: 1n, authorId: 7n }, 'a')
  recent.add({ id: 2n, authorId: 7n }, 'b')
  assert.deepEqual([recent.size, [...recent.ofPost(1n)], [...recent.ofAuthor(7n)]], [2, ['a'], ['a', 'b']])
  recent.add({ id: 3n, authorId: 8n }, 'a')
  recent.add({ id: 3n, authorId: 8n }, 'b')
  assert.deepEqual([recent.size, recent.has(1n, 'a'), [...recent.ofAuthor(7n)]], [3, false, ['b']])
  recent.forget(2n)
  assert.deepEqual([recent.size, [...recent.ofAuthor(7n)], recent.has(3n, 'b')], [2, [], true])
})
