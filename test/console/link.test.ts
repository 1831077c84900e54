/**
 * Tests that a new user signs in with a one-time link, chooses a network user and a password, and manages
 * the account.
 */
import assert from 'node:assert/strict'
import { createUser } from '../../src/domain/accounts/create-user.ts'
import { createConsoleUser } from '../../src/domain/console/console-account.ts'
import { createConsoleLink, firstConsoleUser } from '../../src/domain/console/links.ts'
import { tabTo } from '../support/http/axe.ts'
import { slowTest as test } from '../support/part.ts'
import { checkPage } from './support/check-page.ts'
import { startConsole } from './support/start.ts'

test('one-time links and the account page', async (t) => {
  const stage = await startConsole(t)
  const { context } = stage
  const token = await createConsoleLink(context, await firstConsoleUser(context))
  const own = { email: 'newcomer@example.org', password: 'battery staple' }
  const page = await stage.open(`/link#${token}`, { signedOut: true })

  await t.test('the link signs in, and the user chooses a network user and a password', async () => {
    await page.getByRole('heading', { name: 'Welcome to the console' }).waitFor()
    assert.doesNotMatch(page.url(), /#./)
    await checkPage(page, 'link')
    await tabTo(page, 'main button')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Choose your user' }).waitFor()
    await page.getByLabel('Screen name', { exact: true }).fill('no name')
    await page.getByRole('button', { name: 'Create the user' }).click()
    await checkPage(page, 'link-user')
    await page.getByLabel('Screen name', { exact: true }).fill('@newcomer')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Choose how you sign in' }).waitFor()
    await page.getByLabel('E-mail address').fill(own.email)
    await page.getByLabel('Password', { exact: true }).fill('short')
    await page.keyboard.press('Enter')
    await checkPage(page, 'link-credentials')
    await page.getByLabel('Password', { exact: true }).fill(own.password)
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/console\/$/)
  })

  await t.test('the account page shows the user and the sessions, and changes the password', async () => {
    await page.goto(`${stage.url}/console/account`)
    await page.getByText('@newcomer').first().waitFor()
    await page.getByText('This one').waitFor()
    await checkPage(page, 'account')
    await page.getByLabel('Current password').fill('wrong password')
    await page.getByLabel('New password').fill('another staple')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('The current password is wrong.').waitFor()
    await page.getByLabel('Current password').fill(own.password)
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Your sign-in has changed.').waitFor()
    await page.getByRole('button', { name: 'Sign out everywhere' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click()
    await page.waitForURL(/\/console\/sign-in/)
    await page.getByRole('heading', { name: 'Sign in to the console' }).waitFor()
    await page.getByLabel('E-mail address').fill(own.email)
    await page.getByLabel('Password', { exact: true }).fill('another staple')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Account menu' }).waitFor()
  })

  await t.test('a used link shows advice', async () => {
    const other = await stage.open(`/link#${token}`, { signedOut: true })
    await other.getByRole('button', { name: 'Sign in', exact: true }).click()
    await other.getByRole('alert').waitFor()
    await checkPage(other, 'link-used')
    await other.context().close()
  })

  await t.test(
    'a console user without a network user chooses an existing network user with the password of that user',
    async () => {
      const credentials = { email: 'bob@example.org', password: 'horse battery' }
      await createUser(context, { screenName: 'bob', name: 'Bob B.', ...credentials })
      const bobs = await createConsoleUser(context, {
        ...{
          accountName: 'acme',
          email: 'bob.console@example.org',
          password: 'battery staple',
          role: 'user',
        },
      })
      const other = await stage.open(`/link#${await createConsoleLink(context, bobs)}`, { signedOut: true })
      await other.getByRole('button', { name: 'Sign in', exact: true }).click()
      await other.getByRole('heading', { name: 'Choose your user' }).waitFor()
      await other.getByLabel('Screen name', { exact: true }).fill('unsent')
      await other.getByText('Existing user').click()
      await other.getByRole('button', { name: 'Use this user' }).click()
      await other.getByText('Enter the password of the user.').waitFor()
      await other.getByLabel('Screen name or e-mail address').fill(' @Bob ')
      await other.getByLabel('Password of the user').fill('wrong password')
      await other.keyboard.press('Enter')
      await other.getByText('The name or the password is wrong.', { exact: false }).waitFor()
      await checkPage(other, 'link-existing-user')
      // Each form keeps its input.
      await other.getByText('New user').click()
      assert.equal(await other.getByLabel('Screen name', { exact: true }).inputValue(), 'unsent')
      await other.goto(`${stage.url}/console/account`)
      await other.getByText('Existing user').click()
      await other.getByLabel('Screen name or e-mail address').fill('bob')
      await checkPage(other, 'account-existing-user')
      await other.getByLabel('Password of the user').fill(credentials.password)
      await other.keyboard.press('Enter')
      await other.getByText('Bob B.').waitFor()
      await other.context().close()
    },
  )
})
