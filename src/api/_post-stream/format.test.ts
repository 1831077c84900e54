import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SentReason } from '../../streams/close-reasons.ts'
import type { OwnCloseReason } from '../../streams/posts/reasons.ts'
import { streamFormat } from './format.ts'

const BASE = 'https://api.twitter.com/2/problems/'

/** For each reason why a stream ends, the name that recordings of the public API contain. */
const NAMES: Readonly<Record<Exclude<SentReason<OwnCloseReason>, 'capped'>, string>> = {
  slow: 'SlowReader',
  stalled: 'SlowReader',
  displaced: 'UpstreamOperationalDisconnect',
  restart: 'UpstreamOperationalDisconnect',
  gap: 'UpstreamOperationalDisconnect',
  failure: 'UpstreamOperationalDisconnect',
  retired: 'UpstreamOperationalDisconnect',
  revoked: 'ForceDisconnect',
}

test('spec/v2-messages-and-media.md#streams: a stream ends with one line that has only errors, for every reason', () => {
  const format = streamFormat(BASE)
  for (const [reason, name] of Object.entries(NAMES) as [keyof typeof NAMES, string][]) {
    const { errors, ...others } = JSON.parse(format.lastMessage(reason, 0))
    assert.deepEqual(others, {})
    const [{ detail, ...error }, ...more] = errors
    assert.deepEqual(error, {
      title: 'operational-disconnect',
      disconnect_type: name,
      type: `${BASE}operational-disconnect`,
    })
    assert.match(detail, /^This stream has been disconnected /)
    assert.deepEqual(more, [])
  }
  const [capped] = JSON.parse(format.lastMessage('capped', 0)).errors
  assert.deepEqual(
    [capped.title, capped.period, capped.type, 'disconnect_type' in capped],
    ['UsageCapExceeded', 'Monthly', `${BASE}usage-capped`, false],
  )
})
