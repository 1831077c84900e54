/** Tests the pages of the three steps of OAuth 1.0a in a browser, by keyboard, and on a phone. */
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'
import type { BrowserContext, Page } from 'playwright-core'
import { tabTo } from '../support/http/axe.ts'
import { startBrowser } from '../support/http/browser.ts'
import { OAuthFlow, PASSWORD } from '../support/oauth/oauth-flow.ts'
import { slowTest as test } from '../support/part.ts'

/** The web server of the app. Its callback redirects to another origin, as many callbacks do. */
async function startApp(t: TestContext): Promise<{ callback: string; home: string }> {
  const listen = async (handler: (path: string) => string | undefined) => {
    const server = createServer((request, response) => {
      const location = handler(request.url ?? '')
      if (location === undefined) response.end('<!doctype html><title>Home of the app</title>')
      else response.writeHead(302, { location }).end()
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    t.after(() => server.close().closeAllConnections())
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }
  const home = await listen(() => undefined)
  const callback = await listen((path) => `${home}/signed-in${path.replace(/^[^?]*/, '')}`)
  return { callback: `${callback}/cb`, home }
}

/** Records requests to other servers, violations of the content policy, and errors in the page. */
class Watch {
  readonly foreign: string[] = []
  readonly violations: string[] = []
  readonly errors: string[] = []

  constructor(page: Page, own: readonly string[]) {
    page.on('request', (request) => {
      if (!own.some((origin) => request.url().startsWith(`${origin}/`))) this.foreign.push(request.url())
    })
    page.on('console', (message) => {
      if (/Content Security Policy/i.test(message.text())) this.violations.push(message.text())
    })
    page.on('pageerror', (error) => this.errors.push(String(error)))
  }

  assertQuiet(): void {
    assert.deepEqual([this.foreign, this.violations, this.errors], [[], [], []])
  }
}

test('the pages of OAuth 1.0a in a browser', async (t) => {
  const browser = await startBrowser(t)
  const { callback, home } = await startApp(t)
  const dance = await OAuthFlow.begin(t, { app: { callbackUrls: [callback], permissions: 'read-write' } })
  const { url } = dance.server
  const own = [url, new URL(callback).origin, home]
  const authorize = (key: string) => `${url}/oauth/authorize?oauth_token=${key}`

  const open = async (context: BrowserContext) => {
    const page = await context.newPage()
    return { page, watch: new Watch(page, own) }
  }

  await t.test('a user completes the three steps by keyboard, and is redirected to the app', async (t) => {
    const { page, watch } = await open(await browser.newContext())
    const token = await dance.requestToken(`${callback}?next=%2Fhome`)
    await page.goto(authorize(token.key))
    await tabTo(page, '#login')
    await page.keyboard.type(dance.user.screenName)
    await page.keyboard.press('Tab')
    await page.keyboard.type('not the password')
    await page.keyboard.press('Enter')
    await page.waitForSelector('[role=alert]')
    assert.equal(await page.evaluate('document.activeElement.id'), 'password')
    await page.keyboard.type(PASSWORD)
    await page.keyboard.press('Enter')
    await page.waitForURL(`${home}/**`)
    const arrived = new URL(page.url())
    assert.equal(arrived.searchParams.get('next'), '/home')
    assert.equal(arrived.searchParams.get('oauth_token'), token.key)
    const verifier = arrived.searchParams.get('oauth_verifier') ?? ''
    assert.equal((await dance.exchange(token, verifier)).status, 200)

    await t.test('an app that already has access gets a signed-in user back without a question', async () => {
      const next = await dance.requestToken(callback)
      await page.goto(`${url}/oauth/authenticate?oauth_token=${next.key}`)
      assert.ok(page.url().startsWith(`${home}/signed-in?oauth_token=${next.key}&oauth_verifier=`))
    })
    await t.test('the user refuses by keyboard', async () => {
      const next = await dance.requestToken(callback)
      await page.goto(authorize(next.key))
      await tabTo(page, 'button[name=cancel]')
      await page.keyboard.press('Enter')
      await page.waitForURL(`${home}/**`)
      assert.equal(page.url(), `${home}/signed-in?denied=${next.key}`)
    })
    await t.test('the user revokes the access of the app by keyboard', async () => {
      await page.goto(`${url}/settings/connections`)
      await tabTo(page, '.apps button')
      await page.keyboard.press('Enter')
      await page.waitForSelector('text=No app may act for you.')
      await tabTo(page, 'form[action="/settings/sign_out"] button')
      await page.keyboard.press('Enter')
      await page.waitForSelector('#password')
    })
    watch.assertQuiet()
  })

  await t.test(
    'the PIN on a phone: nothing is wider than the screen, and buttons are large enough for thumbs',
    async () => {
      for (const width of [320, 390, 1280]) {
        const context = await browser.newContext({ viewport: { width, height: 844 } })
        const { page, watch } = await open(context)
        const token = await dance.requestToken('oob')
        const fits = async () => {
          const sizes = await page.evaluate<{ width: number; buttons: number[] }>(`({
          width: document.documentElement.scrollWidth,
          buttons: [...document.querySelectorAll('button')].map((each) => each.getBoundingClientRect().height),
        })`)
          assert.equal(sizes.width, width, page.url())
          assert.ok(
            sizes.buttons.every((height) => height >= 44),
            String(sizes.buttons),
          )
        }
        await page.goto(authorize(token.key))
        await fits()
        await page.fill('#login', dance.user.screenName)
        await page.fill('#password', PASSWORD)
        await page.click('text=Authorize app')
        const pin = (await page.textContent('.pin')) ?? ''
        assert.match(pin, /^\d{7}$/)
        await fits()
        assert.equal((await dance.exchange(token, pin)).status, 200)
        await page.goto(`${url}/settings/connections`)
        await fits()
        watch.assertQuiet()
        await context.close()
      }
    },
  )

  await t.test('a user consents, gets the PIN and signs in without scripts', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false })
    const { page, watch } = await open(context)
    const token = await dance.requestToken('oob')
    await page.goto(authorize(token.key))
    await page.fill('#login', dance.user.screenName)
    await page.fill('#password', PASSWORD)
    await page.click('text=Authorize app')
    assert.equal((await dance.exchange(token, (await page.textContent('.pin')) ?? '')).status, 200)
    await page.goto(`${url}/settings/connections`)
    await page.click('form[action="/settings/sign_out"] button')
    await page.fill('#login', dance.user.screenName)
    await page.fill('#password', PASSWORD)
    await page.keyboard.press('Enter')
    await page.waitForSelector('form[action="/settings/sign_out"]')
    watch.assertQuiet()
    await context.close()
  })

  await t.test(
    'injected markup is neither fetched nor run, and no other site can frame the page',
    async () => {
      const { page, watch } = await open(await browser.newContext())
      await page.goto(authorize((await dance.requestToken(callback)).key))
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
      assert.equal(watch.violations.length, 2)
      await page.goto(home)
      const address = JSON.stringify(`${url}/settings/sign_in`)
      await page.evaluate(`new Promise((resolve) => {
      const frame = document.createElement('iframe')
      frame.addEventListener('load', resolve)
      frame.src = ${address}
      document.body.append(frame)
    })`)
      const [, frame] = page.frames()
      assert.equal(await frame?.$('#password'), null)
    },
  )
})
