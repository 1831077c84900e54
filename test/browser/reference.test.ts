/**
 * Tests the page of the API reference in a browser, on a phone and by keyboard. The page must send no request
 * to other servers.
 */
import assert from 'node:assert/strict'
import type { Browser, Page } from 'playwright-core'
import { startBrowser } from '../support/http/browser.ts'
import { slowTest as test } from '../support/part.ts'
import { startTestServer } from '../support/server.ts'

const FOLLOWERS = 'Ids of the users who follow a user, newest first'

/** Opens a page with the given width. Records requests and errors that the test does not expect. */
async function open(browser: Browser, url: string, width: number) {
  const context = await browser.newContext({ viewport: { width, height: 844 } })
  const page = await context.newPage()
  const foreign: string[] = []
  const errors: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(`${url}/`)) foreign.push(request.url())
  })
  page.on('pageerror', (error) => errors.push(String(error)))
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text())
  })
  await page.goto(`${url}/docs`)
  await page.waitForSelector('h1 >> text=Aviary')
  const assertQuiet = (except?: RegExp) => {
    const others = errors.filter((text) => except?.test(text) !== true)
    assert.deepEqual([foreign, others], [[], []])
  }
  return { page, assertQuiet }
}

/**
 * The reference page shows an HTML response in a frame, which the content policy blocks. The browser may
 * report the block only after the test.
 */
const PREVIEW = /^Framing 'blob:/

/** The focused element. */
async function focused(page: Page): Promise<{ text: string; isShown: boolean }> {
  return page.evaluate(`(() => {
    const element = document.activeElement
    const { outlineStyle, boxShadow } = getComputedStyle(element)
    return { text: element.innerText, isShown: outlineStyle !== 'none' || boxShadow !== 'none' }
  })()`)
}

/**
 * Presses the Tab key until the focused element begins with the given text. The element must show its focus.
 */
async function tabTo(page: Page, text: string): Promise<void> {
  for (let presses = 0; presses < 120; presses += 1) {
    await page.keyboard.press('Tab')
    const { text: shown, isShown } = await focused(page)
    if (!shown.startsWith(text)) continue
    assert.ok(isShown, `${text} does not show its focus`)
    return
  }
  assert.fail(`the keyboard does not reach ${text}`)
}

test('the reference in a browser', async (t) => {
  const browser = await startBrowser(t)
  const { url } = await startTestServer(t)

  await t.test('a user reaches an endpoint and its details by keyboard', async () => {
    const { page, assertQuiet } = await open(browser, url, 1280)
    await tabTo(page, '/1.1/followers/ids.json')
    await page.keyboard.press('Enter')
    const section = page.locator('section', { hasText: FOLLOWERS }).last()
    await section.scrollIntoViewIfNeeded()
    for (const text of ['stringify_ids', 'Requests in 15 minutes: 15', 'Sorry, that page does not exist.']) {
      await section.locator(`text=${text}`).first().waitFor()
    }
    assertQuiet()
  })

  await t.test('on a phone nothing is wider than the screen, and the menu leads to an endpoint', async () => {
    for (const width of [320, 390]) {
      const { page, assertQuiet } = await open(browser, url, width)
      const assertFit = async () => {
        const wide = await page.evaluate<number>('document.documentElement.scrollWidth')
        // The hidden buttons of Scalar after headings are half a pixel wider than the page.
        assert.ok(wide <= width + 1, `${wide} of ${width}`)
      }
      await assertFit()
      await page.getByRole('button', { name: 'Open Menu' }).click()
      await page.getByRole('link', { name: '/1.1/followers/ids.json' }).first().click()
      await page.locator(`text=${FOLLOWERS}`).first().waitFor()
      await assertFit()
      assertQuiet()
      await page.context().close()
    }
  })

  await t.test('a request from the page goes only to this server', async () => {
    const { page, assertQuiet } = await open(browser, url, 1280)
    const asked = page.waitForResponse(`${url}/versioning`)
    await page.goto(`${url}/docs#tag/pages/GET/versioning`)
    await page.getByRole('button', { name: /Test Request.*versioning/ }).click()
    await page.getByRole('button', { name: /^Send/ }).first().click()
    assert.equal((await asked).status(), 200)
    assertQuiet(PREVIEW)
  })

  await t.test('injected markup is neither fetched nor run', async () => {
    const { page } = await open(browser, url, 1280)
    const told = (words: RegExp) =>
      page.waitForEvent('console', { predicate: (message) => words.test(message.text()) })
    await Promise.all([
      told(/image/),
      told(/inline script/),
      page.evaluate(`{
        const image = document.createElement('img')
        image.src = 'https://evil.example/steal.png'
        const script = document.createElement('script')
        script.textContent = 'document.title = "run"'
        document.body.append(image, script)
      }`),
    ])
    assert.doesNotMatch(await page.title(), /run/)
  })
})
