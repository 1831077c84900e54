import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { ENGINES } from '../../../../test/support/engines.ts'
import { letFollow } from '../../../../test/support/follows.ts'
import { assertError } from '../../../../test/support/id-list/stage.ts'
import { gif, jpeg } from '../../../../test/support/media/samples.ts'
import { slowOnPostgres } from '../../../../test/support/part.ts'
import { type AnsweredPost, type Person, PostStage } from '../../../../test/support/posts/stage.ts'
import { insertMissingPlaces } from '../../../domain/posts/places.ts'
import { scrubGeo } from '../../../domain/posts/state/scrub-geo.ts'
import { DAILY_POSTS } from '../../../domain/posts/write/authors.ts'

const SMALL = { width: 40, height: 30 }

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  test(`statuses/update on ${engine}`, async (t) => {
    const stage = await PostStage.open(t, { engine })
    const [author, other] = await stage.relations.people(2)
    assert.ok(author !== undefined && other !== undefined)
    await written(t, stage, author, other)
    await withMedia(t, stage, author)
    await refusedTexts(t, stage, author, other)
    await refusedTies(t, stage, author)
  })
}

async function written(t: TestContext, stage: PostStage, author: Person, other: Person): Promise<void> {
  const { relations } = stage
  await t.test('200 spec/clients.md#requests: parameters in the query or in the form', async () => {
    const inQuery = await relations.done('/1.1/statuses/update.json?status=In%20the%20query', author.as)
    assert.equal(inQuery['text'], 'In the query')
    const inForm = await stage.updated(author.as, { status: 'In the form & not <query>' })
    assert.equal(inForm.text, 'In the form &amp; not &lt;query&gt;')
    assert.equal(inForm.user.id, author.id)
    assert.equal(inForm.user['statuses_count'], 2n)
  })
  await t.test('200 later reads equal the response', async () => {
    const form = { status: `To @${other.screenName}: https://example.com/a/b #tag $CASH` }
    const { text } = await stage.update(author.as, form)
    const { id_str } = JSON.parse(text) as { id_str: string }
    assert.equal((await relations.get(`/1.1/statuses/show/${id_str}.json`, author.as)).text, text)
  })
  await t.test(
    '200 spec/posts.md#replies: a post is a reply only if it names the author of the answered post, or sets auto_populate_reply_metadata',
    async () => {
      const parent = await stage.write(other.id)
      const reply = { in_reply_to_status_id: String(parent.id) }
      const nameless = await stage.updated(author.as, { status: 'No name in it', ...reply })
      assert.equal(nameless['in_reply_to_status_id'], null)
      const named = await stage.updated(author.as, { status: `@${other.screenName} yes`, ...reply })
      assert.equal(named['in_reply_to_status_id'], parent.id)
      assert.equal(named['in_reply_to_screen_name'], other.screenName)
      const filled = await stage.updated(author.as, {
        status: 'Filled in',
        auto_populate_reply_metadata: 'true',
        tweet_mode: 'extended',
        ...reply,
      })
      assert.equal(filled['full_text'], `@${other.screenName} Filled in`)
      const start = BigInt(other.screenName.length + 2)
      assert.deepEqual(filled['display_text_range'], [start, start + 9n])
    },
  )
  await t.test(
    '200 spec/posts.md#replies: the name of the author of the answered post is outside the shown range, even if the user typed it',
    async () => {
      const [third, stranger] = await relations.people(2)
      assert.ok(third !== undefined && stranger !== undefined)
      const parent = await stage.write(other.id, { text: `With @${third.screenName}` })
      const reply = { in_reply_to_status_id: String(parent.id), tweet_mode: 'extended' }
      const filled = { ...reply, auto_populate_reply_metadata: 'true' }
      const [a, b, c] = [other, third, stranger].map(({ screenName }) => `@${screenName}`)
      for (const [form, status, whole, shown] of [
        [reply, `${a} sure`, `${a} sure`, 'sure'],
        [reply, `${b} ${a} both`, `${b} ${a} both`, 'both'],
        [reply, `${a} ${c} look`, `${a} ${c} look`, `${c} look`],
        [reply, `${a} ${a} again`, `${a} ${a} again`, `${a} again`],
        [filled, `${b} hello`, `${a} ${b} hello`, 'hello'],
        [filled, `${c} hello`, `${a} ${b} ${c} hello`, `${c} hello`],
        // The text does not name the author of the answered post, so the post is not a reply.
        [reply, `${b} what?`, `${b} what?`, `${b} what?`],
        [{ tweet_mode: 'extended' }, `${a} no reply`, `${a} no reply`, `${a} no reply`],
      ] as const) {
        const post = await stage.updated(author.as, { ...form, status })
        assert.equal(post['full_text'], whole)
        const [start, end] = (post['display_text_range'] as bigint[]).map(Number)
        assert.equal(whole.slice(start, end), shown)
      }
    },
  )
  await t.test('200 spec/posts.md#update: attachment_url makes a quote', async () => {
    const quoted = await stage.write(other.id)
    const address = `https://twitter.com/${other.screenName}/status/${quoted.id}`
    const quote = await stage.updated(author.as, { status: 'Look', attachment_url: address })
    assert.equal(quote['quoted_status_id'], quoted.id)
    assert.equal(quote.quoted_status?.id, quoted.id)
    assert.equal((quote['quoted_status_permalink'] as { expanded: string }).expanded, address)
    const own = `${relations.server.url}/${other.screenName}/status/${quoted.id}`
    const byOwnHost = await stage.updated(author.as, { status: 'Look again', attachment_url: own })
    assert.equal(byOwnHost['quoted_status_id'], quoted.id)
    const twice = await stage.updated(author.as, { status: `Look at ${address}`, attachment_url: address })
    assert.match(twice.text, /^Look at https:\/\/t\.co\/\w{10}$/)
    assert.equal(twice['quoted_status_id'], quoted.id)
  })
  await t.test(
    '200 spec/posts.md#update: the post has coordinates, unless the request disables their display',
    async () => {
      const place = { lat: '37.5', long: '-122.25' }
      const { geo, coordinates } = await stage.updated(author.as, { status: 'Somewhere', ...place })
      assert.deepEqual(geo, { type: 'Point', coordinates: [37.5, -122.25] })
      assert.deepEqual(coordinates, { type: 'Point', coordinates: [-122.25, 37.5] })
      for (const [lat, long, at] of [
        ['1e-7', '1', [1e-7, 1n]],
        ['.5', '1.', [0.5, 1n]],
        ['-1.5E1', '+1e+2', [-15n, 100n]],
      ] as const) {
        const near = await stage.updated(author.as, { status: `At ${lat}`, lat, long })
        assert.deepEqual(near.geo, { type: 'Point', coordinates: at })
      }
      const hidden = { status: 'Nowhere', ...place, display_coordinates: 'false' }
      assert.equal((await stage.updated(author.as, hidden))['geo'], null)
    },
  )
  await t.test('200 spec/posts.md#update: place_id names a place of an imported post', async () => {
    const place = { id: '3078869807f9dd36', full_name: 'Berlin, Germany', name: 'Berlin', country_code: 'DE' }
    await stage.context.store.write((tx) =>
      insertMissingPlaces(tx, [{ ...place, place_type: 'city', country: 'Germany' }]),
    )
    const form = { status: 'In Berlin', place_id: place.id, lat: '52.5', long: '13.4' }
    const hidden = { ...form, status: 'Somewhere in it', display_coordinates: 'false' }
    for (const [sent, point] of [
      [form, { type: 'Point', coordinates: [13.4, 52.5] }],
      [hidden, null],
    ] as const) {
      const post = await stage.updated(author.as, sent)
      const shown = post['place'] as Record<string, unknown>
      assert.deepEqual([shown['id'], shown['full_name']], [place.id, place.full_name])
      assert.deepEqual(post['coordinates'], point)
      const second = await relations.got<{ data: { geo?: object }; includes?: { places?: object[] } }>(
        `/labs/2/tweets/${post.id}?tweet.fields=geo&expansions=geo.place_id`,
        author.as,
      )
      assert.deepEqual(second.data.geo, {
        ...(point === null ? {} : { coordinates: point }),
        place_id: place.id,
      })
      assert.deepEqual(second.includes?.places, [{ id: place.id, full_name: place.full_name }])
    }
    const { id } = await stage.updated(author.as, { status: 'Scrubbed', place_id: place.id })
    await scrubGeo(stage.context, { userId: author.id, upToId: id })
    const path = `/1.1/statuses/show.json?id=${id}`
    assert.equal((await relations.got<AnsweredPost>(path, author.as))['place'], null)
    const scrubbed = await relations.got<object>(`/labs/2/tweets/${id}?expansions=geo.place_id`, author.as)
    assert.ok(!('includes' in scrubbed))
    const later = await stage.updated(author.as, { status: 'And later', place_id: place.id })
    assert.notEqual(later['place'], null, 'the place itself is still known')
  })
  await t.test('400/44 spec/posts.md#update: an unknown place_id', async () => {
    for (const place_id of ['3078869807f9dd37', 'x'.repeat(80), 'a b']) {
      const { status, text } = await stage.update(author.as, { status: 'Nowhere known', place_id })
      assert.equal(status, 400)
      assert.equal(text, '{"errors":[{"code":44,"message":"place_id parameter is invalid."}]}')
    }
    assert.equal((await stage.updated(author.as, { status: 'Empty is none', place_id: '' }))['place'], null)
  })
  await t.test(
    '200 spec/posts.md#fail_dm_commands: a text like `d name text` is an ordinary post by default',
    async () => {
      const status = `D ${other.screenName} hello`
      assert.equal((await stage.updated(author.as, { status, enable_dmcommands: 'true' })).text, status)
    },
  )
}

async function withMedia(t: TestContext, stage: PostStage, { as }: Person): Promise<void> {
  await t.test('200 spec/posts.md#update: URLs of photos have the host that the client uses', async () => {
    const ids = [await stage.upload(await jpeg(SMALL), as), await stage.upload(await jpeg(SMALL), as)]
    const post = await stage.updated(as, { status: 'Two photos', media_ids: ids.join(',') })
    const { media } = post['extended_entities'] as { media: { id_str: string; media_url_https: string }[] }
    assert.deepEqual(
      media.map(({ id_str }) => id_str),
      ids,
    )
    const [first] = media
    assert.ok(first !== undefined)
    assert.ok(first.media_url_https.startsWith(`${stage.relations.server.url}/media/`))
    assert.equal((await fetch(first.media_url_https)).status, 200)
    assert.equal(post['possibly_sensitive'], false)
    assert.match(post.text, /^Two photos https:\/\/t\.co\/\w{10}$/)
  })
  await t.test('200 a post with media needs no text', async () => {
    const media_ids = await stage.upload(await jpeg(SMALL), as)
    assert.match((await stage.updated(as, { media_ids })).text, /^https:\/\/t\.co\/\w{10}$/)
  })
  await t.test('400/323 spec/errors.md#code-table: an animated GIF with other media', async () => {
    const ids = [await stage.upload(await gif(SMALL), as), await stage.upload(await jpeg(SMALL), as)]
    const message = 'Animated GIFs are not allowed when uploading multiple images.'
    assertError(await stage.update(as, { status: 'Both', media_ids: ids.join() }), 400, 323, message)
  })
  await t.test('400/324 spec/errors.md#code-table: more than four photos, or a photo in use', async () => {
    const message = 'The validation of media ids failed.'
    assertError(await stage.update(as, { status: 'Five', media_ids: '1,2,3,4,5' }), 400, 324, message)
    const media_ids = await stage.upload(await jpeg(SMALL), as)
    await stage.updated(as, { status: 'Once', media_ids })
    assertError(await stage.update(as, { status: 'Twice', media_ids }), 400, 324, message)
  })
  await t.test('400/325 spec/errors.md#code-table: an unknown upload, or an invalid id', async () => {
    for (const media_ids of ['1', 'x', '-5', '1'.repeat(100)]) {
      assertError(await stage.update(as, { status: 'a', media_ids }), 400, 325, 'A media id was not found.')
    }
  })
  await t.test('403/386 spec/errors.md#code-table: media together with a quoted post', async () => {
    const media_ids = await stage.upload(await jpeg(SMALL), as)
    const attachment_url = 'https://twitter.com/i/web/status/1'
    const message = 'The Tweet exceeds the number of allowed attachment types.'
    assertError(await stage.update(as, { status: 'Both', media_ids, attachment_url }), 403, 386, message)
  })
}

async function refusedTexts(t: TestContext, stage: PostStage, { as }: Person, other: Person) {
  const refused = async (form: Record<string, string>, ...error: [number, number, string]) =>
    assertError(await stage.update(as, form), ...error)
  await t.test('403/38 spec/errors.md#code-table: without a text, or with white space only', async () => {
    for (const form of [{}, { status: '' }, { status: ' \n\u3000 ' }]) {
      await refused(form, 403, 38, 'status parameter is missing.')
    }
  })
  await t.test(
    '403/186 spec/text.md#weighted-length: a weighted length above 280, in ten scripts',
    async () => {
      const too = 'Tweet needs to be a bit shorter.'
      for (const [letter, weight] of [
        ['a', 1],
        ['é', 1],
        ['я', 1],
        ['λ', 1],
        ['ש', 1],
        ['س', 1],
        ['न', 1],
        ['ส', 1],
        ['言', 2],
        ['한', 2],
        ['カ', 2],
        ['👩‍👩‍👧', 2],
      ] as const) {
        const fits = letter.repeat(280 / weight)
        const { full_text } = await stage.updated(as, { status: fits, tweet_mode: 'extended' })
        assert.equal(full_text, fits)
        await refused({ status: `${fits}b` }, 403, 186, too)
      }
      await refused({ status: 'a'.repeat(60_000) }, 403, 186, too)
    },
  )
  await t.test('400/44 spec/text.md#forbidden-text: forbidden characters, and an invalid id', async () => {
    for (const bad of ['\ufffe', '\ufeff', '\uffff']) {
      await refused({ status: `a${bad}b` }, 400, 44, 'status parameter is invalid.')
    }
    await refused(
      { status: 'a', in_reply_to_status_id: 'x' },
      400,
      44,
      'in_reply_to_status_id parameter is invalid.',
    )
  })
  await t.test(
    '200 spec/text.md#weighted-length: bidirectional marks count like other characters',
    async () => {
      const status = '\u202aleft\u202c \u202eright\u202c \u200fmark'
      assert.equal((await stage.updated(as, { status })).text, status)
    },
  )
  await t.test('403/187 spec/errors.md#code-table: the same text again', async () => {
    await stage.updated(as, { status: 'Only once' })
    await refused({ status: ' Only once ' }, 403, 187, 'Status is a duplicate.')
  })
  await t.test(
    '403/151 spec/posts.md#fail_dm_commands: a text like `d name text` is refused, with both spellings of the parameter',
    async () => {
      const message = 'There was an error sending your message: messages are not sent by posts.'
      for (const name of ['fail_dmcommands', 'fail_dm_commands']) {
        await refused({ status: `m @${other.screenName} hi`, [name]: 'true' }, 403, 151, message)
        const nobody = { status: `d nobody_of_that ${name}`, [name]: 'true' }
        assert.equal((await stage.updated(as, nobody)).text, nobody.status)
      }
    },
  )
  await t.test('403/185 spec/errors.md#code-table: more posts than the daily limit', async () => {
    const stage = await PostStage.open(t, { limits: 'documented' })
    const busy = await stage.relations.person()
    for (let count = 0; count < DAILY_POSTS; count += 200) {
      await Promise.all(Array.from({ length: 200 }, () => stage.write(busy.id)))
    }
    const answer = await stage.update(busy.as, { status: 'One more' })
    assertError(answer, 403, 185, 'User is over daily status update limit.')
  })
}

const MESSAGE_LINK = 'https://twitter.com/messages/compose?recipient_id=5'

async function refusedTies(t: TestContext, stage: PostStage, author: Person): Promise<void> {
  const unseen = await stage.unseen(author)
  const refused = async (form: Record<string, string>, ...error: [number, number, string]) =>
    assertError(await stage.update(author.as, { status: 'a tie', ...form }), ...error)
  await t.test('403/385 spec/errors.md#code-table: a reply to a deleted or hidden post', async () => {
    const message = 'You attempted to reply to a Tweet that is deleted or not visible to you.'
    for (const { id } of unseen) await refused({ in_reply_to_status_id: String(id) }, 403, 385, message)
  })
  await t.test('200 spec/posts.md#update: a link that starts a direct message is not a quote', async () => {
    const post = await stage.updated(author.as, { status: 'Write to me', attachment_url: MESSAGE_LINK })
    const { urls } = post['entities'] as { urls: readonly { expanded_url: string }[] }
    assert.deepEqual(
      [urls.map(({ expanded_url }) => expanded_url), post['is_quote_status']],
      [[MESSAGE_LINK], false],
    )
  })
  await t.test(
    '403/433 spec/v2-posts.md#reply-settings: a reply that the author of the post does not allow',
    async () => {
      const other = await stage.relations.person()
      const { id } = await stage.write(other.id, { replySettings: 'following' })
      const status = `@${other.screenName} hello`
      const message = 'The original Tweet author restricted who can reply to this Tweet.'
      await refused({ status, in_reply_to_status_id: String(id) }, 403, 433, message)
      await stage.updated(author.as, { status: 'no reply', in_reply_to_status_id: String(id) })
      await letFollow(stage.context, { follower: other.id, followee: author.id })
      await stage.updated(author.as, { status, in_reply_to_status_id: String(id) })
    },
  )
  await t.test(
    '400/44 spec/errors.md#code-table: an attachment_url that is not a post, or a hidden post',
    async () => {
      const message = 'attachment_url parameter is invalid'
      for (const attachment_url of ['x', 'https://example.com/a/status/1', 'https://twitter.com/a']) {
        await refused({ attachment_url }, 400, 44, message)
      }
      for (const { id } of unseen) {
        await refused({ attachment_url: `https://twitter.com/a/status/${id}` }, 400, 44, message)
      }
    },
  )
  await t.test('400/3 spec/errors.md#code-table: invalid coordinates', async () => {
    for (const place of [
      { lat: '90.1', long: '0' },
      { lat: '0', long: '-181' },
      { lat: 'x', long: '0' },
      { lat: '1e2', long: '0' },
      { lat: '1e999', long: '0' },
      { lat: '1e', long: '0' },
      { lat: '.', long: '0' },
      { lat: '0x1', long: '0' },
    ]) {
      await refused(place, 400, 3, 'Invalid coordinates.')
    }
    const half = await stage.updated(author.as, { status: 'Half a place', lat: '5' })
    assert.equal(half['geo'], null)
  })
  await t.test(
    'spec/limits.md#v11-limits: statuses/update and statuses/retweet share a budget of 300 in three hours',
    async () => {
      const limited = await PostStage.open(t, { limits: 'documented' })
      const [one, another] = await limited.relations.people(2)
      assert.ok(one !== undefined && another !== undefined)
      const { headers } = await limited.update(one.as, { status: 'a' })
      assert.deepEqual(
        [headers.get('x-rate-limit-limit'), headers.get('x-rate-limit-remaining')],
        ['300', '299'],
      )
      const { id } = await limited.write(another.id)
      const reposted = await limited.relations.post(`/1.1/statuses/retweet/${id}.json`, one.as)
      assert.equal(reposted.headers.get('x-rate-limit-remaining'), '298')
    },
  )
}
