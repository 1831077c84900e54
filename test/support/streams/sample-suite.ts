/** The contract of sampled streams, as tests for both endpoints (spec/post-streams.md#sampled-stream). */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isSampled } from '../../../src/lib/ids/sampling.ts'
import { snowflakeTime } from '../../../src/lib/ids/snowflake.ts'
import { ask } from '../api-client.ts'
import type { SharedServer } from '../server.ts'
import { TestClock } from '../test-clock.ts'
import { reopened, type StreamEndpoint, streamStage } from './post-stream-suite.ts'

/** @param shared a server with the default options */
export function sampleSuite(place: StreamEndpoint, shared: SharedServer): void {
  test('spec/post-streams.md#sampled-stream: the stream sends the posts of ten milliseconds of each second, without matching_rules', async (t) => {
    const clock = new TestClock(Date.UTC(2020, 7, 12))
    const { open, post } = await streamStage(t, place, { clock, settings: { limits: 'off' } }, [])
    const reader = await open('?expansions=author_id')
    const expected: string[] = []
    for (let ms = 0; ms < 1_000; ms += ms < 650 || ms > 670 ? 50 : 1) {
      clock.set(Date.UTC(2020, 7, 12, 0, 0, 1, ms))
      const { id } = await post(`at ${ms}`)
      if (isSampled(id)) expected.push(String(id))
    }
    await reader.some(expected.length)
    assert.ok(expected.length >= 9 && expected.length <= 11)
    assert.deepEqual(
      reader.lines.map((line) => line.data.id),
      expected,
    )
    for (const line of reader.lines) {
      const ms = snowflakeTime(BigInt(line.data.id)) % 1000
      assert.ok(ms >= 657 && ms <= 666)
      assert.deepEqual(Object.keys(line), ['data', 'includes'])
    }
  })

  test('spec/post-streams.md#sampled-stream: 429/3 one client per app', async (t) => {
    const { open, url, app } = await streamStage(t, place, shared)
    const first = await open()
    assert.equal(first.status, 200)
    const second = await open()
    assert.deepEqual([second.status, (await second.error()).title], [429, 'ConnectionException'])
    assert.equal(first.hasEnded, false)
    assert.ok(app.appId > 0n && url !== '')
    first.close()
    await reopened(open)
  })

  test('spec/post-streams.md#sampled-stream: 400/2 unknown parameters; 50 connects in 15 minutes; no OAuth 1.0a', async (t) => {
    const { open, url, app, authorId } = await streamStage(t, place, shared)
    const stranger = await open('?ids=1')
    assert.deepEqual([stranger.status, (await stranger.error()).title], [400, 'Invalid Request'])
    assert.equal(stranger.headers['x-rate-limit-limit'], '50')
    const { status } = await ask(`${url}${place.path}`, await app.asUser(authorId))
    assert.equal(status, 403)
  })
}
