/**
 * Tests the members of posts that API v2 has and Labs did not have (spec/v2.md#fields, spec/v2.md#later-members).
 */
import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { ENGINES } from '../../../test/support/engines.ts'
import { slowOnPostgres } from '../../../test/support/part.ts'
import { V2_SELECTION } from '../../../test/support/v2-lookup/parameters.ts'
import { LookupStage } from '../../../test/support/v2-lookup/stage.ts'
import type { PostMedia } from '../../domain/posts/content.ts'
import { createPost } from '../../domain/posts/write/create-post.ts'
import { editPost } from '../../domain/posts/write/edit-post.ts'
import { weigh } from '../../text/weigh.ts'

const LINK = { url: 'https://t.co/mediamedia', display_url: 'pic.twitter.com/mediamedia' }

const VIDEO: PostMedia = {
  ...{ id_str: '21', type: 'video', indices: [5, 28], ...LINK },
  expanded_url: 'https://twitter.com/a/status/1/video/1',
  media_url_https: '/media/21.jpg',
  sizes: { large: { w: 680, h: 400, resize: 'fit' } },
  ext_alt_text: 'a bird',
  video_info: {
    duration_millis: 1_000,
    variants: [
      { bitrate: 632_000, content_type: 'video/mp4', url: '/media/21.mp4' },
      { content_type: 'application/x-mpegURL', url: '/media/21.m3u8' },
    ],
  },
}

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  test(`later members of posts on ${engine}`, async (t) => {
    const stage = await LookupStage.open(t, '2', engine)
    await versions(t, stage)
    await notes(t, stage)
    await attachments(t, stage)
    await names(t, stage)
  })
}

async function versions(t: TestContext, stage: LookupStage): Promise<void> {
  const { context, clock } = stage
  const author = await stage.user()
  const written = await createPost(context, { authorId: author.id, text: 'one' })
  const until = new Date(Math.floor((clock.now() + 1_800_000) / 1_000) * 1_000).toISOString()
  const fields = 'tweet.fields=edit_controls'

  await t.test('200 spec/v2.md#later-members: a post that was never edited has one version', async () => {
    const { data } = await stage.got(`/tweets/${written.id}?${fields}`)
    assert.deepEqual(data, {
      ...{ id: String(written.id), text: 'one', edit_history_tweet_ids: [String(written.id)] },
      edit_controls: { edits_remaining: 5, is_edit_eligible: true, editable_until: until },
    })
  })

  const second = await editPost(context, { postId: written.id, userId: author.id, text: 'two' })
  const third = await editPost(context, { postId: written.id, userId: author.id, text: 'three' })
  const ids = [written, second, third].map(({ id }) => String(id))

  await t.test(
    '200 spec/v2.md#later-members: every version is found by its id, and has the ids of all versions',
    async () => {
      for (const [index, text] of ['one', 'two', 'three'].entries()) {
        const { data } = await stage.got(`/tweets/${ids[index]}?${fields}`)
        assert.deepEqual(data, {
          ...{ id: ids[index], text, edit_history_tweet_ids: ids },
          edit_controls: { edits_remaining: 3, is_edit_eligible: true, editable_until: until },
        })
      }
    },
  )
  await t.test(
    '200 spec/v2.md#later-members: the expansion includes the other versions, each once',
    async () => {
      const { includes } = await stage.got(
        `/tweets?ids=${ids[2]},${ids[0]}&expansions=edit_history_tweet_ids`,
      )
      assert.deepEqual(includes, {
        tweets: [{ id: ids[1], text: 'two', edit_history_tweet_ids: ids }],
      })
      const alone = await stage.post(author.id, 'alone')
      assert.equal(
        (await stage.got(`/tweets/${alone}?expansions=edit_history_tweet_ids`)).includes,
        undefined,
      )
    },
  )
  await t.test(
    '200 spec/v2.md#later-members: versions of a post of a protected author are not included',
    async () => {
      const hermit = await stage.user({ isProtected: true })
      const hidden = await createPost(context, { authorId: hermit.id, text: 'a' })
      await editPost(context, { postId: hidden.id, userId: hermit.id, text: 'b' })
      const quoting = await stage.post(author.id, 'look', { quotedId: hidden.id })
      const path = `/tweets/${quoting}?expansions=edit_history_tweet_ids,referenced_tweets.id`
      assert.equal((await stage.got(path)).includes, undefined)
    },
  )
  await t.test('200 spec/v2.md#later-members: a repost cannot be edited', async () => {
    const repost = await stage.post(author.id, '', { repostedId: written.id })
    const { data } = await stage.got(`/tweets/${repost}?${fields}`)
    assert.deepEqual(data.edit_history_tweet_ids, [String(repost)])
    assert.equal(data.edit_controls.is_edit_eligible, false)
  })
  await t.test(
    '200 spec/v2.md#later-members: a post stays marked as eligible for edits after the time for edits',
    async () => {
      const old = await stage.post(author.id, 'old', { age: 86_400_000 })
      const { data } = await stage.got(`/tweets/${old}?${fields}`)
      assert.ok(Date.parse(data.edit_controls.editable_until) < clock.now())
      assert.equal(data.edit_controls.is_edit_eligible, true)
    },
  )
  await t.test(
    '200 spec/v2-objects.md#envelope: an included post has the fields of tweet.fields, occurs once, and is not also in data',
    async () => {
      const shared = await stage.post(author.id, 'shared')
      const quotes = [
        await stage.post(author.id, 'one', { quotedId: shared }),
        await stage.post(author.id, 'two', { quotedId: shared }),
      ]
      const select = 'tweet.fields=author_id&expansions=referenced_tweets.id,author_id'
      const { data, includes } = await stage.got(`/tweets?ids=${quotes[1]},${quotes[0]}&${select}`)
      assert.deepEqual(
        data.map(({ id }: { id: string }) => id),
        [quotes[1], quotes[0]].map(String),
      )
      assert.deepEqual(includes.tweets, [
        {
          ...{ id: String(shared), text: 'shared', edit_history_tweet_ids: [String(shared)] },
          author_id: String(author.id),
        },
      ])
      assert.equal(includes.users.length, 1)
      const both = await stage.got(`/tweets?ids=${shared},${quotes[0]}&${select}`)
      assert.equal(both.includes.tweets, undefined)
    },
  )
  await t.test(
    '200 spec/v2.md#later-members: an imported post has the versions that its record lists',
    async () => {
      const recorded = ['11', '12']
      const kept = { edit_history_tweet_ids: recorded }
      const id = await stage.post(author.id, 'imported', { content: { kept } })
      const { data } = await stage.got(`/tweets/${id}?${fields}`)
      assert.deepEqual([data.edit_history_tweet_ids, data.edit_controls.edits_remaining], [recorded, 4])
    },
  )
}

async function notes(t: TestContext, stage: LookupStage): Promise<void> {
  const author = await stage.user()
  const words = 'word & '.repeat(60)
  const text = `#first ${words}#last`
  const end = [...text].length + 60 * '&amp;'.length - 60
  const hashtags = [
    { text: 'first', indices: [0, 6] as const },
    { text: 'last', indices: [end - 5, end] as const },
  ]

  await t.test(
    '200 spec/v2.md#later-members: a long text is shortened, and note_tweet has the whole text',
    async () => {
      const id = await stage.post(author.id, text, { content: { hashtags } })
      const { data } = await stage.got(`/tweets/${id}?tweet.fields=note_tweet,entities`)
      assert.match(data.text, /^#first (word &amp; )+.*… https:\/\/t\.co\/[A-Za-z0-9]{10}$/)
      const shown = data.text.replaceAll('&amp;', '&')
      assert.ok(weigh(shown) <= 280 && weigh(shown) > 260, String(weigh(shown)))
      const [link] = data.entities.urls
      assert.equal(link.expanded_url, `https://twitter.com/i/web/status/${id}`)
      assert.equal([...data.text].slice(link.start, link.end).join(''), link.url)
      assert.deepEqual(data.entities.hashtags, [{ start: 0, end: 6, tag: 'first' }])
      assert.deepEqual(data.note_tweet, {
        text: text.replaceAll('&', '&amp;'),
        entities: {
          hashtags: [
            { start: 0, end: 6, tag: 'first' },
            { start: end - 5, end, tag: 'last' },
          ],
        },
      })
    },
  )
  await t.test('200 spec/v2.md#later-members: hidden mentions do not make a text long', async () => {
    const head = '@someone '.repeat(30)
    const display_text_range = [head.length, head.length + 2] as const
    const id = await stage.post(author.id, `${head}hi`, { content: { display_text_range } })
    const { data } = await stage.got(`/tweets/${id}?tweet.fields=note_tweet`)
    assert.deepEqual([data.text, data.note_tweet], [`${head}hi`, undefined])
  })
}

async function attachments(t: TestContext, stage: LookupStage): Promise<void> {
  const author = await stage.user()
  const content = { media: [VIDEO], source: { name: 'An app' } }
  const id = await stage.post(author.id, `look ${LINK.url}`, { content })
  const media = { media_key: '7_21', type: 'video' }

  await t.test(
    '200 spec/v2.md#later-members: media have their alternative text and their files',
    async () => {
      const path = `/tweets/${id}?expansions=attachments.media_keys&media.fields=alt_text,variants`
      const { includes } = await stage.got(`${path}&tweet.fields=entities`)
      assert.deepEqual(includes.media, [
        {
          ...media,
          alt_text: 'a bird',
          variants: [
            { bit_rate: 632_000, content_type: 'video/mp4', url: `${stage.server.url}/media/21.mp4` },
            { content_type: 'application/x-mpegURL', url: `${stage.server.url}/media/21.m3u8` },
          ],
        },
      ])
    },
  )
  await t.test(
    '200 spec/v2.md#later-members: entities have the id of the media and of the mentioned user',
    async () => {
      const mention = {
        ...{ screen_name: author.screenName, name: author.name, id_str: String(author.id) },
        indices: [0, author.screenName.length + 1] as const,
      }
      const named = await stage.post(author.id, `@${author.screenName} hi`, {
        content: { user_mentions: [mention] },
      })
      const { data } = await stage.got(`/tweets?ids=${id},${named}&tweet.fields=entities`)
      assert.equal(data[0].entities.urls[0].media_key, '7_21')
      assert.equal(data[1].entities.mentions[0].id, String(author.id))
    },
  )
  await t.test('200 spec/v2.md#fields: the media of a referenced post are included', async () => {
    const quoting = await stage.post(author.id, 'quote', { quotedId: id })
    const expansion = 'referenced_tweets.id.attachments.media_keys'
    const { data, includes } = await stage.got(`/tweets/${quoting}?expansions=${expansion}`)
    assert.deepEqual(data.referenced_tweets, [{ type: 'quoted', id: String(id) }])
    assert.deepEqual(includes.media, [media])
    assert.deepEqual(includes.tweets[0].attachments, { media_keys: ['7_21'] })
  })
  await t.test('200 spec/v2.md#later-members: reply_settings is everyone by default', async () => {
    const { data } = await stage.got(`/tweets/${id}?tweet.fields=reply_settings,source`)
    assert.deepEqual([data.reply_settings, data.source], ['everyone', 'An app'])
  })
}

async function names(t: TestContext, stage: LookupStage): Promise<void> {
  const all = Object.entries(V2_SELECTION).map(([name, values]) => `${name}=${values}`)

  await t.test(
    '200 spec/v2.md#fields: a search accepts the same field names as every other call',
    async () => {
      const { meta } = await stage.got(`/tweets/search/recent?query=findable&${all.join('&')}`)
      assert.equal(meta.result_count, 0)
    },
  )
  await t.test(
    '400/2 spec/v2.md#fields: field names that were introduced in 2026 are not accepted',
    async () => {
      const [fault] = await stage.faults('/tweets?ids=1&post.fields=id')
      assert.match(fault?.message ?? '', /^\[post\.fields\] is not one of \[ids,expansions,tweet\.fields,/)
      assert.equal((await stage.faults('/tweets?ids=1&expansions=referenced_posts')).length, 1)
    },
  )
}
