/** Public pages over HTTP, as browsers get them: every state of a user and of a post (spec/pages.md). */
import assert from 'node:assert/strict'
import type { Engine } from '../../src/db/query.ts'
import { changeUserState } from '../../src/domain/accounts/change-user-state.ts'
import type { User } from '../../src/domain/accounts/user.ts'
import { changePostState } from '../../src/domain/posts/state/change-post-state.ts'
import { hideReply } from '../../src/domain/posts/state/hide-reply.ts'
import { createPost } from '../../src/domain/posts/write/create-post.ts'
import { deletePost } from '../../src/domain/posts/write/delete-post.ts'
import { repost } from '../../src/domain/posts/write/repost.ts'
import { must } from '../../src/lib/assert.ts'
import { consumed } from '../support/consumed.ts'
import { ENGINES, type Hooks } from '../support/engines.ts'
import { slowOnPostgres } from '../support/part.ts'
import { startTestServer } from '../support/server.ts'
import { createOneUser, createUsers } from '../support/users.ts'

const HTML = { accept: 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.8' }

interface Seen {
  readonly status: number
  readonly html: string
  readonly headers: Headers
}

async function openPages(t: Hooks, engine: Engine, publicPages = 'listed') {
  const { url, context } = await startTestServer(t, {
    engine,
    settings: { public_pages: publicPages, limits: 'off' },
  })
  const see = async (path: string, headers: Readonly<Record<string, string>> = HTML): Promise<Seen> => {
    const response = await fetch(`${url}${path}`, { headers, redirect: 'manual' })
    return { status: response.status, html: await response.text(), headers: response.headers }
  }
  const write = async (author: User, text: string, more: { readonly inReplyToId?: bigint } = {}) =>
    createPost(context, { authorId: author.id, text, ...more, autoPopulateReplyMetadata: true })
  return { url, context, see, write }
}

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  test(`public pages on ${engine}`, async (t) => {
    const { url, context, see, write } = await openPages(t, engine)
    const [ada, bob, gone] = (await createUsers(context, 3)) as [User, User, User]

    await t.test(
      'spec/pages.md#profiles: posts newest first, page by page to the end, replies on their own page',
      async () => {
        const author = await createOneUser(context)
        for (let at = 0; at < 45; at += 1) await write(author, `number ${at};`)
        const found: string[] = []
        let path: string | undefined = `/${author.screenName}`
        let pages = 0
        while (path !== undefined) {
          const { status, html } = await see(path)
          assert.equal(status, 200)
          found.push(...[...html.matchAll(/number (\d+);/g)].map(([, number = '']) => number))
          path = /rel="next" href="([^"]+)"/.exec(html)?.[1]
          pages += 1
        }
        assert.equal(pages, 3)
        assert.deepEqual(
          found,
          Array.from({ length: 45 }, (_, at) => String(44 - at)),
        )
        const first = await write(bob, 'a question')
        await write(author, 'an answer', { inReplyToId: first.id })
        assert.doesNotMatch((await see(`/${author.screenName}`)).html, /an answer/)
        assert.match((await see(`/${author.screenName}/with_replies`)).html, /In reply to .*an answer/s)
        // The name is found in any case, and a wrong position counts as none.
        assert.match((await see(`/${author.screenName.toUpperCase()}?before=x`)).html, /number 44;/)
      },
    )

    await t.test(
      'spec/pages.md#posts: markup in names and texts stays text, and links lead to pages',
      async () => {
        const tricky = await createOneUser(context, { name: '"><img src=x onerror=alert(1)>' })
        const text = `<script>alert(1)</script> & #heron with @${bob.screenName}, $TWTR and https://example.org/a?b=1&c="2"`
        const { id } = await write(tricky, text)
        for (const path of [`/${tricky.screenName}`, `/${tricky.screenName}/status/${id}`]) {
          const { html, headers } = await see(path)
          assert.doesNotMatch(html, /<script|<img src=x/)
          assert.match(
            html,
            /&#60;script&#62;alert\(1\)&#60;\/script&#62; &#38; <a href="\/hashtag\/heron">#heron<\/a>/,
          )
          assert.match(html, new RegExp(`<a href="/${bob.screenName}">@${bob.screenName}</a>`))
          assert.match(html, /<a href="\/search\?q=%24TWTR">\$TWTR<\/a>/)
          assert.match(
            html,
            /<a href="https:\/\/example\.org\/a\?b=1&#38;c=[^"]*" rel="nofollow noopener noreferrer ugc">/,
          )
          assert.match(headers.get('content-security-policy') ?? '', /default-src 'none'; .*img-src 'self'/)
          assert.equal(headers.get('cache-control'), 'no-store')
        }
      },
    )

    await t.test('spec/pages.md#posts: a repost shows its original, a quote its quoted post', async () => {
      const original = await write(ada, 'the original words')
      await repost(context, { userId: bob.id, postId: original.id })
      assert.match((await see(`/${bob.screenName}`)).html, /Reposted by .*the original words/s)
      await write(bob, `so true https://twitter.com/${ada.screenName}/status/${original.id}`)
      assert.match((await see(`/${bob.screenName}`)).html, /so true.*<blockquote.*the original words/s)
    })

    await t.test(
      'spec/pages.md#threads: answered posts, replies, and hidden replies after a click',
      async () => {
        const root = await write(ada, 'the root')
        const middle = await write(bob, 'the middle', { inReplyToId: root.id })
        const leaf = await write(ada, 'the leaf', { inReplyToId: middle.id })
        const rude = await write(bob, 'a rude reply', { inReplyToId: root.id })
        await hideReply(context, { userId: ada.id, postId: rude.id, isHidden: true })
        const { html } = await see(`/anything/status/${middle.id}`)
        assert.match(html, /the root.*class="focused".*the middle.*Replies.*the leaf/s)
        assert.match(
          (await see(`/${ada.screenName}/status/${root.id}`)).html,
          /Replies.*the middle.*<details>.*a rude reply/s,
        )
        await deletePost(context, { postId: root.id })
        assert.doesNotMatch((await see(`/${bob.screenName}/status/${middle.id}`)).html, /the root/)
        const sent = await see(`/i/web/status/${leaf.id}`)
        assert.equal(sent.status, 303)
        assert.equal(sent.headers.get('location'), `/${ada.screenName}/status/${leaf.id}`)
      },
    )

    await t.test('spec/pages.md#profiles: protected, suspended, deactivated and unknown users', async () => {
      const { id } = await write(gone, 'a secret of an owl')
      await consumed(context.store, 'search')
      const paths = [
        `/${gone.screenName}`,
        `/${gone.screenName}/with_replies`,
        `/${gone.screenName}/status/${id}`,
        '/search?q=owl',
      ]
      const shown = async () =>
        (await Promise.all(paths.map((path) => see(path)))).map(({ html }) => /a secret/.test(html))
      assert.deepEqual(await shown(), [true, true, true, true])
      for (const [action, back, statuses] of [
        ['protect', 'unprotect', [200, 200, 404, 200]],
        ['suspend', 'unsuspend', [404, 404, 404, 200]],
        ['deactivate', 'reactivate', [404, 404, 404, 200]],
      ] as const) {
        await changeUserState(context, { userId: gone.id, action })
        assert.deepEqual(await shown(), [false, false, false, false], action)
        for (const [at, path] of paths.entries()) {
          const { status, html } = await see(path)
          assert.equal(status, statuses[at], `${action} ${path}`)
          assert.match(html, /name="robots" content="noindex/, path)
        }
        await changeUserState(context, { userId: gone.id, action: back })
      }
      assert.deepEqual(await shown(), [true, true, true, true])
      assert.equal((await see('/no_such_user')).status, 404)
      assert.equal((await see(`/${'y'.repeat(31)}`)).status, 404)
    })

    await t.test('spec/pages.md#withheld: what is withheld in a country is on no page', async () => {
      const { id } = await write(bob, 'a withheld walrus')
      await consumed(context.store, 'search')
      await changePostState(context, { postId: id, action: 'withhold', countries: ['DE', 'FR'] })
      for (const path of [`/${bob.screenName}`, `/${bob.screenName}/status/${id}`, '/search?q=walrus']) {
        const { html } = await see(path)
        assert.doesNotMatch(html, /withheld walrus/, path)
        assert.match(html, /Withheld in DE, FR/, path)
      }
      await changePostState(context, { postId: id, action: 'unwithhold' })
      assert.match((await see(`/${bob.screenName}`)).html, /withheld walrus/)
      await changeUserState(context, { userId: bob.id, action: 'withhold', countries: ['XX'] })
      const { html } = await see(`/${bob.screenName}`)
      assert.match(html, /Withheld in response to a legal demand/)
      assert.doesNotMatch(html, /withheld walrus/)
      await changeUserState(context, { userId: bob.id, action: 'unwithhold' })
    })

    await t.test('deleted and dropped posts are gone at once', async () => {
      const first = await write(ada, 'soon deleted')
      const second = await write(ada, 'soon dropped')
      await deletePost(context, { postId: first.id })
      await changePostState(context, { postId: second.id, action: 'drop' })
      assert.doesNotMatch((await see(`/${ada.screenName}`)).html, /soon d/)
      for (const { id } of [first, second])
        assert.equal((await see(`/${ada.screenName}/status/${id}`)).status, 404)
      for (const id of ['x', '0', '9'.repeat(25), '-1'])
        assert.equal((await see(`/a/status/${id}`)).status, 404, id)
    })

    await t.test(
      'spec/pages.md#search: hashtags and searches go back to the oldest post; a query that cannot be read gets 400',
      async () => {
        for (let at = 0; at < 25; at += 1) await write(ada, `stork ${at}; #störche`)
        await consumed(context.store, 'search')
        for (const path of ['/search?q=stork', `/hashtag/${encodeURIComponent('störche')}`]) {
          const { html } = await see(path)
          assert.equal([...html.matchAll(/stork \d+;/g)].length, 20, path)
          const next = must(/rel="next" href="([^"]+)"/.exec(html)?.[1], 'a next page').replaceAll(
            '&#38;',
            '&',
          )
          assert.equal([...(await see(next)).html.matchAll(/stork \d+;/g)].length, 5, next)
        }
        const refused = await see(`/search?q=${encodeURIComponent('near:"Berlin" owl')}`)
        assert.equal(refused.status, 400)
        assert.match(refused.html, /This query asks for &#34;near:.* leave it out/)
        assert.match(refused.html, /value="near:&#34;Berlin&#34; owl"/)
        assert.equal((await see('/search')).status, 200)
        assert.match((await see('/search?q=nosuchword')).html, /No post matches/)
        assert.equal((await see('/hashtag/a%20b')).status, 404)
      },
    )

    await t.test(
      'spec/pages.md#search-engines: listed pages describe themselves, searches do not',
      async () => {
        const { id } = await write(ada, 'to be listed')
        const post = (await see(`/${ada.screenName}/status/${id}`)).html
        assert.match(post, /name="robots" content="index, noarchive"/)
        assert.match(post, new RegExp(`property="og:url" content="${url}/${ada.screenName}/status/${id}"`))
        assert.match(post, /property="og:description" content="to be listed"/)
        assert.match((await see('/search?q=owl')).html, /content="noindex, nofollow"/)
        const robots = await see('/robots.txt', {})
        assert.match(robots.html, /^User-agent: \*\nDisallow: \/1\.1\/\n/)
        assert.doesNotMatch(robots.html, /Disallow: \/\n/)
      },
    )

    await t.test(
      '404/34 spec/pages.md#addresses: to clients of the API these are unknown paths',
      async () => {
        for (const path of [`/${ada.screenName}`, '/search?q=owl', '/hashtag/owl', '/i/web/status/1'])
          for (const accept of ['*/*', 'application/json', 'text/html;q=0']) {
            const { status, html, headers } = await see(path, { accept })
            assert.equal(status, 404)
            assert.equal(JSON.parse(html).errors[0].code, 34)
            assert.match(headers.get('content-type') ?? '', /application\/json/)
          }
      },
    )
  })
}

for (const [publicPages, disallowed] of [
  ['unlisted', /^User-agent: \*\nDisallow: \/\n$/],
  ['off', undefined],
] as const) {
  slowOnPostgres('sqlite')(
    `spec/pages.md#search-engines: public pages that are ${publicPages}`,
    async (t) => {
      const { context, see } = await openPages(t, 'sqlite', publicPages)
      const user = await createOneUser(context)
      const profile = await see(`/${user.screenName}`)
      const robots = await see('/robots.txt', {})
      if (disallowed === undefined) {
        for (const { status, html } of [profile, robots]) {
          assert.equal(status, 404)
          assert.equal(JSON.parse(html).errors[0].code, 34)
        }
        return
      }
      assert.match(profile.html, /name="robots" content="noindex, nofollow"/)
      assert.match(robots.html, disallowed)
    },
  )
}
