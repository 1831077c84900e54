/**
 * Tests the landing page, the page of versions, and the pages of OAuth 1.0a in both themes, on a phone and on
 * a desktop.
 */
import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { checkPage, watchPage } from '../console/support/check-page.ts'
import { startBrowser } from '../support/http/browser.ts'
import { OAuthFlow, PASSWORD } from '../support/oauth/oauth-flow.ts'
import { slowTest as test } from '../support/part.ts'

/** Visits the pages in order, and calls the callback at each page. */
async function visitAll(dance: OAuthFlow, page: Page, at: (name: string) => Promise<void>): Promise<void> {
  const { url } = dance.server
  for (const [name, path] of [
    ['landing', '/'],
    ['versions', '/versioning'],
    ['sign-in', '/settings/sign_in'],
    ['error', '/oauth/authorize'],
  ] as const) {
    await page.goto(`${url}${path}`)
    await at(name)
  }
  const token = await dance.requestToken('oob')
  await page.goto(`${url}/oauth/authorize?oauth_token=${token.key}`)
  await at('consent')
  await page.fill('#login', dance.user.screenName)
  await page.fill('#password', 'wrong')
  await page.click('text=Authorize app')
  await at('consent after a wrong password')
  await page.fill('#password', PASSWORD)
  await page.click('text=Authorize app')
  await at('PIN')
  await dance.exchange(token, (await page.textContent('.pin')) ?? '')
  await page.goto(`${url}/oauth/authorize?oauth_token=${(await dance.requestToken('oob')).key}`)
  await at('consent of a signed-in user')
  await page.click('text=Cancel')
  await at('refusal')
  await page.goto(`${url}/settings/connections`)
  await at('connected apps')
}

test('pages of the server: axe finds no serious problem, and nothing is wider than the screen', async (t) => {
  const browser = await startBrowser(t)
  const dance = await OAuthFlow.begin(t, { app: { url: 'https://app.example/' } })
  const page = await browser.newPage()
  watchPage(page, dance.server.url)
  let looks = 0
  await visitAll(dance, page, async (name) => {
    await checkPage(page, `server-${name.replaceAll(' ', '-')}`)
    looks += 1
  })
  assert.equal(looks, 10)
})
