/**
 * Tests passkeys in a browser with a virtual authenticator: adding, signing out, signing in, renaming and
 * removing.
 */
import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { query } from '../../src/db/query.ts'
import { createConsoleLink, firstConsoleUser } from '../../src/domain/console/links.ts'
import type { Context } from '../../src/domain/context.ts'
import { addressUrl } from '../support/oauth/passkeys.ts'
import { slowTest as test } from '../support/part.ts'
import { checkPage } from './support/check-page.ts'
import { EMAIL, PASSWORD, startConsole } from './support/start.ts'

/** Gives the page an authenticator that verifies its user without a prompt. */
async function addAuthenticator(page: Page) {
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('WebAuthn.enable', { enableUI: false })
  await devTools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

test('passkeys of a console user', async (t) => {
  const stage = await startConsole(t)
  const page = await stage.open('/account')
  await addAuthenticator(page)
  const dialog = page.getByRole('dialog')

  await t.test('a passkey is added with the password of the user', async () => {
    await page.getByText('You have no passkeys').waitFor()
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await dialog.getByLabel('Name').fill('')
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await dialog.getByText('Enter your current password.').waitFor()
    await checkPage(page, 'passkey-add')
    await dialog.getByLabel('Name').fill('  Work laptop ')
    await dialog.getByLabel('Current password').fill('wrong password')
    await page.keyboard.press('Enter')
    await dialog.getByText('The current password is wrong.').waitFor()
    await dialog.getByLabel('Current password').fill(PASSWORD)
    await page.keyboard.press('Enter')
    await page.getByText('The passkey signs you in from now on.').waitFor()
    const row = page.getByRole('row', { name: /Work laptop/ })
    await row.getByText('Never').waitFor()
    await dialog.waitFor({ state: 'detached' })
    await checkPage(page, 'account-passkeys')
  })

  await t.test('the same authenticator makes no second passkey', async () => {
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await dialog.getByLabel('Current password').fill(PASSWORD)
    await page.keyboard.press('Enter')
    await dialog.getByText('This device has a passkey of yours already.').waitFor()
    await checkPage(page, 'passkey-exists')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
  })

  await t.test('after signing out, the passkey signs in and returns to the page', async () => {
    await page.getByRole('button', { name: 'Account menu' }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.waitForURL(/\/console\/sign-in/)
    await page.goto(`${stage.url}/console/account`)
    await page.waitForURL(/\/console\/sign-in\?from=/)
    await checkPage(page, 'sign-in-passkey')
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await page.waitForURL(/\/console\/account$/)
    const row = page.getByRole('row', { name: /Work laptop/ })
    await row.waitFor()
    assert.equal(await row.getByText('Never').count(), 0)
  })

  await t.test('a cancelled prompt is reported, and can be repeated', async () => {
    await page.getByRole('button', { name: 'Account menu' }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.waitForURL(/\/console\/sign-in/)
    await page.evaluate(
      `navigator.credentials.get = () => Promise.reject(new DOMException('', 'NotAllowedError'))`,
    )
    const signIn = page.getByRole('button', { name: 'Sign in with a passkey' })
    await signIn.click()
    await page.getByText('No passkey was chosen in time. Try again.').waitFor()
    await checkPage(page, 'sign-in-passkey-cancelled')
    await page.evaluate('delete navigator.credentials.get')
    await signIn.click()
    await page.waitForURL(/\/console\/$/)
    await page.goto(`${stage.url}/console/account`)
    await page.evaluate(
      `navigator.credentials.create = () => Promise.reject(new DOMException('', 'NotAllowedError'))`,
    )
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await dialog.getByLabel('Name').fill('Second key')
    await dialog.getByLabel('Current password').fill(PASSWORD)
    await page.keyboard.press('Enter')
    await dialog.getByText('No passkey was chosen in time. Try again.').waitFor()
    assert.equal(await dialog.getByLabel('Name').inputValue(), 'Second key')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await page.evaluate('delete navigator.credentials.create')
  })

  await t.test('a passkey is renamed, and does not sign in after it is removed', async () => {
    await page.getByRole('button', { name: 'Rename Work laptop' }).click()
    await dialog.getByLabel('Name').fill('<b>Desk</b>')
    await checkPage(page, 'passkey-rename')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Remove <b>Desk</b>' }).click()
    await dialog.getByText('no longer signs you in').waitFor()
    await checkPage(page, 'passkey-remove')
    await dialog.getByRole('button', { name: 'Remove' }).click()
    await page.getByText('You have no passkeys').waitFor()
    await page.getByRole('button', { name: 'Account menu' }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.waitForURL(/\/console\/sign-in/)
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await page.getByText('This server does not know the passkey.').waitFor()
    await checkPage(page, 'sign-in-passkey-unknown')
  })
  await page.close()
})

/** Sets the times of all sign-ins to an hour ago. */
async function makeSessionsOld({ store, clock }: Context): Promise<void> {
  await store.write((tx) => tx.run(moveSessions, { at: clock.now() - 3_600_000 }))
}

const moveSessions = query<{ at: number }>()((k, p) =>
  k.updateTable('console_sessions').set({ created_at: p('at') }),
)

test('a server with two host names lists the passkeys of both hosts, with the host name if it is not the host of the page', async (t) => {
  const stage = await startConsole(t)
  const page = await stage.browser.newPage()
  await addAuthenticator(page)
  const dialog = page.getByRole('dialog')
  const signInAt = async (origin: string) => {
    await page.goto(`${origin}/console/account`)
    await page.getByLabel('E-mail address').fill(EMAIL)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Passkeys' }).waitFor()
  }
  const add = async (name: string) => {
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await dialog.getByLabel('Name').fill(name)
    await dialog.getByLabel('Current password').fill(PASSWORD)
    await page.keyboard.press('Enter')
    await page.getByRole('row', { name: new RegExp(name) }).waitFor()
  }
  await signInAt(stage.url)
  await add('Laptop here')
  await signInAt(stage.url.replace('localhost', 'birds.localhost'))
  await page.getByText('Signs in at localhost only.').waitFor()
  await add('Laptop there')
  assert.equal(await page.getByText('Signs in at birds.localhost only.').count(), 0)
  await page.screenshot({ path: 'screenshots/account-passkey-hosts.png', fullPage: true })
  await page.close()
})

test('a new user chooses a passkey instead of a password', async (t) => {
  const stage = await startConsole(t)
  const { context, url, user } = stage
  const token = await createConsoleLink(context, await firstConsoleUser(context, user.id))
  const page = await stage.open(`/link#${token}`, { signedOut: true })
  await addAuthenticator(page)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('heading', { name: 'Choose how you sign in' }).waitFor()
  await checkPage(page, 'link-passkey')
  await page.getByRole('button', { name: 'Use a passkey instead' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click()
  await page.waitForURL(/\/console\/$/)
  await page.goto(`${url}/console/account`)
  await page.getByText('You have no password. You sign in by passkey').waitFor()
  await checkPage(page, 'account-passkey-only')
  await makeSessionsOld(context)
  await page.getByRole('textbox', { name: 'E-mail address' }).fill('new@example.org')
  await page.getByLabel('Password', { exact: true }).fill('battery staple')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  // The virtual authenticator answers the prompt.
  await page.getByText('Your sign-in has changed.').waitFor()
  await page.getByLabel('Current password').waitFor()
  await page.close()
  const numbers = await stage.browser.newPage()
  await numbers.goto(`${addressUrl(url)}/console/sign-in`)
  await numbers.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
  assert.equal(await numbers.getByRole('button', { name: 'Sign in with a passkey' }).count(), 0)
  await numbers.close()
})
