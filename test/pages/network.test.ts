/** Tests public pages over HTTP for every state of a user and of a post (spec/pages.md#addresses). */
import assert from 'node:assert/strict'
import { changeUserState } from '../../src/domain/accounts/change-user-state.ts'
import type { User } from '../../src/domain/accounts/user.ts'
import { changePostState } from '../../src/domain/posts/state/change-post-state.ts'
import { repost } from '../../src/domain/posts/write/repost.ts'
import { consumed } from '../support/consumed.ts'
import { ENGINES } from '../support/engines.ts'
import { openPages } from '../support/http/public-pages.ts'
import { slowOnPostgres } from '../support/part.ts'
import { createOneUser, createUsers } from '../support/users.ts'

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  test(`public pages on ${engine}`, async (t) => {
    const { context, see, write } = await openPages(t, engine)
    const [ada, bob, gone] = (await createUsers(context, 3)) as [User, User, User]

    await t.test(
      'spec/pages.md#profiles: posts are newest first, page by page to the end, and replies are on a separate page',
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
        // A name is found in upper and lower case, and an invalid position in the list is ignored.
        assert.match((await see(`/${author.screenName.toUpperCase()}?before=x`)).html, /number 44;/)
      },
    )

    await t.test(
      'spec/pages.md#posts: markup in names and texts is escaped, and links lead to pages',
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

    await t.test(
      'spec/pages.md#posts: a repost shows its original, and a quote shows its quoted post',
      async () => {
        const original = await write(ada, 'the original words')
        await repost(context, { userId: bob.id, postId: original.id })
        assert.match((await see(`/${bob.screenName}`)).html, /Reposted by .*the original words/s)
        await write(bob, `so true https://twitter.com/${ada.screenName}/status/${original.id}`)
        assert.match((await see(`/${bob.screenName}`)).html, /so true.*<blockquote.*the original words/s)
      },
    )

    await t.test(
      'spec/pages.md#addresses: only browsers get pages for unknown paths and invalid escapes',
      async () => {
        for (const [path, status] of [
          ['/%ff', 400],
          ['/%', 400],
          [`/${ada.screenName}/%zz`, 400],
          [`/${ada.screenName}/status/%ff`, 400],
          ['/hashtag/%ff', 400],
          ['/search?q=%ff', 400],
          [`/${ada.screenName}?before=%`, 400],
          ['/no/such/page', 404],
          ['/a-name-with-dashes', 404],
        ] as const) {
          const seen = await see(path)
          assert.equal(seen.status, status, path)
          assert.match(seen.html, /^<!doctype html>/i, path)
          assert.match(seen.headers.get('content-type') ?? '', /^text\/html/, path)
          const toClient = await see(path, { accept: '*/*' })
          assert.equal(toClient.status, status, path)
          assert.ok(JSON.parse(toClient.html).errors[0].code > 0, path)
        }
        // Paths of the API send errors of the API, even to browsers.
        for (const path of ['/1.1/%ff', '/2/%ff', '/labs/2/nothing']) {
          const { headers } = await see(path)
          assert.match(headers.get('content-type') ?? '', /json/, path)
        }
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

    await t.test(
      'spec/pages.md#withheld: no page shows the text of a post that is withheld, or whose author is withheld',
      async () => {
        const { id } = await write(bob, 'a withheld walrus')
        await consumed(context.store, 'search')
        await changePostState(context, { postId: id, action: 'withhold', countries: ['DE', 'FR'] })
        const again = await repost(context, { userId: ada.id, postId: id })
        const reposted = `/${ada.screenName}/status/${again.id}`
        for (const path of [`/${bob.screenName}`, `/${bob.screenName}/status/${id}`, reposted]) {
          const { html } = await see(path)
          assert.doesNotMatch(html, /withheld walrus/, path)
          assert.match(html, /Withheld in DE, FR/, path)
        }
        assert.match((await see('/search?q=walrus')).html, /No post matches/)
        await changePostState(context, { postId: id, action: 'unwithhold' })
        assert.match((await see(`/${bob.screenName}`)).html, /withheld walrus/)
        await changeUserState(context, { userId: bob.id, action: 'withhold', countries: ['XX'] })
        const { html } = await see(`/${bob.screenName}`)
        assert.match(html, /Withheld in response to a legal demand/)
        assert.doesNotMatch(html, /withheld walrus/)
        await changeUserState(context, { userId: bob.id, action: 'unwithhold' })
      },
    )
  })
}
