/** Tests that the input of a form is kept when the session ends, and is sent after the next sign-in. */
import assert from 'node:assert/strict'
import { requireApp } from '../../src/domain/apps/app.ts'
import { endAllConsoleSessions } from '../../src/domain/console/sessions.ts'
import { slowTest as test } from '../support/part.ts'
import { checkPage } from './support/check-page.ts'
import { EMAIL, PASSWORD, startConsole } from './support/start.ts'

test('the input of a form is kept when the session ends', async (t) => {
  const stage = await startConsole(t)
  const { context, app, consoleUser } = stage
  const page = await stage.open(`/apps/${app.appId}/settings`)
  const dialog = page.getByRole('dialog', { name: 'Sign in again' })
  const typed = { Name: 'Owl watcher', Description: 'Counts owls <b>at night</b>.' }
  const field = (name: string) => page.getByRole('main').getByRole('textbox', { name }).first()
  await field('Name').waitFor()
  for (const [label, text] of Object.entries(typed)) await field(label).fill(text)
  // The page below the dialog is visible, but queries by role do not find it.
  const typedIn = (label: string) =>
    page.evaluate<string>(`[...document.querySelectorAll('main label')]
      .find((each) => each.textContent.startsWith('${label}')).control.value`)
  const assertTyped = async () => {
    for (const [label, text] of Object.entries(typed)) assert.equal(await typedIn(label), text)
  }

  await t.test('the sign-in form opens over the page, with the e-mail address filled in', async () => {
    await endAllConsoleSessions(context, consoleUser.id)
    await page.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor()
    assert.equal(await dialog.getByLabel('E-mail address').inputValue(), EMAIL)
    await assertTyped()
    await checkPage(page, 'session-ended')
    // Neither Escape nor a click outside closes the form.
    await page.keyboard.press('Escape')
    await page.mouse.click(5, 5)
    await dialog.getByLabel('Password', { exact: true }).fill('wrong password')
    await page.keyboard.press('Enter')
    await dialog.getByText('The e-mail address or the password is wrong').waitFor()
    await assertTyped()
    assert.equal((await requireApp(context.store, app.appId)).name, 'Bird watcher')
  })

  await t.test('after the sign-in, the change is sent', async () => {
    await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    await page.getByText('The settings are saved.').waitFor()
    await assertTyped()
    assert.equal((await requireApp(context.store, app.appId)).name, 'Owl watcher')
    assert.match(page.url(), /\/settings$/)
  })

  await t.test(
    'a change that the server refuses after the sign-in shows its problem, and keeps the text',
    async () => {
      await field('Terms of service').fill('no address')
      await endAllConsoleSessions(context, consoleUser.id)
      await page.getByRole('button', { name: 'Save' }).click()
      await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD)
      await page.keyboard.press('Enter')
      await dialog.waitFor({ state: 'detached' })
      await page.getByText('is not a URL of terms', { exact: false }).waitFor()
      assert.equal(await typedIn('Terms of service'), 'no address')
    },
  )
  await page.close()
})
