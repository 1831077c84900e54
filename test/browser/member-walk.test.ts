/**
 * Follows a member in a browser, from the invitation to the deletion of the account (spec/pages.md#members).
 */
import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import type { Engine } from '../../src/db/query.ts'
import { createInvitation } from '../../src/domain/accounts/sign-up/invitations.ts'
import { findUser } from '../../src/domain/accounts/user.ts'
import { follow } from '../../src/domain/graph/follow.ts'
import { createPost } from '../../src/domain/posts/write/create-post.ts'
import { ZipFile } from '../../src/files/zip.ts'
import { must } from '../../src/lib/assert.ts'
import { checkPage, watchPage } from '../console/support/check-page.ts'
import { consumed } from '../support/consumed.ts'
import { ENGINES } from '../support/engines.ts'
import { startBrowser } from '../support/http/browser.ts'
import { openMembers, PASSWORD } from '../support/http/members.ts'
import { jpeg } from '../support/media/samples.ts'
import { portion, slowTest as test } from '../support/part.ts'

for (const engine of portion(ENGINES, 'member'))
  test(`a member signs up by invitation, writes with a picture, replies, follows, sends a message, downloads the archive, and deletes the account, on ${engine}`, (t) =>
    walk(t, engine))

async function walk(t: TestContext, engine: Engine): Promise<void> {
  const { url, context, join } = await openMembers(t, engine, { sign_up: 'invitation' })
  const { user: bob } = await join('bob')
  await createPost(context, { authorId: bob.id, text: 'Five herons at the pond. #heron' })
  const { token } = await createInvitation(context, { actor: 'operator', note: 'for Ada' })
  const browser = await startBrowser(t)
  const page = await browser.newPage()
  const watch = watchPage(page, url)
  t.after(() => watch.assertPolicyKept())
  const look = (name: string) => checkPage(page, `member-walk-${name}`)

  await t.test('the member signs up by an invitation that works once', async () => {
    await page.goto(`${url}/signup?invitation=${token}`)
    await page.fill('#screen_name', 'ada')
    await page.fill('#name', 'Ada of the Reeds')
    await page.fill('#email', 'ada@example.org')
    await page.fill('#password', PASSWORD)
    await look('1-invited')
    await page.click('button:text-is("Sign up")')
    await page.waitForURL(/\/home$/)
    await look('2-empty-home')
    const other = await browser.newContext()
    const again = await (await other.newPage()).goto(`${url}/signup?invitation=${token}`)
    assert.equal(again?.status(), 403)
    await other.close()
  })
  const ada = must(await findUser(context.store, { screenName: 'ada' }), 'the new user')

  await t.test('the member writes a post with a picture', async () => {
    await page.fill('#text', 'My first post, with a picture')
    await page.click('summary')
    const buffer = await jpeg({ width: 640, height: 400 })
    await page.setInputFiles('#picture', { name: 'pond.jpg', mimeType: 'image/jpeg', buffer })
    await page.fill('#alt', 'A pond in the morning')
    await look('3-writing')
    await page.click('button:text-is("Post")')
    await page.waitForSelector('img[alt="A pond in the morning"]')
    await look('4-picture')
    await consumed(context.store, 'search')
    await page.goto(`${url}/ada`)
    await page.click('a:text-is("Pictures and videos")')
    await page.waitForSelector('img[alt="A pond in the morning"]')
    await look('4-pictures')
  })

  await t.test('the member follows a user and replies', async () => {
    await page.goto(`${url}/bob`)
    await page.click('[aria-label="Follow @bob"]')
    await page.waitForSelector('[aria-label="Unfollow @bob"]')
    await look('5-followed')
    await page.click('[aria-label="Reply to the post of @bob"]')
    await page.fill('#text', 'I saw six of them')
    await page.click('button:text-is("Reply")')
    await page.waitForSelector('text=I saw six of them')
    await look('6-replied')
  })

  await t.test('the member sends a message', async () => {
    await follow(context, { follower: bob.id, followee: ada.id })
    await page.goto(`${url}/bob`)
    await page.click('[aria-label="Message to @bob"]')
    await page.fill('#text', 'Are the herons still there?')
    await page.click('button:text-is("Send")')
    await page.waitForSelector('article:has-text("Are the herons still there?")')
    await look('7-sent')
  })

  await t.test('the member downloads the archive', async () => {
    await page.goto(`${url}/settings/account`)
    await look('8-account')
    await page.fill('#archive_password', PASSWORD)
    const loading = page.waitForEvent('download')
    await page.click('button:text-is("Download archive")')
    const download = await loading
    assert.match(download.suggestedFilename(), /^aviary-ada-[\d-]+\.zip$/)
    const zip = await ZipFile.open(await download.path())
    const texts = new Map<string, string>()
    for (const member of zip.members) {
      let text = ''
      for await (const piece of zip.read(member)) text += piece.toString()
      texts.set(member.name, text)
    }
    await zip.close()
    assert.match(texts.get('data/tweets.js') ?? '', /My first post.*I saw six of them/s)
    assert.match(texts.get('data/direct-messages.js') ?? '', /Are the herons still there/)
    assert.match(texts.get('data/following.js') ?? '', new RegExp(String(bob.id)))
    assert.ok([...texts.keys()].some((name) => /^data\/tweets_media\/\d+-[0-9a-f]{32}\.jpg$/.test(name)))
  })

  await t.test('the member deletes the account', async () => {
    await page.fill('#leave_password', PASSWORD)
    await page.click('button:text-is("Leave this network")')
    await page.waitForSelector('text=You have left')
    await look('9-left')
    assert.equal((await page.goto(`${url}/ada`))?.status(), 404)
    await page.goto(`${url}/home`)
    await page.waitForURL(/\/settings\/sign_in$/)
  })
}
