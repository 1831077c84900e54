/**
 * Tests posts that are withheld in all countries (decision 0165). Every API sends every caller a notice
 * instead of the content. Searches, counts and pages do not show these posts. The test in
 * hidden-posts.test.ts covers all paths and streams.
 */
import assert from 'node:assert/strict'
import { text } from 'node:stream/consumers'
import { openBlobs } from '../../src/blobs/open.ts'
import { changeUserState } from '../../src/domain/accounts/change-user-state.ts'
import type { User } from '../../src/domain/accounts/user.ts'
import type { Post } from '../../src/domain/posts/post.ts'
import { withheldPost } from '../../src/domain/posts/read/withheld-post.ts'
import { changePostState } from '../../src/domain/posts/state/change-post-state.ts'
import { createPost } from '../../src/domain/posts/write/create-post.ts'
import { repost } from '../../src/domain/posts/write/repost.ts'
import { memberArchive } from '../../src/exporters/archive/member-archive.ts'
import { ask } from '../support/api-client.ts'
import { atTime } from '../support/at-time.ts'
import { consumed } from '../support/consumed.ts'
import { ENGINES } from '../support/engines.ts'
import { slowOnPostgres } from '../support/part.ts'
import { EVERY_PATH, startTestServer } from '../support/server.ts'
import { createProjectApp } from '../support/streams/rule-suite.ts'
import { createUsers } from '../support/users.ts'

const SECRET = 'zebra'
/**
 * The beginning of a post. The word alone is not enough, because the title of the hashtag page contains it.
 */
const SHOWN = new RegExp(`${SECRET} (<|#|of )`)

interface Body {
  readonly text?: string
  readonly full_text?: string
  readonly withheld_in_countries?: readonly string[]
  readonly withheld_copyright?: boolean
  readonly withheld_scope?: string
  readonly entities?: Readonly<Record<string, readonly unknown[]>>
  readonly is_quote_status?: boolean
  readonly retweeted_status?: Body
  readonly data?: Body & { readonly withheld?: object; readonly referenced_tweets?: readonly object[] }
  readonly meta?: { readonly result_count?: number; readonly total_tweet_count?: number }
}

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  test(`decision 0165: posts withheld in all countries on ${engine}`, async (t) => {
    const { context: now, config, url } = await startTestServer(t, { engine, settings: EVERY_PATH })
    // Searches find posts that are at least a minute old.
    const context = atTime(now, now.clock.now() - 60_000)
    const app = await createProjectApp(context)
    const [author, withheld, fan] = (await createUsers(context, 3)) as [User, User, User]
    const write = async ({ id: authorId }: User, text: string, more: object = {}) =>
      (await createPost(context, { authorId, text, isLimited: false, ...more })).id
    const first = await write(fan, 'A first post')
    const everywhere = await write(author, `${SECRET} #${SECRET} @${fan.screenName}`, { quoteId: first })
    const byCopyright = await write(author, `${SECRET} of another`)
    const ofUser = await write(withheld, `${SECRET} of a withheld user`)
    const quoting = await write(fan, 'A quote', { quoteId: everywhere })
    const { id: reposting } = await repost(context, { userId: fan.id, postId: byCopyright, isLimited: false })
    await write(author, 'Another post')
    const asAuthor = await app.asUser(author.id)
    const read = async (path: string, credentials = app.asApp): Promise<Body> => {
      const { status, text } = await ask(`${url}${path}`, credentials)
      assert.equal(status, 200, `${path}: ${text}`)
      assert.doesNotMatch(text, new RegExp(SECRET), path)
      return JSON.parse(text) as Body
    }
    await consumed(context.store, 'search')
    const pages = [
      `/${author.screenName}/status/${everywhere}`,
      `/${fan.screenName}/status/${quoting}`,
      `/${author.screenName}`,
      `/hashtag/${SECRET}`,
    ]
    const page = async (path: string): Promise<string> => {
      const answer = await fetch(`${url}${path}`, { headers: { accept: 'text/html' } })
      assert.equal(answer.status, 200, path)
      return answer.text()
    }
    for (const path of pages) assert.match(await page(path), SHOWN, path)
    assert.match((await ask(`${url}/1.1/statuses/show.json?id=${everywhere}`, app.asApp)).text, /zebra/)
    for (const [postId, country] of [
      [everywhere, 'XX'],
      [byCopyright, 'XY'],
    ] as const)
      await changePostState(context, { postId, action: 'withhold', countries: ['DE', country] })
    await changeUserState(context, { userId: withheld.id, action: 'withhold', countries: ['XX'] })

    const demanded = `This Tweet from @${author.screenName} has been withheld in response to a legal demand.`
    const complained = `This Tweet from @${author.screenName} has been withheld in response to a report from the copyright holder.`
    const account = `Account from @${withheld.screenName} has been withheld in response to a legal demand.`

    await t.test('responses of v1.1 have the notice instead of the content', async () => {
      const show = (id: bigint) => `/1.1/statuses/show.json?tweet_mode=extended&id=${id}`
      for (const credentials of [app.asApp, asAuthor]) {
        const post = await read(show(everywhere), credentials)
        assert.equal(post.full_text, demanded)
        assert.deepEqual(post.withheld_in_countries, ['DE', 'XX'])
        assert.equal(post.withheld_scope, 'status')
        assert.equal(post.is_quote_status, false)
        assert.deepEqual(post.entities, { hashtags: [], symbols: [], user_mentions: [], urls: [] })
      }
      const other = await read(show(byCopyright))
      assert.equal(other.full_text, complained)
      assert.equal(other.withheld_copyright, true)
      assert.equal((await read(show(ofUser))).full_text, account)
      assert.equal((await read(show(reposting))).retweeted_status?.full_text, complained)
      await read(show(quoting))
    })

    await t.test('responses of API v2 and Labs have the notice instead of the content', async () => {
      for (const path of ['/2/tweets', '/labs/2/tweets']) {
        const fields = 'tweet.fields=withheld,entities,referenced_tweets'
        const { data } = await read(`${path}/${everywhere}?${fields}`)
        assert.equal(data?.text, demanded)
        assert.deepEqual(data?.withheld, { copyright: false, country_codes: ['DE', 'XX'], scope: 'tweet' })
        assert.equal(data?.entities, undefined)
        assert.equal(data?.referenced_tweets, undefined)
        const other = await read(`${path}/${byCopyright}?${fields}`, asAuthor)
        assert.deepEqual(other.data?.withheld, {
          ...{ copyright: true, country_codes: ['DE', 'XY'], scope: 'tweet' },
        })
        const third = await read(`${path}/${ofUser}?${fields}`)
        assert.equal(third.data?.text, account)
        assert.deepEqual(third.data?.withheld, { copyright: false, country_codes: ['XX'], scope: 'user' })
      }
      await read(`/labs/1/tweets?ids=${everywhere},${byCopyright},${ofUser}&format=detailed`)
    })

    await t.test('searches and counts leave the posts out for every query', async () => {
      await consumed(context.store, 'search')
      const until = new Date(now.clock.now() - 15_000).toISOString()
      for (const [query, expected] of [
        [SECRET, 0],
        [`from:${author.screenName}`, 1],
        [`from:${author.screenName} -${SECRET}`, 1],
        [`from:${withheld.screenName}`, 0],
        [`from:${fan.screenName} -${SECRET}`, 2],
        ['withheld', 0],
      ] as const) {
        const rest = `query=${encodeURIComponent(query)}&end_time=${until}`
        for (const reach of ['recent', 'all']) {
          const { meta } = await read(`/2/tweets/search/${reach}?${rest}`)
          assert.equal(meta?.result_count, expected, `${reach} ${query}`)
          const counts = await read(`/2/tweets/counts/${reach}?${rest}`)
          assert.equal(counts.meta?.total_tweet_count, expected, `${reach} ${query}`)
        }
        const { text } = await ask(`${url}/1.1/search/tweets.json?q=${encodeURIComponent(query)}`, app.asApp)
        assert.equal((JSON.parse(text) as { statuses: unknown[] }).statuses.length, expected, query)
      }
    })

    await t.test('public pages do not show the posts', async () => {
      for (const path of pages) assert.doesNotMatch(await page(path), SHOWN, path)
      const copyright = await page(`/${author.screenName}/status/${byCopyright}`)
      assert.match(copyright, /Withheld in response to a report from the copyright holder\./)
    })

    await t.test('the mentions before a reply do not name the author of a withheld post', async () => {
      const reply = { inReplyToId: everywhere, autoPopulateReplyMetadata: true }
      const { content } = await createPost(context, {
        ...{ authorId: withheld.id, text: 'a reply', isLimited: false, ...reply },
      })
      assert.equal(content.text, `@${author.screenName} a reply`)
    })

    await t.test(
      'the archive of a member has all posts by the member, and notices instead of posts by other users',
      async () => {
        const source = {
          ...{ store: context.store, clock: context.clock, blobs: openBlobs(config) },
          onUnreadable: (kind: string, id: bigint) => assert.fail(`${kind} ${id}`),
        }
        const postsOf = async ({ id }: User): Promise<string> => {
          for await (const { path, open } of memberArchive(source, id)) {
            if (path === 'data/tweets.js') {
              const bytes = await open()
              return bytes === undefined ? '' : text(bytes)
            }
          }
          return assert.fail('no posts')
        }
        const ofFan = await postsOf(fan)
        assert.doesNotMatch(ofFan, new RegExp(SECRET))
        for (const notice of [demanded, complained]) assert.ok(ofFan.includes(notice), notice)
        assert.match(await postsOf(author), new RegExp(`${SECRET} of another`))
      },
    )

    await t.test(
      'an imported copyright mark is kept, and a post that is withheld only because of its author has the cause of the author',
      () => {
        const countries = (...withheldInCountries: string[]) => ({ withheldInCountries, screenName: 'ann' })
        const post = { content: { text: SECRET, kept: { withheld_copyright: true } } } as unknown as Post
        const marked = withheldPost({ ...post, withheldInCountries: ['XX'] }, countries())
        assert.equal(marked.content.kept?.withheld_copyright, true)
        assert.match(marked.content.text, /This Tweet from @ann .* a report from the copyright holder\./)
        const plain = {
          content: { text: SECRET },
          withheldInCountries: [] as readonly string[],
        } as unknown as Post
        assert.match(
          withheldPost(plain, countries('XY')).content.text,
          /Account from @ann .* a report from the copyright holder\./,
        )
        const own = withheldPost({ ...plain, withheldInCountries: ['XX'] }, countries('XY'))
        assert.match(own.content.text, /This Tweet from @ann .* a legal demand\./)
      },
    )

    await t.test('the content is shown again when the withholding ends', async () => {
      await changePostState(context, { postId: everywhere, action: 'unwithhold' })
      assert.match((await ask(`${url}/2/tweets/${everywhere}`, app.asApp)).text, /zebra/)
    })
  })
}
