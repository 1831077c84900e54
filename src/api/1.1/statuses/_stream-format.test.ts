import assert from 'node:assert/strict'
import { test } from 'node:test'
import { documentedDisconnects, statusStreamFormat } from './_stream-format.ts'

const STREAM = 'anna-/1.1/statuses/filter.json'

test('spec/v1-streams-and-lists.md#disconnects: the code of each reason for which Aviary ends a stream', () => {
  const format = statusStreamFormat({ isDelimited: false, streamName: STREAM })
  const codes = {
    restart: 1,
    displaced: 2,
    slow: 4,
    stalled: 4,
    revoked: 6,
    gap: 10,
    failure: 10,
    retired: 1,
  } as const
  for (const [reason, code] of Object.entries(codes)) {
    const { disconnect } = JSON.parse(format.lastMessage(reason as keyof typeof codes, 0))
    assert.deepEqual([disconnect.code, disconnect.stream_name], [code, STREAM], reason)
    assert.equal(typeof disconnect.reason, 'string')
  }
})

test('spec/v1-streams-and-lists.md#disconnects: every documented code can be sent, with the framing of all messages', () => {
  for (const isDelimited of [false, true]) {
    const messages = Object.values(documentedDisconnects({ isDelimited, streamName: STREAM })).map((make) =>
      make(),
    )
    const codes = messages.map((message) => {
      const [length = '', json = ''] = isDelimited
        ? message.split(/\n(.*)/s)
        : [String(message.length), message]
      assert.equal(Number(length), Buffer.byteLength(json))
      assert.ok(json.endsWith('\r\n'))
      return JSON.parse(json).disconnect.code
    })
    assert.deepEqual(
      codes.toSorted((a, b) => a - b),
      [1, 2, 3, 4, 5, 6, 7, 9, 10, 11, 12],
    )
  }
})
