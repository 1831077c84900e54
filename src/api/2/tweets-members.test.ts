/** Tests the members of POST 2/tweets other than text, reply, quote and media (spec/v2-posts.md#create-a-post). */
import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { ENGINES } from '../../../test/support/engines.ts'
import { letFollow } from '../../../test/support/follows.ts'
import { jpeg } from '../../../test/support/media/samples.ts'
import { slowOnPostgres } from '../../../test/support/part.ts'
import { Desk } from '../../../test/support/posts/desk.ts'
import { insertMissingPlaces } from '../../domain/posts/places.ts'

const SMALL = { width: 40, height: 30 }

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  test(`members of POST 2/tweets on ${engine}`, async (t) => {
    const desk = await Desk.open(t, engine)
    await attaches(t, desk)
    await limitsReplies(t, desk)
    await refusesMembers(t, desk)
  })
}

const ONLY_ONE =
  'You can only provide one of poll or quote_tweet_id or direct_message_deep_link or media or card_uri.'

const MESSAGE_LINK = 'https://twitter.com/messages/compose?recipient_id=5'

async function attaches(t: TestContext, desk: Desk): Promise<void> {
  const { posts, author, clock } = desk
  const read = (id: string, query: string) =>
    // biome-ignore lint/suspicious/noExplicitAny: any response
    posts.relations.got<any>(`/2/tweets/${id}?${query}`, author.as)
  await t.test(
    '201 spec/v2-posts.md#create-a-post: a poll has no votes, and closes at its end time',
    async () => {
      const poll = { options: [' yes', 'no '], duration_minutes: 5 }
      const { id } = await desk.written({ text: 'Vote', poll })
      const query = 'expansions=attachments.poll_ids&poll.fields=duration_minutes,end_datetime,voting_status'
      const open = await read(id, query)
      const [shown] = open.includes.polls
      assert.deepEqual(open.data.attachments, { poll_ids: [shown.id] })
      assert.deepEqual(
        shown.options.map(({ position, label, votes }: Record<string, unknown>) => [
          Number(position),
          label,
          Number(votes),
        ]),
        [
          [1, 'yes', 0],
          [2, 'no', 0],
        ],
      )
      assert.equal(Number(shown.duration_minutes), 5)
      assert.equal(shown.voting_status, 'open')
      assert.ok(Math.abs(Date.parse(shown.end_datetime) - clock.now() - 300_000) <= 1_000)
      const edited = await desk.written({ text: 'Vote!', edit_options: { previous_post_id: id } })
      clock.step(300_000)
      const closed = await read(edited.id, query)
      assert.deepEqual(
        [closed.includes.polls[0].id, closed.includes.polls[0].voting_status],
        [shown.id, 'closed'],
      )
    },
  )
  await t.test('201 spec/v2-posts.md#create-a-post: a place that the server has stored', async () => {
    const place = { id: 'abc', place_type: 'city', name: 'Bonn', full_name: 'Bonn, DE', country_code: 'DE' }
    await desk.context.store.write((tx) => insertMissingPlaces(tx, [{ ...place, country: 'Germany' }]))
    const { id } = await desk.written({ text: 'Here', geo: { place_id: 'abc' } })
    assert.deepEqual((await read(id, 'tweet.fields=geo')).data.geo, { place_id: 'abc' })
    assert.deepEqual(await desk.errors({ text: 'There', geo: { place_id: 'nowhere' } }), ['geo.place_id'])
  })
  await t.test('201 spec/v2-posts.md#create-a-post: media and a quoted post together', async () => {
    const quoted = await posts.write(desk.other.id)
    const media_ids = [await posts.upload(await jpeg(SMALL), author.as)]
    const { id } = await desk.written({
      text: 'both',
      quote_tweet_id: String(quoted.id),
      media: { media_ids },
    })
    const { quotedId, content } = await desk.post(id)
    assert.deepEqual([quotedId, content.media?.length], [quoted.id, 1])
    assert.deepEqual(content.display_text_range, [0, 'both'.length])
  })
  await t.test(
    '201 spec/v2-posts.md#create-a-post: the link to start a direct message comes after the text',
    async () => {
      const { id } = await desk.written({ text: 'Write', direct_message_deep_link: MESSAGE_LINK })
      const { content } = await desk.post(id)
      assert.deepEqual(
        content.urls?.map(({ expanded_url }) => expanded_url),
        [MESSAGE_LINK],
      )
      assert.deepEqual(content.display_text_range, [0, 'Write'.length])
      assert.equal(content.quoted_status_permalink, undefined)
      const old = await posts.update(author.as, { status: 'Write to me', attachment_url: MESSAGE_LINK })
      assert.equal(old.status, 200)
    },
  )
  await t.test('201 spec/v2-posts.md#create-a-post: some members are accepted and ignored', async () => {
    await desk.written({
      ...{ text: 'Ignoring', for_super_followers_only: false, nullcast: 'False', made_with_ai: false },
      ...{ paid_partnership: 'false', share_with_followers: true, card_uri: null },
    })
  })
}

async function limitsReplies(t: TestContext, desk: Desk): Promise<void> {
  const { posts, author, other } = desk
  const forbidden =
    'Reply to this conversation is not allowed because you have not been mentioned or otherwise engaged by the author of the post you are replying to.'
  const limited = async (reply_settings: string, text: string) => {
    const { id } = await desk.written({ text, reply_settings }, other.as)
    return id
  }
  const replyTo = (id: string, text: string) => ({ text, reply: { in_reply_to_tweet_id: id } })

  for (const setting of ['mentionedUsers', 'subscribers', 'verified']) {
    await t.test(
      `403/1 spec/v2-posts.md#reply-settings: ${setting} allows only mentioned users`,
      async () => {
        const closed = await limited(setting, `For nobody: ${setting}`)
        await desk.forbidden(replyTo(closed, `to ${setting}`), forbidden)
        const open = await limited(setting, `For @${author.screenName}: ${setting}`)
        const reply = await desk.written(replyTo(open, `to ${setting}`))
        await desk.written(replyTo(open, `thread of ${setting}`), other.as)
        const third = await posts.relations.person()
        const { status } = await desk.send(replyTo(reply.id, `inside of ${setting}`), third.as)
        assert.equal(status, 403, 'the first post of the conversation counts')
      },
    )
  }
  await t.test(
    '403/1 spec/v2-posts.md#reply-settings: the setting following allows users whom the author follows',
    async () => {
      const id = await limited('following', 'For friends')
      await desk.forbidden(replyTo(id, 'as a friend'), forbidden)
      await letFollow(desk.context, { follower: other.id, followee: author.id })
      await desk.written(replyTo(id, 'as a friend'))
    },
  )
  await t.test(
    '201 spec/v2-posts.md#reply-settings: the post shows the setting, and an edit does not change the setting',
    async () => {
      const id = await limited('mentionedUsers', 'Editable')
      const edited = await desk.written({ text: 'Edited', edit_options: { previous_post_id: id } }, other.as)
      for (const each of [id, edited.id]) {
        const path = `/2/tweets/${each}?tweet.fields=reply_settings`
        const { data } = await posts.relations.got<{ data: object }>(path, author.as)
        assert.equal(Object(data).reply_settings, 'mentionedUsers')
      }
      await desk.forbidden(replyTo(edited.id, 'to the edited'), forbidden)
      const everyone = await desk.written({ text: 'Open', reply_settings: 'everyone' }, other.as)
      await desk.written(replyTo(everyone.id, 'to the open'))
    },
  )
}

async function refusesMembers(t: TestContext, desk: Desk): Promise<void> {
  await t.test('400/2 spec/v2-posts.md#create-a-post: only one kind of attachment is allowed', async () => {
    const poll = { options: ['a', 'b'], duration_minutes: 5 }
    for (const more of [
      { quote_tweet_id: '5' },
      { direct_message_deep_link: MESSAGE_LINK },
      { media: { media_ids: ['5'] } },
      { card_uri: 'card://1' },
    ]) {
      const { status, body } = await desk.send({ text: 'a', poll, ...more })
      assert.deepEqual([status, body.errors], [400, [{ parameters: {}, message: ONLY_ONE }]])
    }
  })
  await t.test(
    '400/2 spec/v2-posts.md#create-a-post: invalid polls, and members of the wrong type',
    async () => {
      const good = { options: ['a', 'b'], duration_minutes: 5 }
      for (const [poll, names] of [
        [{ ...good, options: ['a'] }, ['poll.options']],
        [{ ...good, options: ['a', 'b', 'c', 'd', 'e'] }, ['poll.options']],
        [{ ...good, options: ['a', 'b'.repeat(26)] }, ['poll.options']],
        [{ ...good, options: ['a', ' '] }, ['poll.options']],
        [{ ...good, duration_minutes: 4 }, ['poll.duration_minutes']],
        [{ ...good, duration_minutes: 10_081 }, ['poll.duration_minutes']],
        [{ ...good, duration_minutes: '5' }, ['poll.duration_minutes']],
        [{}, ['poll.options', 'poll.duration_minutes']],
        [{ ...good, reply_settings: 'nobody' }, ['poll.reply_settings']],
        [{ ...good, colour: 1 }, ['poll.colour']],
      ] as const) {
        assert.deepEqual(await desk.errors({ text: 'a', poll }), names, JSON.stringify(poll))
      }
      assert.deepEqual(await desk.errors({ poll: good }), ['text'], 'a poll needs a text')
      for (const [body, name] of [
        [{ reply_settings: 'Everyone' }, 'reply_settings'],
        [{ geo: {} }, 'geo.place_id'],
        [{ direct_message_deep_link: 'https://twitter.com/messages/compose' }, 'direct_message_deep_link'],
        [{ direct_message_deep_link: 'https://a.example/' }, 'direct_message_deep_link'],
        [{ nullcast: 'no' }, 'nullcast'],
        [{ media: { media_ids: ['5'], tagged_user_ids: ['x'] } }, 'media.tagged_user_ids'],
      ] as const) {
        assert.deepEqual(await desk.errors({ text: 'a', ...body }), [name])
      }
      const { id } = await desk.written({ text: 'To edit' })
      const edit_options = { previous_post_id: id }
      assert.deepEqual(
        await desk.errors({ text: 'Edit', edit_options, poll: good, reply_settings: 'following' }),
        ['poll', 'reply_settings'],
      )
    },
  )
  await t.test('403/1 spec/v2-posts.md#create-a-post: unsupported features with the value true', async () => {
    for (const name of ['for_super_followers_only', 'nullcast', 'made_with_ai', 'paid_partnership']) {
      for (const value of [true, 'True']) {
        await desk.forbidden({ text: 'a', [name]: value }, `You are not permitted to use ${name}.`)
      }
    }
  })
  await t.test('403/3 spec/v2-posts.md#create-a-post: communities and cards', async () => {
    for (const member of [{ community_id: '5' }, { card_uri: 'card://1' }]) {
      const { status, body } = await desk.send({ text: 'a', ...member })
      assert.deepEqual([status, body.title], [403, 'Client Forbidden'])
    }
  })
}
