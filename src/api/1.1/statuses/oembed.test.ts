import assert from 'node:assert/strict'
import { test } from 'node:test'
import { letFollow } from '../../../../test/support/follows.ts'
import { assertError } from '../../../../test/support/id-list/stage.ts'
import { PostStage } from '../../../../test/support/posts/stage.ts'
import { changeUserState } from '../../../domain/accounts/change-user-state.ts'
import { importPosts } from '../../../domain/posts/import/import-posts.ts'
import { repost } from '../../../domain/posts/write/repost.ts'
import { v11Bundle } from '../../../importers/posts/post-object.ts'

const PATH = '/1.1/statuses/oembed.json'

type Embed = Readonly<Record<string, unknown>> & { readonly html: string }

test('statuses/oembed', async (t) => {
  const stage = await PostStage.open(t)
  const { relations, context } = stage
  const [author, viewer] = await relations.people(2)
  assert.ok(author !== undefined && viewer !== undefined)
  const text = `A <script>&"'\n#tag @${viewer.screenName}`
  const { id } = await stage.write(author.id, { text })
  const embed = (query: string) => relations.got<Embed>(`${PATH}?${query}`, relations.app.asApp)
  const address = `https://twitter.com/${author.screenName}/status/${id}`

  await t.test(
    '200 spec/posts.md#embedding: a post is embedded by its address or its id, with the keys in the recorded order',
    async () => {
      const { html, ...others } = await embed(`id=${id}`)
      assert.deepEqual(Object.entries(others), [
        ['url', address],
        ['author_name', author.name],
        ['author_url', `https://twitter.com/${author.screenName}`],
        ['width', 550n],
        ['height', null],
        ['type', 'rich'],
        ['cache_age', '3153600000'],
        ['provider_name', 'Twitter'],
        ['provider_url', 'https://twitter.com'],
        ['version', '1.0'],
      ])
      assert.equal((await embed(`url=${encodeURIComponent(address)}`)).html, html)
    },
  )
  await t.test('200 the text of a post is escaped, so that it is never markup', async () => {
    const { html } = await embed(`id=${id}`)
    assert.ok(html.includes('A &lt;script&gt;&amp;"\'<br>'), html)
    assert.ok(html.includes('<a href="https://twitter.com/hashtag/tag?src=hash">#tag</a>'))
    assert.ok(html.includes(`<a href="https://twitter.com/${viewer.screenName}">@${viewer.screenName}</a>`))
    assert.ok(!html.includes('<script'))
  })
  await t.test(
    '200 decision 0018: imported links to web addresses are anchors, and other links are text',
    async () => {
      const bad = 'javascript:alert(1)//'
      const link = (url: string, start: number) => ({
        url,
        expanded_url: url,
        display_url: url,
        indices: [start, start + url.length],
      })
      const good = 'https://t.co/abc'
      const text = `See ${bad} and ${good} and ${bad}`
      const media = {
        ...link(bad, text.lastIndexOf(bad)),
        id: 7,
        id_str: '7',
        media_url_https: good,
        sizes: {},
      }
      const bundle = v11Bundle({
        id_str: '1293500000000001000',
        created_at: 'Wed Aug 12 10:00:00 +0000 2020',
        full_text: text,
        user: { id_str: String(author.id), screen_name: author.screenName, name: author.name },
        entities: { urls: [link(bad, text.indexOf(bad)), link(good, text.indexOf(good))], media: [media] },
        extended_entities: { media: [media] },
        source: `<a href="${bad}" rel="nofollow">An app</a>`,
      })
      await importPosts(context, [bundle], async () => undefined)
      const query = 'id=1293500000000001000'
      const { html } = await embed(query)
      assert.ok(html.includes(`See ${bad} and <a href="${good}">${good}</a> and ${bad}</p>`), html)
      const shown = await relations.got<Embed>(`/1.1/statuses/show.json?${query}`, relations.app.asApp)
      assert.equal(shown['source'], 'An app')
    },
  )
  await t.test('200 a repost is embedded as its original', async () => {
    const own = await repost(context, { userId: viewer.id, postId: id })
    assert.equal((await embed(`id=${own.id}`))['url'], address)
  })
  await t.test('200 maxwidth, align, hide_media, hide_thread', async () => {
    const query = `id=${id}&maxwidth=100&align=center&hide_media=1&hide_thread=1`
    const { width, html } = await embed(query)
    assert.equal(width, 220n)
    const open =
      '<blockquote class="twitter-tweet" data-cards="hidden" data-conversation="none" align="center" data-width="220">'
    assert.ok(html.startsWith(open), html)
    assert.equal((await embed(`id=${id}&maxwidth=9999`))['width'], 550n)
    assert.ok(!(await embed(`id=${id}&align=%22x`)).html.includes('align'))
  })
  await t.test('403/195 spec/errors.md#code-table: no URL, or a URL that is not of a post', async () => {
    for (const query of ['hide_media=1', 'url=x', 'url=https%3A%2F%2Fexample.com%2Fa%2Fstatus%2F1']) {
      const answer = await relations.get(`${PATH}?${query}`, viewer.as)
      assertError(answer, 403, 195, 'Missing or invalid url parameter.')
    }
  })
  await t.test('400/44 an invalid id', async () => {
    assertError(await relations.get(`${PATH}?id=x`, viewer.as), 400, 44, 'id parameter is invalid.')
  })
  const unseen = await stage.unseen(viewer)
  const refused = async (code: number) => {
    const those = unseen.filter(({ error }) => error[1] === code)
    assert.ok(those.length > 0)
    for (const each of those)
      assertError(await relations.get(`${PATH}?id=${each.id}`, viewer.as), ...each.error)
  }
  await t.test('404/144 an unknown post', () => refused(144))
  await t.test('403/63 a post of a suspended author', () => refused(63))
  await t.test('404/421 a dropped post', () => refused(421))
  await t.test(
    '403/179 a post of a protected author, for every caller, because pages are public',
    async () => {
      await refused(179)
      await letFollow(context, { follower: viewer.id, followee: author.id })
      await changeUserState(context, { userId: author.id, action: 'protect' })
      const message = 'Sorry, you are not authorized to see this status.'
      assertError(await relations.get(`${PATH}?id=${id}`, viewer.as), 403, 179, message)
    },
  )
})
