import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import type { MessageContent } from '../../../domain/messages/content.ts'
import { unescapeText } from '../../../text/index-units.ts'
import { appObject, appsMember, messageObject } from './message.ts'

interface Recorded {
  readonly source: string
  readonly event: {
    readonly id: string
    readonly message_create: {
      readonly target: { readonly recipient_id: string }
      readonly sender_id: string
      readonly source_app_id?: string
      readonly message_data: {
        readonly text: string
        readonly entities: { readonly urls: NonNullable<MessageContent['urls']> }
      }
    }
  }
}

const RECORDED = readFileSync(
  new URL('../../../../test/fixtures/messages/recorded-events.jsonl', import.meta.url),
  'utf8',
)
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line) as Recorded)

const ORIGIN = 'https://aviary.example'

function rendered(content: MessageContent): { readonly message_create: { readonly message_data: unknown } } {
  const message = { id: 1150493286110552068n, senderId: 7n, recipientId: 42n, appId: null, content }
  return JSON.parse(JSON.stringify(messageObject(message, ORIGIN)))
}

describe('direct message events', () => {
  for (const { source, event } of RECORDED) {
    test(`spec/direct-messages.md#message-object: event ${event.id} of ${source} is rendered with the recorded members and values`, () => {
      const { target, sender_id, source_app_id, message_data } = event.message_create
      const message = {
        id: BigInt(event.id),
        senderId: BigInt(sender_id),
        recipientId: BigInt(target.recipient_id),
        appId: source_app_id === undefined ? null : BigInt(source_app_id),
        content: { text: unescapeText(message_data.text), urls: message_data.entities.urls },
      }
      const whole = { ...event, message_create: { source_app_id: '0', ...event.message_create } }
      assert.deepEqual(JSON.parse(JSON.stringify(messageObject(message, ORIGIN))), whole)
    })
  }

  test('spec/direct-messages.md#message-object: a message has all four lists of entities, ids with all digits and an escaped text', () => {
    const text = JSON.stringify(
      messageObject(
        {
          id: 5n,
          senderId: 7n,
          recipientId: 42n,
          appId: null,
          content: {
            text: '<b> @x',
            user_mentions: [
              { screen_name: 'x', name: 'X', id_str: '1072250532645998596', indices: [10, 12] },
            ],
          },
        },
        ORIGIN,
      ),
    )
    assert.match(text, /"text":"&lt;b&gt; @x"/)
    assert.match(text, /"hashtags":\[\],"symbols":\[\],"user_mentions":\[\{/)
    assert.match(text, /"id":1072250532645998596,"id_str":"1072250532645998596"/)
  })

  test('spec/direct-messages.md#attachments: media URLs are absolute, and media_url and media_url_https are equal', () => {
    const media = {
      id_str: '9',
      media_url_https: '/1.1/ton/data/dm/5/9/a.jpg',
      type: 'video' as const,
      sizes: { small: { w: 1, h: 1, resize: 'fit' as const } } as never,
      url: 'https://t.co/0123456789',
      expanded_url: 'https://twitter.com/messages/media/5',
      display_url: 'pic.twitter.com/0123456789',
      video_info: {
        aspect_ratio: [4, 3] as const,
        variants: [{ content_type: 'video/mp4', url: '/1.1/ton/data/dm/5/9/a.mp4' }],
      },
      ext_alt_text: 'not asked for',
    }
    const { message_data } = rendered({
      text: ' https://t.co/0123456789',
      attachment: { type: 'media', media, indices: [1, 24] },
    }).message_create
    const { attachment } = message_data as { attachment: { media: Record<string, unknown> } }
    const address = `${ORIGIN}/1.1/ton/data/dm/5/9/a.jpg`
    assert.deepEqual([attachment.media['media_url'], attachment.media['media_url_https']], [address, address])
    assert.deepEqual(attachment.media['indices'], [1, 24])
    assert.match(
      JSON.stringify(attachment),
      /"url":"https:\/\/aviary\.example\/1\.1\/ton\/data\/dm\/5\/9\/a\.mp4"/,
    )
    assert.equal('ext_alt_text' in attachment.media, false)
  })

  test('spec/direct-messages.md#message-object: apps are listed by id, and the field is omitted if there are no apps', () => {
    const app = { id: 1072250532645998596n, name: 'App' }
    assert.deepEqual(appObject(app), { id: '1072250532645998596', name: 'App', url: '' })
    assert.deepEqual(appsMember([app]), { apps: { '1072250532645998596': appObject(app) } })
    assert.deepEqual(appsMember([]), {})
  })
})
