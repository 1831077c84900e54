import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ENGINES } from '../../../../../test/support/engines.ts'
import { eventsOf, factsOf } from '../../../../../test/support/events.ts'
import { letFollow } from '../../../../../test/support/follows.ts'
import { jpeg } from '../../../../../test/support/media/samples.ts'
import { MediaStage } from '../../../../../test/support/media/stage.ts'
import {
  assertRefused,
  good,
  MESSAGES,
  MessageStage,
  messageBody,
  type SeenMessage,
  type Writer,
} from '../../../../../test/support/messages/stage.ts'
import { slowOnPostgres } from '../../../../../test/support/part.ts'
import { TestClock } from '../../../../../test/support/test-clock.ts'
import { changeUserState } from '../../../../domain/accounts/change-user-state.ts'
import { block } from '../../../../domain/graph/block.ts'
import { createWelcomeMessage } from '../../../../domain/messages/welcome-messages.ts'
import { changePostState } from '../../../../domain/posts/state/change-post-state.ts'
import { createPost } from '../../../../domain/posts/write/create-post.ts'
import { deletePost } from '../../../../domain/posts/write/delete-post.ts'

const NEW = `${MESSAGES}/events/new.json`
const NO_ENTITIES = { hashtags: [], symbols: [], user_mentions: [], urls: [] }

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  test(`direct_messages/events/new on ${engine}`, async (t) => {
    const clock = new TestClock()
    const stage = await MessageStage.open(t, { engine, clock })
    const { context } = stage
    const [ada, bob] = await stage.writers(2)
    clock.advance(1_000)

    await t.test(
      'spec/direct-messages.md#send: the response has only the event, with the id of its app',
      async () => {
        const answer = await stage.send(ada, bob, 'hi')
        assert.equal(answer.status, 200)
        assert.equal(answer.headers.get('content-type'), 'application/json;charset=utf-8')
        const { event, ...others } = JSON.parse(answer.text) as { event: SeenMessage }
        assert.deepEqual(others, {})
        assert.deepEqual(event, {
          type: 'message_create',
          id: event.id,
          created_timestamp: String(clock.now()),
          message_create: {
            target: { recipient_id: String(bob.id) },
            sender_id: String(ada.id),
            source_app_id: String(stage.app.appId),
            message_data: { text: 'hi', entities: NO_ENTITIES },
          },
        })
      },
    )

    await t.test(
      'spec/direct-messages.md#send: a recipient_id that is sent as a number is read without a loss of digits',
      async () => {
        const body = `{"event": {"type": "message_create", "message_create": {"target": {"recipient_id": ${bob.id}}, "message_data": {"text": "test message"}}}}`
        const { event } = good<{ event: SeenMessage }>(await stage.ask('POST', NEW, ada.as, body))
        assert.equal(event.message_create.target.recipient_id, String(bob.id))
      },
    )

    await t.test('the log contains ids and no text', async () => {
      let id = ''
      const events = await eventsOf(context, async () => {
        id = (await stage.sent(ada, bob, 'not in the log')).id
      })
      const ends = { user_id: ada.id, recipient_id: bob.id }
      assert.deepEqual(events.map(factsOf), [
        { kind: 'message.created', ...ends, message_id: BigInt(id), app_id: stage.app.appId },
      ])
    })

    await t.test(
      'spec/text.md#stored-links: links are shortened, and mentions and tags are found, with indices in code points of the escaped text',
      async () => {
        const { message_create } = await stage.sent(
          ada,
          bob,
          `😀 <b> @${bob.screenName} @nobody_at_all #tag $ABC https://www.example.org/a?b=c`,
        )
        const { text, entities } = message_create.message_data
        const link = /https:\/\/t\.co\/[A-Za-z0-9]{10}/.exec(text)?.[0] ?? ''
        const name = `@${bob.screenName}`
        assert.equal(text, `😀 &lt;b&gt; ${name} @nobody_at_all #tag $ABC ${link}`)
        const at = (piece: string) => {
          const start = [...text.slice(0, text.indexOf(piece))].length
          return [start, start + piece.length]
        }
        assert.deepEqual(JSON.parse(JSON.stringify(entities)), {
          hashtags: [{ text: 'tag', indices: at('#tag') }],
          symbols: [{ text: 'ABC', indices: at('$ABC') }],
          user_mentions: [
            {
              screen_name: bob.screenName,
              name: bob.name,
              id: Number(bob.id),
              id_str: String(bob.id),
              indices: at(name),
            },
          ],
          urls: [
            {
              url: link,
              expanded_url: 'https://www.example.org/a?b=c',
              display_url: 'example.org/a?b=c',
              indices: at(link),
            },
          ],
        })
      },
    )

    await t.test(
      '403/354 spec/direct-messages.md#message-length: a text has 1 to 10,000 code points',
      async () => {
        const { message_create } = await stage.sent(ada, bob, '𝔸'.repeat(10_000))
        assert.equal([...message_create.message_data.text].length, 10_000)
        assertRefused(await stage.send(ada, bob, '𝔸'.repeat(10_001)), '403/354')
        // The body of a client that escapes all characters except ASCII.
        const escaped = JSON.stringify(messageBody(bob.id, 'TEXT')).replace(
          'TEXT',
          '\\ud835\\udd38'.repeat(10_000),
        )
        assert.equal((await stage.ask('POST', NEW, ada.as, escaped)).status, 200)
      },
    )

    await t.test(
      'spec/direct-messages.md#send: the attachments and options of a message are returned',
      async () => {
        const options = [
          { label: 'Yes', description: 'It is so', metadata: 'y'.repeat(1_000) },
          { label: 'No', description: 'd'.repeat(72) },
        ]
        const data = {
          text: 'Is it?',
          quick_reply: { type: 'options', options },
          ctas: [{ type: 'web_url', label: 'See', url: 'https://example.org/see' }],
          attachment: {
            type: 'location',
            location: {
              type: 'shared_coordinate',
              shared_coordinate: { coordinates: { type: 'Point', coordinates: [-180, 90] } },
            },
          },
        }
        const { message_create } = await stage.sent(ada, bob, data)
        const seen = message_create.message_data as unknown as typeof data & { ctas: [{ tco_url: string }] }
        const [{ tco_url, ...cta }] = seen.ctas
        assert.match(tco_url, /^https:\/\/t\.co\/[A-Za-z0-9]{10}$/)
        assert.deepEqual([cta], data.ctas)
        assert.deepEqual(seen.quick_reply, data.quick_reply)
        assert.deepEqual(seen.attachment, data.attachment)
        const place = {
          type: 'location',
          location: { type: 'shared_place', shared_place: { place: { id: '01a9a39529b27f36' } } },
        }
        const { message_create: empty } = await stage.sent(ada, bob, { attachment: place })
        assert.deepEqual([empty.message_data.text, empty.message_data['attachment']], ['', place])
      },
    )

    await t.test(
      'spec/direct-messages.md#quick-replies: a reply must be one of the options of the last message',
      async () => {
        const [asker, reader] = await stage.writers(2)
        const options = [{ label: 'Yes', metadata: 'm1' }, { label: 'No' }]
        await stage.sent(asker, reader, { text: 'So?', quick_reply: { type: 'options', options } })
        const reply = (text: string, metadata?: string) => ({
          text,
          quick_reply_response: { type: 'options', ...(metadata === undefined ? {} : { metadata }) },
        })
        for (const [text, metadata] of [
          ['Yes', 'm2'],
          ['Yes', undefined],
          ['No', 'm1'],
          ['Maybe', 'm1'],
        ] as const) {
          assertRefused(
            await stage.send(reader, asker, reply(text, metadata)),
            '400/214',
            'event.message_create.message_data.quick_reply_response: ',
          )
        }
        const { message_create } = await stage.sent(reader, asker, reply('Yes', 'm1'))
        assert.deepEqual(message_create.message_data['quick_reply_response'], {
          type: 'options',
          metadata: 'm1',
        })
        await stage.sent(reader, asker, reply('No'))
        // The next message has no options.
        await stage.sent(asker, reader, 'Thanks')
        assertRefused(await stage.send(reader, asker, reply('Yes', 'm1')), '400/214')
      },
    )

    await t.test(
      'spec/direct-messages.md#message-object: initiated_via: a post, and a welcome message of the recipient',
      async () => {
        const welcome = await createWelcomeMessage(context, {
          userId: bob.id,
          appId: stage.app.appId,
          name: undefined,
          draft: { text: 'Welcome' },
        })
        const { id: postId } = await createPost(context, { authorId: bob.id, text: 'Write to me' })
        const via = { tweet_id: String(postId), welcome_message_id: String(welcome.id) }
        const { initiated_via } = await stage.sent(ada, bob, 'hi', { initiated_via: via })
        assert.deepEqual(initiated_via, via)
        assertRefused(
          await stage.send(bob, ada, 'hi', { initiated_via: { welcome_message_id: String(welcome.id) } }),
          '400/214',
          'event.initiated_via.welcome_message_id',
        )
      },
    )

    await t.test(
      '400/214 initiated_via.tweet_id: a post that is unknown or hidden from the sender',
      async () => {
        const [asker, shy, blocker] = await stage.writers(3)
        const postOf = async ({ id }: Writer, text = 'Write to me about it') =>
          (await createPost(context, { authorId: id, text })).id
        const [hidden, unseen, gone, dropped, fine] = [
          await postOf(shy),
          await postOf(blocker),
          await postOf(bob),
          await postOf(bob, 'Once more'),
          await postOf(blocker, 'Once more'),
        ]
        const sending = (tweet_id: string) => stage.send(asker, bob, 'hi', { initiated_via: { tweet_id } })
        assert.equal((await sending(String(fine))).status, 200)
        await changeUserState(context, { userId: shy.id, action: 'protect' })
        await block(context, { userId: blocker.id, blockedId: asker.id })
        await deletePost(context, { postId: gone })
        await changePostState(context, { postId: dropped, action: 'drop' })
        for (const id of [hidden, unseen, gone, dropped, 1150493286110552068n]) {
          assertRefused(await sending(String(id)), '400/214', 'event.initiated_via.tweet_id')
        }
        await letFollow(context, { follower: asker.id, followee: shy.id })
        assert.equal((await sending(String(hidden))).status, 200)
      },
    )

    await whoMayMessageWhom(t, stage)
  })
}

async function whoMayMessageWhom(
  t: { test(name: string, run: () => Promise<void>): Promise<void> },
  stage: MessageStage,
): Promise<void> {
  const { context } = stage
  const [ada, bob] = await stage.writers(2)

  await t.test(
    '403/150 spec/direct-messages.md#recipients: a recipient that accepts messages only from users that it follows',
    async () => {
      const shy = await stage.shyWriter()
      assertRefused(
        await stage.send(ada, shy, 'hi'),
        '403/150',
        'You cannot send messages to users who are not',
      )
      await letFollow(context, { follower: ada.id, followee: shy.id })
      assertRefused(await stage.send(ada, shy, 'hi'), '403/150')
      assert.deepEqual((await stage.page(shy)).events, [])
      await letFollow(context, { follower: shy.id, followee: ada.id })
      await stage.sent(ada, shy, 'hi')
    },
  )

  await t.test(
    'spec/direct-messages.md#recipients: the recipient of a message may reply, and a user may write to itself',
    async () => {
      const shy = await stage.shyWriter()
      const other = await stage.shyWriter()
      await letFollow(context, { follower: other.id, followee: shy.id })
      assertRefused(await stage.send(other, shy, 'hi'), '403/150')
      const first = await stage.sent(shy, other, 'hi')
      await stage.sent(other, shy, 'hi')
      // The permission to reply stays after the message is deleted.
      await stage.destroy(shy, first.id)
      await stage.destroy(other, first.id)
      await stage.sent(other, shy, 'again')
      const note = await stage.sent(shy, shy, 'a note')
      const own = (await stage.page(shy)).events.filter(({ id }) => id === note.id)
      assert.deepEqual(own, [note])
    },
  )

  await t.test('403/389 spec/direct-messages.md#recipients: a user that the sender blocks', async () => {
    const blocked = await stage.writer()
    await block(context, { userId: ada.id, blockedId: blocked.id })
    assertRefused(
      await stage.send(ada, blocked, 'hi'),
      '403/389',
      'You cannot send messages to users you have blocked.',
    )
  })

  await t.test(
    '403/349 spec/direct-messages.md#recipients: a recipient that blocks the sender, or is suspended',
    async () => {
      const [blocker, suspended] = await stage.writers(2)
      // The blocker has written to the sender. Without the block, the sender could reply.
      await stage.sent(blocker, ada, 'hi')
      await block(context, { userId: blocker.id, blockedId: ada.id })
      await changeUserState(context, { userId: suspended.id, action: 'suspend' })
      for (const to of [blocker, suspended]) {
        assertRefused(await stage.send(ada, to, 'hi'), '403/349', 'You cannot send messages to this user.')
      }
    },
  )

  await t.test('403/108 spec/direct-messages.md#recipients: an unknown or deactivated user', async () => {
    const gone = await stage.writer()
    await changeUserState(context, { userId: gone.id, action: 'deactivate' })
    for (const to of [gone, { id: 5n }]) {
      assertRefused(await stage.send(ada, to, 'hi'), '403/108', 'Cannot find specified user.')
    }
  })

  await t.test('concurrent messages need few statements, and each message has its own response', async () => {
    const shy = await stage.shyWriter()
    const answers = await Promise.all([
      ...Array.from({ length: 20 }, (_, index) => stage.send(ada, bob, `message ${index}`)),
      ...Array.from({ length: 20 }, () => stage.send(ada, shy, 'hi')),
      ...Array.from({ length: 20 }, () => stage.send(bob, ada, 'hi')),
    ])
    assert.deepEqual(
      answers.map(({ status }) => status),
      [...Array(20).fill(200), ...Array(20).fill(403), ...Array(20).fill(200)],
    )
    const texts = (await stage.page(bob, 'count=50')).events.map(
      ({ message_create }) => message_create.message_data.text,
    )
    for (let index = 0; index < 20; index++) assert.ok(texts.includes(`message ${index}`))
  })
}

test('refusals of direct_messages/events/new', async (t) => {
  const stage = await MessageStage.open(t)
  const [ada, bob] = await stage.writers(2)
  const data = (more: object) => stage.send(ada, bob, { text: 'hi', ...more })
  const raw = (body: string) => stage.ask('POST', NEW, ada.as, body)
  const DATA = 'event.message_create.message_data'
  const label = (text: string) => ({ quick_reply: { type: 'options', options: [{ label: text }] } })
  const location = (coordinates: unknown) => ({
    attachment: {
      type: 'location',
      location: {
        type: 'shared_coordinate',
        shared_coordinate: { coordinates: { type: 'Point', coordinates } },
      },
    },
  })

  await t.test('400/214 a body that is not JSON, or not a message', async () => {
    for (const body of ['', '{', '"text"', '[]', '5', 'a=b', '[{}]'.repeat(2)])
      assertRefused(await raw(body), '400/214')
    assertRefused(await raw('{"event":'.repeat(1_000)), '400/214')
    assertRefused(await raw('{"event":{"type":"other"}}'), '400/214', 'event.type: must be message_create')
    assertRefused(await raw('{"event":"a"}'), '400/214', 'event: must be an object')
  })

  await t.test('400/214 spec/direct-messages.md#body-errors: another content type', async () => {
    const url = `${stage.server.url}${NEW}`
    const body = JSON.stringify(messageBody(bob.id, 'hi'))
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=a',
    ]) {
      const headers = { authorization: ada.as('POST', url), 'content-type': type }
      const response = await fetch(url, { method: 'POST', headers, body })
      const answer = { status: response.status, headers: response.headers, text: await response.text() }
      // A body of type application/x-www-form-urlencoded is part of the signature, so the error may also be 401/32.
      assert.ok(
        ['400/214', '401/32'].includes(`${answer.status}/${/"code":(\d+)/.exec(answer.text)?.[1]}`),
        type,
      )
    }
  })

  await t.test('413/214 a body above the maximum size', async () => {
    assertRefused(await raw(`"${'a'.repeat(600_000)}"`), '413/214')
  })

  await t.test('403/38 spec/direct-messages.md#body-errors: a missing part', async () => {
    for (const [body, path] of [
      ['{}', 'event'],
      ['null', 'event'],
      ['{"event":{}}', 'event.type'],
      ['{"event":{"type":"message_create"}}', 'event.message_create'],
      ['{"event":{"type":"message_create","message_create":{}}}', 'event.message_create.target'],
      [
        '{"event":{"type":"message_create","message_create":{"target":{}}}}',
        'event.message_create.target.recipient_id',
      ],
      ['{"event":{"type":"message_create","message_create":{"target":{"recipient_id":"5"}}}}', DATA],
    ] as const) {
      assertRefused(await raw(body), '403/38', `${path} parameter is missing.`)
    }
    for (const empty of ['', ' \n\u0000 ', null]) {
      assertRefused(await data({ text: empty }), '403/38', `${DATA}.text parameter is missing.`)
    }
  })

  await t.test('400/214 values of wrong types', async () => {
    for (const [more, path] of [
      [{ text: 5 }, 'text'],
      [{ text: ['hi'] }, 'text'],
      [{ quick_reply: [] }, 'quick_reply'],
      [{ quick_reply: { type: 'text_input' } }, 'quick_reply.type'],
      [{ quick_reply: { type: 'options', options: {} } }, 'quick_reply.options'],
      [{ quick_reply: { type: 'options', options: [5] } }, 'quick_reply.options[0]'],
      [{ ctas: [{ type: 'other' }] }, 'ctas[0].type'],
      [{ attachment: { type: 'other' } }, 'attachment.type'],
      [{ attachment: { type: 'media', media: { id: 'x' } } }, 'attachment.media.id'],
      [{ attachment: { type: 'media', media: { id: '5' }, location: {} } }, 'attachment'],
    ] as const) {
      assertRefused(await data(more), '400/214', `${DATA}.${path}: `)
    }
    for (const id of ['x', '', -5, 1.5, '9223372036854775808', '5\u0000', {}, true]) {
      const body = messageBody('RECIPIENT', 'hi')
      const text = JSON.stringify(body).replace('"RECIPIENT"', JSON.stringify(id))
      assertRefused(await raw(text), '400/214', 'event.message_create.target.recipient_id: must be an id')
    }
  })

  await t.test(
    '400/214 spec/direct-messages.md#quick-replies: 1 to 20 options with short texts; either all options have a description or none',
    async () => {
      const options = (count: number, option: object = {}) => ({
        quick_reply: {
          type: 'options',
          options: Array.from({ length: count }, (_, index) => ({ label: `option ${index}`, ...option })),
        },
      })
      assert.equal((await data(options(20))).status, 200)
      assert.equal((await data(label('😀'.repeat(36)))).status, 200)
      const path = `${DATA}.quick_reply.options`
      assertRefused(await data(options(21)), '400/214', `${path}: must be 1 to 20`)
      assertRefused(await data(options(0)), '400/214', path)
      assertRefused(await data(label('l'.repeat(37))), '400/214', `${path}[0].label: must be at most 36`)
      assertRefused(await data(label(' ')), '400/214', `${path}[0].label`)
      assertRefused(await data(label('see example.org')), '400/214', `${path}[0].label: must not have a URL`)
      assertRefused(
        await data(options(2, { description: 'd'.repeat(73) })),
        '400/214',
        `${path}[0].description`,
      )
      assertRefused(await data(options(2, { metadata: 'm'.repeat(1_001) })), '400/214', `${path}[0].metadata`)
      const half = {
        quick_reply: { type: 'options', options: [{ label: 'a', description: 'd' }, { label: 'b' }] },
      }
      assertRefused(await data(half), '400/214', `${path}: all of them`)
    },
  )

  await t.test(
    '400/214 spec/direct-messages.md#calls-to-action: up to 3 calls to action, each with a URL',
    async () => {
      const ctas = (count: number, url = 'https://example.org', text = 'See') => ({
        ctas: Array.from({ length: count }, () => ({ type: 'web_url', label: text, url })),
      })
      assert.equal((await data(ctas(3))).status, 200)
      assertRefused(await data(ctas(4)), '400/214', `${DATA}.ctas: must be 1 to 3`)
      assertRefused(await data(ctas(1, 'javascript:alert(1)')), '400/214', `${DATA}.ctas[0].url`)
      assertRefused(
        await data(ctas(1, 'https://example.org', 'l'.repeat(37))),
        '400/214',
        `${DATA}.ctas[0].label`,
      )
    },
  )

  await t.test('400/3 spec/errors.md#code-table: invalid coordinates', async () => {
    for (const coordinates of [[181, 0], [0, 91], [0], [0, 0, 0], []]) {
      assertRefused(await data(location(coordinates)), '400/3', 'Invalid coordinates.')
    }
    assertRefused(await data(location(['0', '0'])), '400/214')
  })

  await t.test('400/325 spec/direct-messages.md#attachments: unknown media', async () => {
    assertRefused(
      await data({ attachment: { type: 'media', media: { id: '5' } } }),
      '400/325',
      'A media id was not found.',
    )
    assert.equal((await stage.page(bob, 'count=50')).events.filter((each) => 'attachment' in each).length, 0)
  })

  await t.test('403/93 spec/direct-messages.md#access: a token without the right to messages', async () => {
    for (const level of ['read', 'read-write'] as const) {
      const as = await stage.token(ada.id, level)
      assertRefused(
        await stage.ask('POST', NEW, as, messageBody(bob.id, 'hi')),
        '403/93',
        'This application is not allowed to access or delete your direct messages.',
      )
    }
  })

  await t.test('403/220 spec/direct-messages.md#access: a bearer token', async () => {
    assertRefused(await stage.ask('POST', NEW, stage.app.asApp, messageBody(bob.id, 'hi')), '403/220')
  })
})

test('daily limits of direct_messages/events/new', async (t) => {
  const clock = new TestClock()
  const stage = await MessageStage.open(t, { clock, limits: 'documented' })
  const [ada, bob] = await stage.writers(2)
  const [eve, joe] = await stage.writers(2)
  const ofUser = ({ id }: Writer) => `user:${id} POST ${NEW}`
  const remaining = ({ headers }: { readonly headers: Headers }) => headers.get('x-rate-limit-remaining')

  await t.test(
    'spec/limits.md#v11-limits: a user may send 1,000 messages in 24 hours, with all tokens together',
    async () => {
      const first = await stage.send(ada, bob, 'hi')
      assert.deepEqual([first.headers.get('x-rate-limit-limit'), remaining(first)], ['1000', '999'])
      const reset = Number(first.headers.get('x-rate-limit-reset'))
      assert.equal(reset, clock.now() / 1000 + 86_400)
      const other = { ...ada, as: await stage.token(ada.id, 'read-write-directmessages') }
      assert.equal(remaining(await stage.send(other, bob, 'hi')), '998')
      await stage.restart(t, { [ofUser(ada)]: 999, [ofUser(joe)]: 1_000 })
      assert.equal(remaining(await stage.send(ada, bob, 'hi')), '0')
      const refused = await stage.send(ada, bob, 'hi')
      assertRefused(refused, '429/88')
      assert.deepEqual([refused.headers.get('x-rate-limit-limit'), remaining(refused)], ['1000', '0'])
    },
  )

  await t.test(
    'spec/direct-messages.md#message-limits: five replies to each received message are free',
    async () => {
      assertRefused(await stage.send(joe, eve, 'not yet'), '429/88')
      await stage.sent(eve, joe, 'hi')
      for (let answer = 0; answer < 5; answer++) {
        assert.equal(remaining(await stage.send(joe, eve, `answer ${answer}`)), '0')
      }
      assertRefused(await stage.send(joe, eve, 'a sixth'), '429/88')
      assertRefused(await stage.send(joe, bob, 'to another'), '429/88')
      assertRefused(await stage.send(joe, joe, 'to itself'), '429/88')
      await stage.sent(eve, joe, 'another')
      await stage.sent(joe, eve, 'a sixth')
      await stage.sent(eve, joe, 'many at once')
      const answers = Array.from({ length: 30 }, (_, answer) => stage.send(joe, eve, `at once ${answer}`))
      const statuses = (await Promise.all(answers)).map(({ status }) => status)
      assert.equal(statuses.filter((status) => status === 200).length, 5)
      assert.equal(statuses.filter((status) => status === 429).length, 25)
    },
  )

  await t.test(
    '429/88 spec/direct-messages.md#message-limits: an app may send 15,000 messages in 24 hours, for all its users together',
    async () => {
      await stage.restart(t, { [`app:${stage.app.appId} POST ${NEW}`]: 14_999, [ofUser(bob)]: 0 })
      const other = { ...joe, as: await stage.token(joe.id, 'read-write-directmessages') }
      assert.equal(remaining(await stage.send(bob, eve, 'hi')), '999')
      const refused = await stage.send(bob, eve, 'hi')
      assertRefused(refused, '429/88')
      assert.deepEqual([refused.headers.get('x-rate-limit-limit'), remaining(refused)], ['15000', '0'])
      await stage.sent(eve, bob, 'an answer is free')
      assertRefused(await stage.send(other, ada, 'another app, but no more of its user'), '429/88')
    },
  )
})

test('direct_messages/events/new: media', async (t) => {
  const media = await MediaStage.open(t)
  const [ada, bob] = [await media.person(), await media.person()]
  await letFollow(media.context, { follower: bob.id, followee: ada.id })
  const send = async (mediaId: bigint, text?: string) => {
    const attachment = { type: 'media', media: { id: String(mediaId) } }
    const url = `${media.server.url}${NEW}`
    const response = await fetch(url, {
      method: 'POST',
      headers: { authorization: ada.as('POST', url), 'content-type': 'application/json' },
      body: JSON.stringify(messageBody(bob.id, { ...(text === undefined ? {} : { text }), attachment })),
    })
    return { status: response.status, headers: response.headers, text: await response.text() }
  }
  const picture = await jpeg({ width: 60, height: 40 })

  await t.test(
    'spec/direct-messages.md#attachments: the text ends with a link, and the entity has the v1.1 form',
    async () => {
      const id = await media.uploaded(picture, ada.as, { media_category: 'dm_image' })
      const { event } = good<{ event: SeenMessage }>(await send(id, '<look>'))
      const { text, entities, attachment } = event.message_create.message_data
      const [, link = ''] = /^&lt;look&gt; (https:\/\/t\.co\/[A-Za-z0-9]{10})$/.exec(text) ?? []
      const { media: seen } = attachment as { media: Record<string, unknown> }
      const links = {
        url: link,
        display_url: `pic.twitter.com/${link.slice(-10)}`,
        expanded_url: `https://twitter.com/messages/media/${event.id}`,
        indices: [13, 36],
      }
      assert.deepEqual(entities.urls, [links])
      assert.deepEqual({ ...seen, ...links }, seen)
      assert.deepEqual([seen['id_str'], seen['type']], [String(id), 'photo'])
      assert.equal(seen['media_url'], seen['media_url_https'])
      const address = String(seen['media_url_https'])
      assert.ok(address.startsWith(`${media.server.url}/1.1/ton/data/dm/${event.id}/${id}/`))
      const fetched = await fetch(address, { headers: { authorization: ada.as('GET', address) } })
      assert.deepEqual([fetched.status, fetched.headers.get('content-type')], [200, 'image/jpeg'])
      await fetched.arrayBuffer()
    },
  )

  await t.test(
    'spec/direct-messages.md#attachments: a text is not required; a space precedes the link, as recorded',
    async () => {
      const { event } = good<{ event: SeenMessage }>(await send(await media.uploaded(picture, ada.as)))
      const { text, entities } = event.message_create.message_data
      assert.match(text, /^ https:\/\/t\.co\/[A-Za-z0-9]{10}$/)
      assert.deepEqual(
        entities.urls.map((url) => 'indices' in url && url.indices),
        [[1, 24]],
      )
    },
  )

  await t.test(
    '400/324 spec/direct-messages.md#attachments: an upload that is in use, or of another category',
    async () => {
      const id = await media.uploaded(picture, ada.as)
      assert.equal((await send(id)).status, 200)
      assertRefused(await send(id), '400/324', 'The validation of media ids failed.')
      const post = await media.uploaded(picture, ada.as, { media_category: 'tweet_image' })
      assertRefused(await send(post), '400/324')
    },
  )

  await t.test('400/325 spec/direct-messages.md#attachments: an upload of another user', async () => {
    assertRefused(await send(await media.uploaded(picture, bob.as)), '400/325')
  })
})

test('spec/versioning.md#dates: sending needs the permission to messages from 2019-08-15 on; 403/93', async (t) => {
  for (const [api_date, status] of [
    ['2019-08-14', 200],
    ['2019-08-15', 403],
  ] as const) {
    const stage = await MessageStage.open(t, { settings: { api_date } })
    const [ada, bob] = await stage.writers(2)
    const asWriter = { ...ada, as: await stage.token(ada.id, 'read-write') }
    const answer = await stage.send(asWriter, bob, 'hi')
    assert.equal(answer.status, status, answer.text)
    if (status === 403) assertRefused(answer, '403/93')
    // Reading requires the permission on every day.
    assertRefused(await stage.ask('GET', `${MESSAGES}/events/list.json`, asWriter.as), '403/93')
  }
})
