/**
 * Tests the public pages in a browser with replies, reposts, quotes, withheld posts and long words, in both
 * themes, on a phone and on a desktop.
 */
import assert from 'node:assert/strict'
import { changePostState } from '../../src/domain/posts/state/change-post-state.ts'
import { createPost } from '../../src/domain/posts/write/create-post.ts'
import { repost } from '../../src/domain/posts/write/repost.ts'
import { checkPage, watchPage } from '../console/support/check-page.ts'
import { consumed } from '../support/consumed.ts'
import { startBrowser } from '../support/http/browser.ts'
import { slowTest as test } from '../support/part.ts'
import { startTestServer } from '../support/server.ts'
import { createOneUser } from '../support/users.ts'

test('public pages: axe finds no serious problem, nothing is wider than the screen, nothing is loaded from other servers', async (t) => {
  const { url, context } = await startTestServer(t, { settings: { public_pages: 'listed' } })
  const ada = await createOneUser(context, { name: 'Ada of the Reeds 🪶' })
  const bob = await createOneUser(context, { name: 'بوب', isProtected: false })
  const root = await createPost(context, {
    authorId: ada.id,
    text: `Five herons at the pond today. #heron #birds\n\nMore at https://example.org/herons with @${bob.screenName}`,
  })
  await createPost(context, {
    authorId: bob.id,
    text: 'أين البركة؟',
    inReplyToId: root.id,
    autoPopulateReplyMetadata: true,
  })
  await repost(context, { userId: bob.id, postId: root.id })
  await createPost(context, {
    authorId: bob.id,
    text: `Look: https://twitter.com/${ada.screenName}/status/${root.id}`,
  })
  const withheld = await createPost(context, { authorId: ada.id, text: 'withheld' })
  await changePostState(context, { postId: withheld.id, action: 'withhold', countries: ['DE'] })
  for (let at = 0; at < 25; at += 1)
    await createPost(context, {
      authorId: ada.id,
      text: `${at}: ${'pneumonoultramicroscopic'.repeat(at % 4)} #heron`,
    })
  await consumed(context.store, 'search')
  const browser = await startBrowser(t)
  const page = await browser.newPage()
  const watch = watchPage(page, url)
  for (const [name, path] of [
    ['profile', `/${ada.screenName}`],
    ['profile-2', `/${bob.screenName}/with_replies`],
    ['thread', `/${ada.screenName}/status/${root.id}`],
    ['hashtag', '/hashtag/heron'],
    ['search', '/search?q=herons'],
    ['search-empty', '/search'],
    ['search-refused', '/search?q=near:here'],
    ['missing', '/no_such_user'],
  ] as const) {
    await page.goto(`${url}${path}`)
    await checkPage(page, `network-${name}`)
  }
  // The test searches from a profile and opens a post from the results, only with the keyboard.
  await page.goto(`${url}/${ada.screenName}`)
  await page.focus('#q')
  await page.keyboard.type('herons')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/search\?q=herons$/)
  await page.focus('.post .who .quiet a')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/status\/\d+$/)
  assert.match(await page.content(), /Five herons at the pond/)
  watch.assertQuiet()
})
