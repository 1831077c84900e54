import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AppChange, LogEntry } from '../../log/event.ts'
import { isPostEvent, isRuleEvent, revocationBy } from './stream-events.ts'

function appChanged(change: string): LogEntry {
  const position = { position: 1n, at: 0, partition: 1 }
  return { kind: 'app.changed', app_id: 7n, change: change as AppChange, ...position }
}

test('an app that is suspended or gets a new bearer token loses all connections; an app that is removed from Labs loses its Labs connections', () => {
  for (const change of ['suspended', 'bearer_invalidated', 'bearer_regenerated']) {
    assert.deepEqual(revocationBy(appChanged(change)), { appId: 7n, product: undefined })
  }
  assert.deepEqual(revocationBy(appChanged('labs_unenrolled')), { appId: 7n, product: 'labs-1' })
  for (const change of [
    'created',
    'labs_enrolled',
    'keys_regenerated',
    'unsuspended',
    'updated',
    'of_later',
  ]) {
    assert.equal(revocationBy(appChanged(change)), undefined, change)
  }
})

test('an unreadable event delivers no post, changes no rule, ends no connection and hides no post', () => {
  const entry: LogEntry = { kind: 'unreadable', position: 1n, at: 0, partition: 1, reason: 'damaged' }
  assert.deepEqual([isPostEvent(entry), isRuleEvent(entry), revocationBy(entry)], [false, false, undefined])
})
