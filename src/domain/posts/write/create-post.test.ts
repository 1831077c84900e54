import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { ENGINES, freshConfig, testRuntime } from '../../../../test/support/engines.ts'
import { eventsOf, factsOf } from '../../../../test/support/events.ts'
import { atLaterTime } from '../../../../test/support/later.ts'
import { slow } from '../../../../test/support/part.ts'
import { TestClock } from '../../../../test/support/test-clock.ts'
import { createOneUser, createUsers } from '../../../../test/support/users.ts'
import { must } from '../../../lib/assert.ts'
import { snowflakeTime } from '../../../lib/ids/snowflake.ts'
import type { Runtime } from '../../../runtime.ts'
import { changeUserState } from '../../accounts/change-user-state.ts'
import { findFullUsers } from '../../accounts/find-users.ts'
import { requireUser, type User } from '../../accounts/user.ts'
import { block } from '../../graph/block.ts'
import { findPosts, requirePost } from '../read/find-posts.ts'
import { expandLink } from '../text/short-links.ts'
import { type CreatePostInput, createPost, writePost } from './create-post.ts'
import { deletePost } from './delete-post.ts'
import { repost } from './repost.ts'

const DAY_MS = 86_400_000

for (const engine of ENGINES) {
  test(`posts are checked and stored, on ${engine}`, async (t) => {
    const runtime = await testRuntime(t, await freshConfig(t, engine), new TestClock())
    await texts(t, runtime)
    await replies(t, runtime)
    await quotes(t, runtime)
    await refusals(t, runtime)
  })
}

async function texts(t: TestContext, runtime: Runtime): Promise<void> {
  const { context, store } = runtime
  const [author, other] = await twoUsers(runtime)

  await t.test('a post that is read equals the written post', async () => {
    const post = await createPost(context, { authorId: author.id, text: ' e\u0301t\u00e9 <3 ' })
    assert.equal(post.content.text, 'été <3')
    assert.ok(Math.abs(snowflakeTime(post.id) - post.createdAt) < 1_000)
    assert.deepEqual(await requirePost(store, post.id), post)
    assert.equal((await requireUser(store, { id: author.id })).statusesCount, 1)
  })

  await t.test(
    'the counts of the returned author include the post, for any number of concurrent posts',
    async () => {
      const [one] = await createUsers(context, 1)
      const authorId = must(one, 'a user').id
      const written = await Promise.all(
        ['first', 'second', 'third'].map((text) => writePost(context, { authorId, text })),
      )
      assert.deepEqual(
        written.map(({ author: { statusesCount } }) => statusesCount),
        [1, 2, 3],
      )
      assert.deepEqual(written.at(-1)?.author, (await findFullUsers(store, [authorId])).get(authorId))
    },
  )

  await t.test(
    'spec/posts.md#escaping: positions of entities are code points of the escaped text',
    async () => {
      const { content } = await createPost(context, {
        authorId: author.id,
        text: `& 😀 #tag $CASH @${other.screenName} @nobody_known https://example.com/a?b`,
      })
      const shown = [...content.text.replaceAll('&', '&amp;')]
      const at = ([start, end]: readonly [number, number]) => shown.slice(start, end).join('')
      assert.deepEqual(
        content.hashtags?.map((tag) => [tag.text, at(tag.indices)]),
        [['tag', '#tag']],
      )
      assert.deepEqual(
        content.symbols?.map((tag) => [tag.text, at(tag.indices)]),
        [['CASH', '$CASH']],
      )
      const mention = { screen_name: other.screenName, name: other.name, id_str: String(other.id) }
      assert.deepEqual(
        content.user_mentions?.map(({ indices, ...rest }) => [rest, at(indices)]),
        [[mention, `@${other.screenName}`]],
      )
      const [url] = content.urls ?? []
      assert.equal(url?.expanded_url, 'https://example.com/a?b')
      assert.equal(url && at(url.indices), url?.url)
      assert.equal(await expandLink(store, url?.url.slice(-10) ?? ''), 'https://example.com/a?b')
    },
  )

  await t.test('spec/text.md#stored-links: a short link of this server keeps its target', async () => {
    const first = await createPost(context, { authorId: author.id, text: 'see example.com/first' })
    const link = first.content.urls?.[0]?.url ?? ''
    const second = await createPost(context, { authorId: author.id, text: `again ${link}` })
    assert.equal(second.content.urls?.[0]?.url, link)
    assert.equal(second.content.urls?.[0]?.expanded_url, 'http://example.com/first')
  })

  await t.test('spec/v2-objects.md#post: a post has its language, or und', async () => {
    const lang = async (text: string) =>
      (await createPost(context, { authorId: author.id, text })).content.lang
    assert.equal(await lang('Ich weiß nicht, was soll es bedeuten, daß ich so traurig bin'), 'de')
    assert.equal(await lang('12:30!'), 'und')
  })

  await t.test('a post has one event, with its mentions', async () => {
    const written: bigint[] = []
    const events = await eventsOf(runtime, async () => {
      const text = `hi @${other.screenName} and @${other.screenName}`
      written.push((await createPost(context, { authorId: author.id, text })).id)
    })
    assert.deepEqual(events.map(factsOf), [
      {
        kind: 'post.created',
        user_id: author.id,
        post_id: written[0],
        in_reply_to_post_id: null,
        in_reply_to_user_id: null,
        quoted_id: null,
        quoted_user_id: null,
        reposted_id: null,
        reposted_user_id: null,
        mentioned: [String(other.id)],
      },
    ])
  })

  await t.test('source, place, sensitivity and card are stored', async () => {
    const place = {
      id: '01',
      place_type: 'city',
      name: 'Ulm',
      full_name: 'Ulm, Germany',
      country_code: 'DE',
      country: 'Germany',
    }
    const source = { name: 'App', url: 'https://app.example' }
    const { id } = await createPost(context, {
      authorId: author.id,
      text: 'here',
      source,
      lat: 48.4,
      long: 9.99,
      place,
      possiblySensitive: true,
      cardUri: 'card://1',
    })
    const { content, geo } = await requirePost(store, id)
    assert.deepEqual(geo, { coordinates: { lat: 48.4, long: 9.99 }, place })
    assert.deepEqual(
      [content.source, content.possibly_sensitive, content.card_uri],
      [source, true, 'card://1'],
    )
  })
}

async function replies(t: TestContext, runtime: Runtime): Promise<void> {
  const { context, store } = runtime
  const [author, other] = await twoUsers(runtime)
  const third = await createOneUser(context)
  const parent = await createPost(context, { authorId: other.id, text: `first, with @${third.screenName}` })
  const say = (text: string, input: Partial<CreatePostInput> = {}) =>
    createPost(context, { authorId: author.id, text, inReplyToId: parent.id, ...input })

  await t.test('spec/posts.md#replies: only posts that mention the answered author are replies', async () => {
    const none = await say('no name in it')
    assert.deepEqual([none.inReplyToPostId, none.inReplyToUserId, none.conversationId], [null, null, none.id])
    const reply = await say(`well, @${other.screenName.toUpperCase()}`)
    assert.deepEqual([reply.inReplyToPostId, reply.inReplyToUserId], [parent.id, other.id])
    assert.equal(reply.conversationId, parent.id)
    assert.equal(reply.content.in_reply_to_screen_name, other.screenName)
    assert.equal((await requirePost(store, parent.id)).counts.replies, 1)
  })

  await t.test(
    'spec/text.md#replies: a text that begins with a name is a reply to that user, but not to a post',
    async () => {
      const { id } = await createPost(context, { authorId: author.id, text: `@${third.screenName} hello` })
      const post = await requirePost(store, id)
      assert.deepEqual([post.inReplyToPostId, post.inReplyToUserId], [null, third.id])
    },
  )

  await t.test(
    'spec/posts.md#display-text-range: mentions that the server inserts are neither displayed nor counted',
    async () => {
      const { content } = await say('a'.repeat(280), { autoPopulateReplyMetadata: true })
      const head = `@${other.screenName} @${third.screenName} `
      assert.equal(content.text, head + 'a'.repeat(280))
      assert.deepEqual(content.display_text_range, [head.length, head.length + 280])
    },
  )

  await t.test('exclude_reply_user_ids excludes other users, never the answered author', async () => {
    const { content } = await say('excluded', {
      autoPopulateReplyMetadata: true,
      excludeReplyUserIds: [third.id, other.id],
    })
    assert.equal(content.text, `@${other.screenName} excluded`)
  })

  await t.test('a reply to oneself needs no mention', async () => {
    const first = await createPost(context, { authorId: author.id, text: 'one of two' })
    const second = await createPost(context, {
      authorId: author.id,
      text: 'two of two',
      inReplyToId: first.id,
    })
    assert.equal(second.inReplyToPostId, first.id)
    assert.equal(second.conversationId, first.id)
  })

  await t.test(
    'spec/errors.md#code-table 385: a reply to a post that is deleted or not visible is refused',
    async () => {
      const gone = await createPost(context, { authorId: other.id, text: 'gone soon' })
      await deletePost(context, { postId: gone.id })
      await assert.rejects(say('late', { inReplyToId: gone.id }), { reason: 'reply-target-unseen' })
      const hermit = await createOneUser(context, { isProtected: true })
      const secret = await createPost(context, { authorId: hermit.id, text: 'psst' })
      await assert.rejects(say('what?', { inReplyToId: secret.id }), { reason: 'reply-target-unseen' })
      await block(context, { userId: third.id, blockedId: author.id })
      const unseen = await createPost(context, { authorId: third.id, text: 'not for you' })
      await assert.rejects(say('hm', { inReplyToId: unseen.id }), { reason: 'reply-target-unseen' })
    },
  )
}

async function quotes(t: TestContext, runtime: Runtime): Promise<void> {
  const { context, store } = runtime
  const [author, other] = await twoUsers(runtime)
  const original = await createPost(context, { authorId: other.id, text: 'to be quoted' })
  const address = `https://twitter.com/${other.screenName}/status/${original.id}`
  const say = (text: string, input: Partial<CreatePostInput> = {}) =>
    createPost(context, { authorId: author.id, text, ...input })

  await t.test(
    'spec/text.md#uncounted-parts: attachment_url quotes a post, and its link is neither counted nor displayed',
    async () => {
      const { quotedId, content } = await say('b'.repeat(280), { attachmentUrl: address })
      assert.equal(quotedId, original.id)
      const [url] = content.urls ?? []
      assert.equal(content.text, `${'b'.repeat(280)} ${url?.url}`)
      assert.deepEqual(content.display_text_range, [0, 280])
      assert.deepEqual(content.quoted_status_permalink, {
        url: url?.url,
        expanded: address,
        display: url?.display_url,
      })
    },
  )

  await t.test(
    'the URL of a post at the end of a text quotes the post; for a repost, its original',
    async () => {
      const again = await repost(context, { userId: author.id, postId: original.id })
      const typed = await say(`look https://mobile.twitter.com/x/status/${again.id}`)
      assert.equal(typed.quotedId, original.id)
      assert.deepEqual(typed.content.display_text_range, [0, 4])
      const own = await say(`look here: http://aviary.org/x/status/${original.id}`, {
        hosts: ['aviary.org'],
      })
      assert.equal(own.quotedId, original.id)
      const strange = await say(`look there: http://other.org/x/status/${original.id}`)
      assert.equal(strange.quotedId, null)
    },
  )

  await t.test('spec/contract.md#post-fields: quote_count counts each account once', async () => {
    const quoted = await createPost(context, { authorId: other.id, text: 'counted quotes' })
    const count = async () => (await requirePost(store, quoted.id)).counts.quotes
    const one = await say('quote 1', { quoteId: quoted.id })
    const two = await say('quote 2', { quoteId: quoted.id })
    await createPost(context, { authorId: other.id, text: 'quote 3', quoteId: quoted.id })
    assert.equal(await count(), 2)
    await deletePost(context, { postId: one.id })
    assert.equal(await count(), 2)
    await deletePost(context, { postId: two.id })
    assert.equal(await count(), 1)
  })

  await t.test(
    'spec/errors.md#code-table 44 and 386: a URL that belongs to no post is refused, and so is a quote with media',
    async () => {
      for (const attachmentUrl of ['https://example.com/1', 'twitter.com', address.replace(/\d+$/, '77')]) {
        await assert.rejects(say('bad', { attachmentUrl }), { reason: 'attachment-invalid' }, attachmentUrl)
      }
      const both = { attachmentUrl: address, mediaIds: [1n] }
      await assert.rejects(say('both', both), { reason: 'attachments-too-many' })
    },
  )
}

async function refusals(t: TestContext, runtime: Runtime): Promise<void> {
  const { context, store } = runtime
  const [author, other] = await twoUsers(runtime)
  const say = (text: string, input: Partial<CreatePostInput> = {}) =>
    createPost(context, { authorId: author.id, text, ...input })
  const refused = async (reason: string, text: string, input?: Partial<CreatePostInput>) => {
    const before = (await requireUser(store, { id: author.id })).statusesCount
    const events = await eventsOf(runtime, () => assert.rejects(say(text, input), { reason }))
    assert.deepEqual(events, [])
    assert.equal((await requireUser(store, { id: author.id })).statusesCount, before)
  }

  await t.test('spec/text.md#weighted-length: long, empty and forbidden texts are refused', async () => {
    await refused('post-too-long', 'c'.repeat(281))
    await refused('post-too-long', '鳥'.repeat(141))
    await refused('post-empty', ' \n ')
    await refused('post-text-invalid', 'a\u{FEFF}b')
    await refused('post-text-invalid', 'a\u{D800}')
    await say('鳥'.repeat(140))
  })

  await t.test(
    'spec/posts.md#duplicates: duplicates within 24 hours are refused, including concurrent duplicates',
    async () => {
      await say('the very same')
      await refused('post-duplicate', ' the very same\n')
      await createPost(context, { authorId: other.id, text: 'the very same' })
      const again = () =>
        createPost(atLaterTime(context, DAY_MS + 1_000), { authorId: author.id, text: 'the very same' })
      const both = await Promise.allSettled([again(), again()])
      assert.deepEqual(both.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
    },
  )

  await t.test('the text of a deleted post can be posted again', async () => {
    const { id } = await say('twice')
    await deletePost(context, { postId: id })
    await say('twice')
  })

  await t.test(
    'spec/posts.md#fail_dm_commands: fail_dm_commands refuses a command to an existing user',
    async () => {
      await refused('post-looks-like-message', `d ${other.screenName} psst`, { failDmCommands: true })
      await refused('post-looks-like-message', `M @${other.screenName} psst`, { failDmCommands: true })
      await say('d nobody_known psst', { failDmCommands: true })
      await say(`D ${other.screenName} psst`)
    },
  )

  await t.test(
    'spec/errors.md#code-table: invalid coordinates are refused, and a single coordinate is ignored',
    async () => {
      await refused('coordinates-invalid', 'where', { lat: 91, long: 0 })
      await refused('coordinates-invalid', 'where', { lat: 0, long: Number.NaN })
      assert.equal((await say('half a place', { lat: 10 })).geo, undefined)
    },
  )

  await t.test('missing, suspended and deactivated users cannot write', async () => {
    await assert.rejects(createPost(context, { authorId: 1n, text: 'x' }), { reason: 'user-not-found' })
    const [one, two] = await twoUsers(runtime)
    await changeUserState(context, { userId: one.id, action: 'suspend' })
    await changeUserState(context, { userId: two.id, action: 'deactivate' })
    await assert.rejects(createPost(context, { authorId: one.id, text: 'x' }), { reason: 'user-suspended' })
    await assert.rejects(createPost(context, { authorId: two.id, text: 'x' }), { reason: 'user-deactivated' })
  })

  await t.test('spec/errors.md#code-table 185: a user can write 2,400 posts in 24 hours', slow, async () => {
    const busy = await createOneUser(context)
    const write = (number: number) => createPost(context, { authorId: busy.id, text: `post ${number}` })
    const first = await Promise.all(Array.from({ length: 2_400 }, (_, number) => write(number)))
    await assert.rejects(write(2_400), { reason: 'posts-too-many' })
    await createPost(context, { authorId: busy.id, text: 'imported', isLimited: false })
    await createPost(atLaterTime(context, DAY_MS + 9_000), { authorId: busy.id, text: 'the next day' })
    assert.equal(
      (
        await findPosts(
          store,
          first.slice(0, 300).map(({ id }) => id),
        )
      ).size,
      300,
    )
  })
}

async function twoUsers({ context }: Runtime): Promise<readonly [User, User]> {
  const [one, two] = await createUsers(context, 2)
  assert.ok(one && two)
  return [one, two]
}
