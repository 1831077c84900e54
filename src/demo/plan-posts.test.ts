import assert from 'node:assert/strict'
import { test } from 'node:test'
import { snowflakeTime } from '../lib/ids/snowflake.ts'
import { refusalOf } from '../text/weigh.ts'
import { castOf } from './load-posts.ts'
import { planWatch, WATCH_MS, watchAt } from './plan-posts.ts'

const CAST = castOf(1, 500, 'demo')
const WATCH = watchAt(Date.UTC(2026, 10, 20, 13))

test('the plan is the same for the same seed and hours', () => {
  assert.deepEqual(planWatch(1, WATCH, CAST), planWatch(1, WATCH, CAST))
  assert.notDeepEqual(planWatch(2, WATCH, CAST), planWatch(1, WATCH, CAST))
})

test('every action is within the hours of its plan and after the actions that it refers to, and ids are unique', () => {
  const known = new Map(planWatch(1, WATCH - 1, CAST).remarks.map((remark) => [remark.id, remark.at]))
  const plan = planWatch(1, WATCH, CAST)
  for (const { id, at } of [...plan.remarks, ...plan.reactions]) {
    assert.ok(!known.has(id))
    known.set(id, at)
    assert.equal(snowflakeTime(id), at)
    assert.equal(watchAt(at), WATCH)
  }
  for (const { at, inReplyToId, quoteId } of plan.reactions) {
    const before = known.get(inReplyToId ?? quoteId ?? 0n)
    assert.ok(before !== undefined && before <= at)
  }
  for (const { at, postId } of [...plan.reposts, ...plan.likes, ...plan.edits]) {
    const before = known.get(postId)
    assert.ok(before !== undefined && before <= at && at < (WATCH + 1) * WATCH_MS + 3_600_000)
  }
  const made = [...plan.remarks, ...plan.reactions, ...plan.reposts, ...plan.edits].map(({ id }) => id)
  assert.equal(new Set(made).size, made.length)
})

test('all texts are valid posts', () => {
  for (let watch = WATCH; watch < WATCH + 40; watch += 1) {
    const plan = planWatch(1, watch, CAST)
    for (const { text } of [...plan.remarks, ...plan.reactions])
      assert.equal(refusalOf(text), undefined, text)
  }
})
