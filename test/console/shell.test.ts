/**
 * Tests the layout of the console: signing in and out, navigation by keyboard and on a phone, themes, and
 * unknown pages.
 */
import assert from 'node:assert/strict'
import { tabTo } from '../support/http/axe.ts'
import { slowTest as test } from '../support/part.ts'
import { checkPage } from './support/check-page.ts'
import { EMAIL, PASSWORD, startConsole } from './support/start.ts'

test('the layout of the console', async (t) => {
  const stage = await startConsole(t)

  await t.test('signing in leads to the requested page, and signing out leads back to the form', async () => {
    const page = await stage.open('/compliance?day=1', { signedOut: true })
    await page.getByRole('heading', { name: 'Sign in to the console' }).waitFor()
    await checkPage(page, 'sign-in')
    await page.getByLabel('E-mail address').fill(`  ${EMAIL} `)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByText('Enter your password.').waitFor()
    await page.getByLabel('Password', { exact: true }).fill('wrong')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').waitFor()
    await checkPage(page, 'sign-in-refused')
    assert.equal(await page.getByText('begins or ends with a space').count(), 0)
    await page.getByLabel('Password', { exact: true }).fill(`${PASSWORD} `)
    await page.keyboard.press('Enter')
    await page.getByText('The password begins or ends with a space', { exact: false }).waitFor()
    await page.getByRole('button', { name: 'Show the password' }).focus()
    await page.keyboard.press('Enter')
    assert.equal(await page.getByLabel('Password', { exact: true }).getAttribute('type'), 'text')
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/console\/compliance\?day=1$/)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.getByRole('button', { name: 'Account menu' }).click()
    await page.getByText('acme · @demo').waitFor()
    await checkPage(page, 'account-menu')
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.waitForURL(/\/console\/sign-in$/)
    await page.goto(`${stage.url}/console/apps`)
    await page.waitForURL(/\/console\/sign-in\?from=/)
    await page.context().close()
  })

  await t.test('the keyboard reaches the content and the navigation, and the focus is visible', async () => {
    const page = await stage.open('/')
    await tabTo(page, 'a[href="#content"]')
    await tabTo(page, 'nav a[href="/console/compliance"]')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/console\/compliance$/)
    await page.getByRole('heading', { level: 1, name: 'Compliance' }).waitFor()
    assert.equal(await page.evaluate('document.activeElement.id'), 'content')
    assert.match(await page.title(), /^Compliance – /)
    await page.close()
  })

  await t.test('on a phone, the navigation opens on request, and closes when the page changes', async () => {
    const page = await stage.open('/')
    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByRole('button', { name: 'Open navigation' }).click()
    await page.screenshot({ path: 'screenshots/navigation-390-light.png' })
    await page.getByRole('link', { name: 'Account' }).click()
    await page.waitForURL(/\/console\/account$/)
    await page.getByRole('button', { name: 'Open navigation' }).waitFor()
    await page.close()
  })

  await t.test('the page requests the session once, and loads no script twice', async () => {
    const page = await stage.signedIn.newPage()
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await page.goto(`${stage.url}/console/apps/${stage.app.appId}/usage`)
    await page.getByText('of 500,000 posts').first().waitFor()
    assert.equal(asked.filter((path) => path === '/console/api/session').length, 1)
    const loaded = asked.filter((path) => path.endsWith('.js') || path.startsWith('/console/api/'))
    assert.equal(new Set(loaded).size, loaded.length, loaded.join(' '))
    await page.close()
  })

  await t.test('the user chooses a theme, and the choice is kept', async () => {
    const page = await stage.open('/')
    await page.emulateMedia({ colorScheme: 'light' })
    await page.getByRole('button', { name: 'Theme' }).click()
    await page.getByRole('menuitem', { name: 'Dark' }).click()
    const scheme = () => page.evaluate('document.documentElement.dataset.mantineColorScheme')
    assert.equal(await scheme(), 'dark')
    await page.reload()
    await page.waitForSelector('h1')
    assert.equal(await scheme(), 'dark')
    await page.evaluate('localStorage.clear()')
    await page.close()
  })

  await t.test('the layout shows a warning when the certificate expires soon or has expired', async () => {
    for (const [state, days, text] of [
      ['expiring', 3, 'The TLS certificate of this server expires soon'],
      ['expired', -1, 'The TLS certificate of this server has expired'],
    ] as const) {
      const page = await stage.open('/')
      assert.equal(await page.getByText('TLS certificate').count(), 0)
      const body = { state, days, expires_at: '2026-12-01T12:00:00.000Z' }
      await page.route('**/console/api/certificate', (route) => route.fulfill({ json: body }))
      await page.goto(`${stage.url}/console/compliance`)
      await page.getByText(text).waitFor()
      await checkPage(page, `certificate-${state}`)
      await page.close()
    }
  })

  await t.test('an unknown page links to other pages, and an unreachable server is reported', async () => {
    const page = await stage.open('/')
    await page.goto(`${stage.url}/console/none`)
    await page.getByRole('heading', { name: 'There is no such page' }).waitFor()
    await checkPage(page, 'unknown-page')
    await page.route('**/console/api/session', (route) => route.abort())
    await page.goto(`${stage.url}/console/`)
    await page.getByText('The server cannot be reached').waitFor()
    await page.unroute('**/console/api/session')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.close()
  })
})
