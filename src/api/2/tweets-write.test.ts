/** Tests POST 2/tweets over HTTP: new posts, edits, and the errors of both. */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { createTestApp, signature } from '../../../test/support/api-client.ts'
import { ENGINES } from '../../../test/support/engines.ts'
import { eventsOf, factsOf } from '../../../test/support/events.ts'
import { gif, jpeg } from '../../../test/support/media/samples.ts'
import { slowOnPostgres } from '../../../test/support/part.ts'
import { Desk, type Written } from '../../../test/support/posts/desk.ts'
import { TestClock } from '../../../test/support/test-clock.ts'
import { createApp } from '../../domain/apps/create-app.ts'
import { joinOwnProject } from '../../domain/apps/projects/own-project.ts'
import { issueToken } from '../../domain/apps/tokens.ts'
import { EDIT_LIMITS } from '../../domain/posts/edit-limits.ts'
import { DAILY_POSTS } from '../../domain/posts/write/authors.ts'
import { createPost } from '../../domain/posts/write/create-post.ts'
import { deletePost } from '../../domain/posts/write/delete-post.ts'
import { repost } from '../../domain/posts/write/repost.ts'

const SMALL = { width: 40, height: 30 }

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  test(`POST 2/tweets on ${engine}`, async (t) => {
    const desk = await Desk.open(t, engine)
    await writes(t, desk)
    await edits(t, desk)
    await repeats(t, desk)
    await refusesEdits(t, desk)
    await refusesPosts(t, desk)
    await refusesBodies(t, desk)
    await refusesCallers(t, desk)
  })
}

async function writes(t: TestContext, desk: Desk): Promise<void> {
  const { posts, author, other } = desk
  await t.test('201 the response equals later reads of the post, which has one version', async () => {
    const { id, text, edit_history_tweet_ids } = await desk.written({ text: 'Words & <more>' })
    assert.deepEqual([text, edit_history_tweet_ids], ['Words &amp; &lt;more&gt;', [id]])
    const read = await posts.relations.got<{ data: object }>(`/2/tweets/${id}`, other.as)
    assert.deepEqual(read.data, { id, text, edit_history_tweet_ids })
    assert.deepEqual((await desk.post(id)).content.source, { name: 'Test app', url: '' })
  })
  await t.test('201 an unpaired surrogate becomes U+FFFD', async () => {
    const { text } = await desk.written({ text: 'half \ud800 of it' })
    assert.equal(text, 'half \ufffd of it')
  })
  await t.test('201 a reply needs no mention, and excluded users are not mentioned', async () => {
    const parent = await posts.write(other.id)
    const to = { in_reply_to_tweet_id: String(parent.id) }
    const named = await desk.written({ text: 'yes', reply: to })
    assert.equal(named.text, `@${other.screenName} yes`)
    assert.equal((await desk.post(named.id)).inReplyToPostId, parent.id)
    const third = await posts.relations.person()
    const crowded = await posts.write(other.id, { text: `With @${third.screenName}` })
    const reply = {
      in_reply_to_tweet_id: String(crowded.id),
      exclude_reply_user_ids: [String(third.id)],
    }
    assert.equal((await desk.written({ text: 'alone', reply })).text, `@${other.screenName} alone`)
  })
  await t.test(
    '201 a quote, a post with photos, and a post whose body has an id as a JSON number',
    async () => {
      const quoted = await posts.write(other.id)
      const quote = await desk.written({ text: 'look', quote_tweet_id: String(quoted.id), media: null })
      assert.equal((await desk.post(quote.id)).quotedId, quoted.id)
      const media_ids = [await posts.upload(await jpeg(SMALL), author.as)]
      const shown = await desk.written({ media: { media_ids } })
      assert.match(shown.text, /^https:\/\/t\.co\/\w{10}$/)
      const own = await desk.written({ text: 'thread', reply: { in_reply_to_tweet_id: String(shown.id) } })
      assert.equal((await desk.post(own.id)).inReplyToPostId, BigInt(shown.id))
      const url = `${posts.relations.server.url}/2/tweets`
      const headers = { authorization: author.as('POST', url), 'content-type': 'application/json' }
      const body = `{"text":"by number","quote_tweet_id":${quoted.id}}`
      const answer = (await (await fetch(url, { method: 'POST', headers, body })).json()) as { data: Written }
      assert.equal((await desk.post(answer.data.id)).quotedId, quoted.id)
    },
  )
}

async function edits(t: TestContext, desk: Desk): Promise<void> {
  const { posts, author } = desk
  await t.test(
    '201 an edit makes a new version; the request can name any earlier version, and the response lists all versions',
    async () => {
      const first = await desk.written({ text: 'A frist try' })
      const events = await eventsOf(desk.context, async () => {
        const second = await desk.written({
          text: 'A first try',
          edit_options: { previous_post_id: first.id },
        })
        assert.deepEqual([second.text, second.edit_history_tweet_ids], ['A first try', [first.id, second.id]])
        const third = await desk.written({ text: 'Done', edit_options: { previous_tweet_id: second.id } })
        assert.deepEqual(third.edit_history_tweet_ids, [first.id, second.id, third.id])
      })
      assert.deepEqual(
        events
          .map(factsOf)
          .map((facts) => ['kind', 'user_id', 'initial_id'].map((name) => Object(facts)[name])),
        Array.from({ length: 2 }, () => ['post.edited', author.id, BigInt(first.id)]),
      )
      const read = await posts.relations.got<{ data: { text: string } }>(`/2/tweets/${first.id}`, author.as)
      assert.equal(read.data.text, 'A frist try')
    },
  )
  await t.test(
    'a new version with a quote counts as a quote immediately, until the post is deleted',
    async () => {
      const quoted = await posts.write(desk.other.id)
      const quotes = async () => {
        const path = `/2/tweets/${quoted.id}?tweet.fields=public_metrics`
        const read = await posts.relations.got<{ data: { public_metrics: { quote_count: bigint } } }>(
          path,
          author.as,
        )
        return read.data.public_metrics.quote_count
      }
      assert.equal(await quotes(), 0n)
      const { id } = await desk.written({ text: 'Look at that' })
      const text = `Look at https://twitter.com/${desk.other.screenName}/status/${quoted.id}`
      await desk.written({ text, edit_options: { previous_post_id: id } })
      assert.equal(await quotes(), 1n)
      await deletePost(desk.context, { postId: BigInt(id) })
      assert.equal(await quotes(), 0n)
    },
  )
  await t.test('201 an edit can name any version, and a new version of a reply is a reply', async () => {
    const parent = await posts.write(desk.other.id)
    const { id } = await desk.written({ text: 'ye', reply: { in_reply_to_tweet_id: String(parent.id) } })
    await desk.written({ text: 'yes', edit_options: { previous_post_id: id } })
    const last = await desk.written({ text: 'yes!', edit_options: { previous_post_id: id } })
    assert.equal(last.text, `@${desk.other.screenName} yes!`)
    assert.equal((await desk.post(last.id)).inReplyToPostId, parent.id)
    assert.equal(last.edit_history_tweet_ids.length, 3)
  })
}

async function repeats(t: TestContext, desk: Desk): Promise<void> {
  const { posts, author, other } = desk
  const edited = async (id: string, text: string) =>
    desk.post((await desk.written({ text, edit_options: { previous_post_id: id } })).id)
  await t.test('201 mentions and links are not added twice if an edit repeats them', async () => {
    const third = await posts.relations.person()
    const parent = await posts.write(other.id, { text: `With @${third.screenName}` })
    const head = `@${other.screenName} @${third.screenName} `
    const reply = await desk.written({ text: 'ye', reply: { in_reply_to_tweet_id: String(parent.id) } })
    for (const [text, whole] of [
      [`${head}yes`, `${head}yes`],
      [
        `@${third.screenName.toUpperCase()} yes!`,
        `@${other.screenName} @${third.screenName.toUpperCase()} yes!`,
      ],
      ['well', `@${other.screenName} @${third.screenName.toUpperCase()} well`],
    ] as const) {
      const { content } = await edited(reply.id, text)
      assert.equal(content.text, whole)
      assert.deepEqual(content.display_text_range, [head.length, whole.length])
    }
  })
  await t.test('201 a quoted post is not added twice if an edit repeats its URL or short link', async () => {
    const quoted = await posts.write(other.id)
    const address = `https://twitter.com/${other.screenName}/status/${quoted.id}`
    const written = [
      await desk.written({ text: 'look', quote_tweet_id: String(quoted.id) }),
      await desk.written({ text: `look there ${address}` }),
      await desk.written({ text: `look here ${address}`, quote_tweet_id: String(quoted.id) }),
    ]
    for (const { id } of written) {
      const [link] = (await desk.post(id)).content.urls ?? []
      for (const [command, again] of [
        ['see', `https://x.com/i/web/status/${quoted.id}`],
        ['saw', link?.url],
        ['see', undefined],
      ]) {
        const { content, quotedId } = await edited(id, [command, id, again].join(' '))
        assert.equal(quotedId, quoted.id)
        assert.equal(content.urls?.length, 1, content.text)
        assert.equal(content.quoted_status_permalink?.url, content.urls?.[0]?.url)
        assert.deepEqual(content.display_text_range, [0, 4 + id.length])
      }
      const inside = await edited(id, `see ${link?.url} there`)
      assert.deepEqual([inside.quotedId, inside.content.display_text_range], [quoted.id, undefined])
      assert.equal((await edited(id, 'nothing there')).quotedId, null)
    }
  })
  await t.test('201 pictures are not added twice if an edit repeats them', async () => {
    const media_ids = [await posts.upload(await jpeg(SMALL), author.as)]
    const { id, text } = await desk.written({ text: 'picture', media: { media_ids } })
    const { content } = await edited(id, text.replace('picture', 'a picture'))
    assert.equal(content.text, text.replace('picture', 'a picture'))
    assert.deepEqual([content.urls, content.media?.length], [undefined, 1])
  })
}

async function refusesEdits(t: TestContext, desk: Desk): Promise<void> {
  const { posts, author, other, clock } = desk
  const edit = (id: bigint | string, text = 'another text') => ({
    text,
    edit_options: { previous_post_id: String(id) },
  })
  await t.test('403/1 a post of another user', async () => {
    const { id } = await posts.write(other.id)
    await desk.forbidden(edit(id), 'You are not allowed to edit a Tweet of somebody else.')
    assert.equal((await desk.post(String(id))).latestId, id)
  })
  await t.test('400/2 the error for a hidden post is that for an unknown post', async () => {
    const unseen = await posts.unseen(author)
    for (const id of [5n, 2n ** 63n - 1n, ...unseen.map(({ id }) => id)]) {
      assert.deepEqual(await desk.errors(edit(id)), ['edit_options'])
    }
  })
  await t.test('403/1 an edit of a repost, and an edit without a change', async () => {
    const { id: postId } = await posts.write(other.id)
    const reposted = await repost(desk.context, { userId: author.id, postId })
    await desk.forbidden(edit(reposted.id), 'You are not allowed to edit this Tweet.')
    const { id } = await desk.written({ text: 'Said once' })
    const twice = 'You are not allowed to create a Tweet with duplicate content.'
    await desk.forbidden(edit(id, 'Said once'), twice)
  })
  await t.test('403/1 too many edits, and an edit after the time for edits', async () => {
    const often = await desk.written({ text: 'version 0' })
    for (let count = 1; count <= EDIT_LIMITS.edits; count++) {
      await desk.written(edit(often.id, `version ${count}`))
    }
    await desk.forbidden(edit(often.id, 'one more'), 'You are not allowed to edit this Tweet.')
    for (const [age, isEdited] of [
      [EDIT_LIMITS.milliseconds - 1, true],
      [EDIT_LIMITS.milliseconds, false],
    ] as const) {
      const then = { ...desk.context, clock: new TestClock(clock.now() - age) }
      const { id } = await createPost(then, { authorId: author.id, text: `written ${age} ago` })
      if (isEdited) await desk.written(edit(id, 'just in time'))
      else await desk.forbidden(edit(id, 'too late'), 'You are not allowed to edit this Tweet.')
    }
  })
  await t.test('400/2 members that an edit cannot change, and an edit without a post', async () => {
    const { id } = await desk.written({ text: 'as it is' })
    const reply = { in_reply_to_tweet_id: id }
    assert.deepEqual(
      await desk.errors({ ...edit(id), reply, quote_tweet_id: id, media: { media_ids: [id] } }),
      ['reply', 'quote_tweet_id', 'media'],
    )
    assert.deepEqual(await desk.errors({ text: 'a', edit_options: {} }), ['edit_options.previous_post_id'])
    assert.deepEqual(await desk.errors(edit(id, '')), ['text'])
  })
}

async function refusesPosts(t: TestContext, desk: Desk): Promise<void> {
  const { posts, author } = desk
  await t.test('403/1 spec/errors.md#code-table: a repeated text, and a text that is too long', async () => {
    await desk.written({ text: 'Only once' })
    const twice = 'You are not allowed to create a Tweet with duplicate content.'
    await desk.forbidden({ text: ' Only once ' }, twice)
    const { status, body } = await desk.send({ text: 'a'.repeat(281) })
    const message =
      'Your Tweet text is too long. For more information on how Twitter determines text length see https://github.com/twitter/twitter-text.'
    assert.deepEqual([status, body.errors], [400, [{ parameters: { text: [] }, message }]])
  })
  await t.test('403/1 spec/errors.md#code-table: a reply to a deleted or hidden post', async () => {
    const detail = 'You attempted to reply to a Tweet that is deleted or not visible to you.'
    for (const { id } of await posts.unseen(author)) {
      await desk.forbidden({ text: 'a tie', reply: { in_reply_to_tweet_id: String(id) } }, detail)
    }
  })
  await t.test('400/2 quotes of hidden posts, unknown media, and a missing text', async () => {
    for (const { id } of await posts.unseen(author)) {
      assert.deepEqual(await desk.errors({ text: 'a', quote_tweet_id: String(id) }), ['quote_tweet_id'])
    }
    const media_ids = [
      await posts.upload(await gif(SMALL), author.as),
      await posts.upload(await jpeg(SMALL), author.as),
    ]
    for (const ids of [media_ids, ['5']]) {
      assert.deepEqual(await desk.errors({ text: 'a', media: { media_ids: ids } }), ['media.media_ids'])
    }
    for (const body of [{}, { text: '' }, { text: ' ' }, { text: null }, { text: 'a\uffff' }]) {
      assert.deepEqual(await desk.errors(body), ['text'])
    }
  })
}

async function refusesBodies(t: TestContext, desk: Desk): Promise<void> {
  await t.test('400/2 spec/errors.md#invalid-parameters: every error of a body is listed', async () => {
    for (const body of [null, [], 'x', 5]) assert.deepEqual((await desk.errors(body)).slice(0, 1), [''])
    const body = {
      text: 5,
      reply: { in_reply_to_tweet_id: 'x', exclude_reply_user_ids: ['5', 'y'], why: 1 },
      quote_tweet_id: '9223372036854775808',
      media: { media_ids: ['1', '2', '3', '4', '5'] },
      edit_options: [],
      colour: 'blue',
    }
    const all = await desk.errors(body)
    for (const name of [
      'text',
      'reply.in_reply_to_tweet_id',
      'reply.exclude_reply_user_ids',
      'reply.why',
      'quote_tweet_id',
      'media.media_ids',
      'edit_options',
      'colour',
    ]) {
      assert.ok(all.includes(name), name)
    }
    for (const empty of [
      { reply: {} },
      { media: {} },
      { media: { media_ids: [] } },
      { quote_tweet_id: true },
    ]) {
      assert.equal((await desk.errors({ text: 'a', ...empty })).length > 0, true)
    }
  })
  await t.test(
    '400/2 spec/errors.md#invalid-parameters: a parameter in the query, and a body that is not JSON',
    async () => {
      assert.deepEqual(await desk.errors({ text: 'a' }, '?text=b'), ['text'])
      const url = `${desk.posts.relations.server.url}/2/tweets`
      const headers = { authorization: desk.author.as('POST', url), 'content-type': 'application/json' }
      const { status } = await fetch(url, { method: 'POST', headers, body: '{' })
      assert.equal(status, 400)
    },
  )
}

async function refusesCallers(t: TestContext, desk: Desk): Promise<void> {
  const { context, author } = desk
  await t.test('403/2 spec/errors.md#problem-objects: a bearer token', async () => {
    const { status, body } = await desk.send({ text: 'a' }, desk.posts.relations.app.asApp)
    assert.deepEqual([status, body.title], [403, 'Unsupported Authentication'])
  })
  await t.test('403/3 spec/labs-lookup.md#early-access: an app without a project', async () => {
    const alone = await createTestApp(context)
    const { status, body } = await desk.send({ text: 'a' }, await alone.asUser(author.id))
    assert.deepEqual([status, body.title], [403, 'Client Forbidden'])
  })
  await t.test('403/1 spec/errors.md#problem-objects: a read-only token', async () => {
    const reader = await createApp(context, { name: 'Reader', ownerId: author.id, permissions: 'read' })
    await joinOwnProject(context, reader.appId)
    const token = await issueToken(context, { appId: reader.appId, userId: author.id })
    const as = signature(
      { key: reader.consumerKey, secret: reader.consumerSecret },
      { key: token.accessToken, secret: token.accessTokenSecret },
      () => context.clock.now(),
    )
    const { status, body } = await desk.send({ text: 'a' }, as)
    assert.deepEqual(
      [status, body.title, body.type],
      [403, 'Forbidden', 'https://api.twitter.com/2/problems/oauth1-permissions'],
    )
  })
}

test('spec/v2-posts.md#post-calls: 200 posts in 15 minutes, and 300 in three hours with statuses/update', async (t) => {
  const desk = await Desk.open(t, 'sqlite', 'documented')
  const { headers } = await desk.send({ text: 'a' })
  assert.deepEqual(
    ['limit', 'remaining'].map((name) => headers.get(`x-rate-limit-${name}`)),
    ['200', '199'],
  )
  const second = await desk.posts.update(desk.author.as, { status: 'b' })
  assert.equal(second.headers.get('x-rate-limit-remaining'), '298')
})

test('403/1 spec/errors.md#code-table: more posts than the daily limit', async (t) => {
  const desk = await Desk.open(t, 'sqlite', 'documented')
  for (let count = 0; count < DAILY_POSTS; count += 200) {
    await Promise.all(Array.from({ length: 200 }, () => desk.posts.write(desk.author.id)))
  }
  await desk.forbidden({ text: 'One more' }, 'User is over daily status update limit.')
})
