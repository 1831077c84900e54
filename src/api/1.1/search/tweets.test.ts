import assert from 'node:assert/strict'
import { atTime } from '../../../../test/support/at-time.ts'
import { consumed } from '../../../../test/support/consumed.ts'
import { ENGINES } from '../../../../test/support/engines.ts'
import { slowOnPostgres } from '../../../../test/support/part.ts'
import { hidesAtOnce, openSearch } from '../../../../test/support/streams/recent-search.ts'
import { block } from '../../../domain/graph/block.ts'
import { createPost } from '../../../domain/posts/write/create-post.ts'
import { repost } from '../../../domain/posts/write/repost.ts'

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  test(`search/tweets on ${engine}`, async (t) => {
    const stage = await openSearch(t, engine)
    await t.test('spec/posts.md#search: search/tweets', async () => {
      const path = '/1.1/search/tweets.json'
      const { status, json } = await stage.get(path, { q: 'owl filter:hashtags', count: '4' })
      assert.equal(status, 200)
      assert.deepEqual(
        json.statuses.map(({ id_str }: { id_str: string }) => id_str),
        stage.ids.slice(0, 4),
      )
      assert.equal(json.search_metadata.max_id_str, stage.ids[0])
      const older = new URLSearchParams(json.search_metadata.next_results.slice(1))
      const next = await stage.get(path, Object.fromEntries(older))
      assert.equal(next.json.statuses[0].id_str, stage.ids[4])
      const asUser = await stage.app.asUser(stage.other.id)
      assert.equal((await stage.get(path, { q: 'owl', count: '100' }, asUser)).json.statuses.length, 26)
      await block(stage.context, { userId: stage.author.id, blockedId: stage.other.id })
      assert.equal((await stage.get(path, { q: 'owl', count: '100' }, asUser)).json.statuses.length, 1)
    })

    await t.test("a word with - ' & finds the same posts alone and next to operators", async () => {
      const { context, other } = stage
      const said = await createPost(context, { authorId: other.id, text: "I don't e-mail rock&roll @ AT&T" })
      await consumed(context.store, 'search')
      for (const word of ['e-mail', "don't", 'rock&roll', 'AT&T']) {
        for (const q of [
          word,
          `from:${other.screenName} ${word}`,
          `${word} lang:en -cat`,
          `(${word} OR zebra)`,
        ]) {
          const { status, json } = await stage.get('/1.1/search/tweets.json', { q })
          const ids = json.statuses.map(({ id_str }: { id_str: string }) => id_str)
          assert.deepEqual([status, ids], [200, [String(said.id)]], q)
        }
        const without = { q: `from:${other.screenName} -${word}` }
        const { json } = await stage.get('/1.1/search/tweets.json', without)
        assert.ok(!JSON.stringify(json.statuses).includes(String(said.id)), word)
      }
    })

    await t.test(
      '200 geocode: posts at a point in the circle, or at a place that is completely in the circle',
      async () => {
        const { context, other } = stage
        const square = (long: number, lat: number) => ({
          id: `${long} ${lat}`,
          place_type: 'city',
          name: 'A city',
          full_name: 'A city, somewhere',
          country_code: 'DE',
          country: 'Germany',
          bounding_box: { type: 'Polygon', coordinates: [[0, 1, 2, 3].map((at) => [long + at / 9, lat])] },
        })
        const say = async (text: string, where: object) =>
          String((await createPost(context, { authorId: other.id, text, ...where })).id)
        const written = [
          await say('heron nowhere', {}),
          await say('heron in Berlin', { lat: 52.52, long: 13.4 }),
          await say('heron near Paris', { lat: 48.86, long: 2.35 }),
          await say('heron in a city', { place: square(13.2, 52.5) }),
          await say('heron in another', { place: square(2.2, 48.8) }),
          await say('heron in Berlin, say I in Paris', { lat: 48.86, long: 2.35, place: square(13.2, 52.5) }),
        ]
        await consumed(context.store, 'search')
        const found = async (query: Record<string, string>) => {
          const { status, json } = await stage.get('/1.1/search/tweets.json', { q: 'heron', ...query })
          assert.equal(status, 200)
          return { ids: json.statuses.map(({ id_str }: { id_str: string }) => id_str), json }
        }
        const [, berlin, , city] = written
        assert.deepEqual((await found({})).ids, written.toReversed())
        assert.deepEqual((await found({ geocode: '52.52,13.4,40km' })).ids, [city, berlin])
        assert.deepEqual((await found({ geocode: '52.52,13.4,2mi' })).ids, [berlin])
        const day = new Date(context.clock.now() + 86_400_000).toISOString().slice(0, 10)
        const narrow = { geocode: '52.52,13.4,25mi', until: day }
        const first = await found({ ...narrow, count: '1' })
        assert.deepEqual(first.ids, [city])
        const older = new URLSearchParams(first.json.search_metadata.next_results.slice(1))
        assert.deepEqual([older.get('geocode'), older.get('until')], [narrow.geocode, day])
        assert.deepEqual((await found(Object.fromEntries(older))).ids, [berlin])
        const newer = new URLSearchParams(first.json.search_metadata.refresh_url.slice(1))
        assert.deepEqual((await found(Object.fromEntries(newer))).ids, [])
      },
    )

    await t.test(
      'spec/posts.md#search: filters mean the same as the corresponding operators of rules, at any position',
      async () => {
        const { context, author, other } = stage
        const minutesAgo = (minutes: number) => atTime(context, context.clock.now() - minutes * 60_000)
        const say = (minutes: number, text: string, more: object = {}) =>
          createPost(minutesAgo(minutes), { authorId: other.id, text, ...more })
        const plain = await say(5, 'stork plain')
        const linked = await say(4, 'stork https://example.com/l')
        const reply = await say(3, 'stork reply', { inReplyToId: plain.id, autoPopulateReplyMetadata: true })
        const talk = await say(2, 'stork: the page has links galore')
        const shared = await repost(minutesAgo(1), { userId: author.id, postId: plain.id })
        await consumed(context.store, 'search')
        const names = new Map(
          Object.entries({ plain, linked, reply, talk, repost: shared }).map(([name, { id }]) => [
            String(id),
            name,
          ]),
        )
        for (const [q, wanted] of [
          ['stork', 'repost talk reply linked plain'],
          ['stork filter:links', 'linked'],
          ['stork -filter:links', 'repost talk reply plain'],
          ['(stork filter:links)', 'linked'],
          ['(filter:links) stork', 'linked'],
          ['stork (filter:links OR filter:retweets)', 'repost linked'],
          ['"stork plain" OR filter:links', 'repost linked plain'],
          ['filter:links', 'linked'],
          ['the filter:replies', ''],
          ['stork filter:replies', 'reply'],
          ['stork -filter:replies', 'repost talk linked plain'],
          ['stork include:retweets', 'repost talk reply linked plain'],
          ['stork -filter:retweets', 'talk reply linked plain'],
          ['stork exclude:retweets', 'talk reply linked plain'],
          ['stork filter:nativeretweets', 'repost'],
        ] as const) {
          const { status, json } = await stage.get('/1.1/search/tweets.json', { q, count: '100' })
          assert.equal(status, 200, q)
          const found = json.statuses.map(({ id_str }: { id_str: string }) => names.get(id_str) ?? id_str)
          assert.equal(found.join(' '), wanted, q)
        }
      },
    )

    await t.test(
      'spec/posts.md#search: the link to the next page has the parameters of the request',
      async () => {
        const path = '/1.1/search/tweets.json'
        const [, , , , oldest = ''] = stage.ids
        const request = {
          q: 'owl #birds',
          since_id: oldest,
          lang: 'und',
          locale: 'ja',
          result_type: 'recent',
          tweet_mode: 'extended',
          include_entities: 'false',
        }
        const { json } = await stage.get(path, { ...request, lang: '', count: '3' })
        const { lang: _, ...kept } = request
        const next = Object.fromEntries(new URLSearchParams(json.search_metadata.next_results.slice(1)))
        assert.deepEqual(next, { ...kept, count: '3', max_id: stage.ids[3] })
        const newer = Object.fromEntries(new URLSearchParams(json.search_metadata.refresh_url.slice(1)))
        assert.deepEqual(newer, { ...kept, since_id: stage.ids[0] })
        const last = (await stage.get(path, next)).json
        assert.deepEqual(
          last.statuses.map(({ id_str }: { id_str: string }) => id_str),
          stage.ids.slice(3, 4),
        )
        assert.equal(last.search_metadata.next_results, undefined)
      },
    )

    await t.test('spec/compliance-stream.md#events: a hidden post is not found after the commit', () =>
      hidesAtOnce(stage, async () => {
        const { json } = await stage.get('/1.1/search/tweets.json', { q: 'owl', count: '100' })
        return json.statuses.map(({ id_str }: { id_str: string }) => id_str)
      }),
    )

    const refused = async (query: Record<string, string>): Promise<[number, number]> => {
      const { status, json } = await stage.get('/1.1/search/tweets.json', query)
      return [status, json.errors[0].code]
    }
    await t.test('400/25 without a query', async () => {
      assert.deepEqual(await refused({ q: ' ' }), [400, 25])
    })
    await t.test('403/195 a query without a searchable term, or a query that is too long', async () => {
      assert.deepEqual(await refused({ q: '-owl' }), [403, 195])
      assert.deepEqual(await refused({ q: 'x'.repeat(501) }), [403, 195])
      // The public service has the same code for such queries, but a message that does not name the cause.
      const { json } = await stage.get('/1.1/search/tweets.json', { q: 'a' })
      assert.equal(json.errors[0].code, 195)
      assert.match(
        json.errors[0].message,
        /^The query cannot be answered: q has only words that nearly every post has/,
      )
    })
    await t.test('the length of a query is in code points', async () => {
      const found = async (q: string) => (await stage.get('/1.1/search/tweets.json', { q })).status
      assert.equal(await found(`"${'🦉'.repeat(498)}"`), 200)
      assert.equal(await found(`"${'🦉'.repeat(499)}"`), 403)
    })
    await t.test('until: posts before that day', async () => {
      const dayAfter = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
      const found = async (until: string) => {
        const { status, json } = await stage.get('/1.1/search/tweets.json', { q: 'owl', until })
        return [status, json.statuses.length]
      }
      assert.deepEqual(await found(dayAfter(2)), [200, 15])
      assert.deepEqual(await found(dayAfter(-2)), [200, 0])
    })
    await t.test('400/44 an invalid id or day', async () => {
      assert.deepEqual(await refused({ q: 'owl', since_id: 'x' }), [400, 44])
      for (const until of ['2026-02-30', '2020-8-1', 'tomorrow']) {
        assert.deepEqual(await refused({ q: 'owl', until }), [400, 44], until)
      }
    })
    await t.test('400/44 an invalid day or circle', async () => {
      for (const [name, values] of [
        ['until', ['x', 'yesterday', '2020-8-1', '2020-02-31', '2020-13-01', '2020-08-12T00:00:00Z']],
        ['geocode', ['x', '1,2', '1,2,3', '91,0,1km', '0,181,1km', '0,0,0km', '0,0,-1mi', '1 2 3km']],
      ] as const) {
        for (const value of values) {
          const { status, json } = await stage.get('/1.1/search/tweets.json', { q: 'owl', [name]: value })
          assert.equal(status, 400, value)
          assert.deepEqual(json.errors, [{ code: 44, message: `${name} parameter is invalid.` }])
        }
        const { status } = await stage.get('/1.1/search/tweets.json', { q: 'owl', [name]: '' })
        assert.equal(status, 200)
      }
    })
  })
}
