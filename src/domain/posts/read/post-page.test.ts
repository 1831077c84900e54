import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pageOfIds } from './listed-page.ts'
import { postPage } from './post-page.ts'

test('spec/followers.md#cursors: cursor 0 selects an empty page of posts whose cursors are 0', async () => {
  for (const bounds of [{}, { sinceId: 3n, untilId: 9n }]) {
    const page = await postPage({ cursor: 0n, count: 5, ...bounds }, () => {
      throw new Error('the page needs no read')
    })
    assert.deepEqual(page, { ids: [], nextCursor: 0n, previousCursor: 0n })
  }
  assert.deepEqual(pageOfIds([7n, 5n, 3n], 0n, 2), { ids: '', nextCursor: 0n, previousCursor: 0n })
})
