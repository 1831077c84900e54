/**
 * Tests the pages that members of the network use, in a browser without scripts, in both themes, on a phone
 * and on a desktop.
 */
import { createPasswordLink, PASSWORD_LINK_MS } from '../../src/domain/accounts/passwords/password-links.ts'
import { block } from '../../src/domain/graph/block.ts'
import { follow } from '../../src/domain/graph/follow.ts'
import { mute } from '../../src/domain/graph/mute.ts'
import { sendMessage } from '../../src/domain/messages/send.ts'
import { createPost } from '../../src/domain/posts/write/create-post.ts'
import { checkPage, watchPage } from '../console/support/check-page.ts'
import { startBrowser } from '../support/http/browser.ts'
import { openMembers, PASSWORD } from '../support/http/members.ts'
import { slowTest as test } from '../support/part.ts'

test('pages for members work without scripts; axe finds no serious problem, and nothing is wider than the screen', async (t) => {
  const { url, context, join } = await openMembers(t, 'sqlite', { sign_up: 'open' })
  const { user: ada } = await join('ada')
  const { user: bob } = await join('bob')
  const post = await createPost(context, { authorId: bob.id, text: 'Five herons at the pond, @ada. #heron' })
  await createPost(context, { authorId: ada.id, text: 'Good morning' })
  await follow(context, { follower: bob.id, followee: ada.id })
  const { user: kim } = await join('kim')
  await mute(context, { userId: ada.id, mutedId: kim.id })
  await block(context, { userId: ada.id, blockedId: kim.id })
  await sendMessage(context, {
    ...{ senderId: ada.id, recipientId: bob.id, appId: null },
    draft: { text: 'Are the herons still there?' },
  })
  const browser = await startBrowser(t)
  const page = await browser.newPage()
  watchPage(page, url)
  const look = (name: string) => checkPage(page, `member-${name}`)
  await page.goto(`${url}/signup`)
  await look('signup')
  await page.goto(`${url}/login`)
  await page.fill('#login', 'ada')
  await page.fill('#password', PASSWORD)
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/home$/)
  await page.fill('#text', 'A post with the keyboard')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.waitForSelector('text=A post with the keyboard')
  await look('home')
  for (const [name, path] of [
    ['mentions', '/mentions'],
    ['profile', '/bob'],
    ['thread', `/bob/status/${post.id}`],
    ['messages', '/messages'],
    ['conversation', '/messages/bob'],
    ['account', '/settings/account'],
    ['report-post', `/i/report?post=${post.id}&back=/home`],
    ['muted', '/i/muted'],
    ['blocked', '/i/blocked'],
    ['follow-requests', '/i/follow_requests'],
    ['logout', '/logout'],
    ['report-user', `/i/report?user=${bob.id}&back=/bob`],
  ] as const) {
    await page.goto(`${url}${path}`)
    await look(name)
  }
  await page.goto(`${url}/bob`)
  await page.click('[aria-label="Follow @bob"]')
  await page.waitForSelector('[aria-label="Unfollow @bob"]')
  await page.goto(`${url}/home`)
  await page.click('[aria-label="Like the post of @bob"]')
  await page.waitForSelector('[aria-label="Unlike the post of @bob"]')
  await page.goto(`${url}/home`)
  await page.fill('#text', 'x'.repeat(300))
  await page.click('button:text-is("Post")')
  await page.waitForSelector('[role=alert]')
  await look('refused')
  await page.goto(`${url}/bob`)
  await page.click('[aria-label="Report @bob"]')
  await page.getByText('Another reason').click()
  await page.getByRole('button', { name: 'Send the report' }).click()
  await page.getByText('Your report is sent').waitFor()
  await look('reported')
  await page.goto(`${url}/logout`)
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await page.goto(`${url}/settings/forgot_password`)
  await look('forgot-password-without-mail')
  const { token } = await createPasswordLink(context, { userId: ada.id, lifetime: PASSWORD_LINK_MS })
  await page.goto(`${url}/settings/reset_password?token=${token}`)
  await look('reset-password')
})
