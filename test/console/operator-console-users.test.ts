/** Tests the page of console users at the operator's desk. */
import { setConsoleOperator } from '../../src/domain/console/operators.ts'
import { slowTest as test } from '../support/part.ts'
import { checkPage } from './support/check-page.ts'
import { EMAIL, startConsole } from './support/start.ts'

test('a console user is added, gets a link and a password, and becomes an operator', async (t) => {
  const stage = await startConsole(t)
  await setConsoleOperator(stage.context, EMAIL, true)
  const page = await stage.open('/operator/console-users')
  await page.getByRole('row', { name: EMAIL }).waitFor()
  await page.getByRole('button', { name: 'Add a console user' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Account').fill('zoo')
  await dialog.getByLabel('E-mail address').fill(EMAIL)
  await dialog.getByRole('textbox', { name: 'Password' }).fill('battery staple')
  await dialog.getByRole('button', { name: 'Add the user' }).click()
  await dialog.getByText('Another account has this e-mail address.').waitFor()
  await dialog.getByLabel('E-mail address').fill('dora@example.org')
  await dialog.getByText('aviary console create zoo --email dora@example.org').waitFor()
  await checkPage(page, 'operator-console-user-add')
  await dialog.getByRole('button', { name: 'Add the user' }).click()
  await page.getByRole('row', { name: 'dora@example.org' }).waitFor()
  await checkPage(page, 'operator-console-users')

  await page.getByRole('button', { name: 'Make a link for dora@example.org' }).click()
  await dialog.getByText('aviary console link dora@example.org').waitFor()
  await dialog.getByRole('button', { name: 'Make a link' }).click()
  await dialog.getByText('/console/link#', { exact: false }).waitFor()
  await checkPage(page, 'operator-console-link')
  await dialog.getByRole('button', { name: 'Done' }).click()

  await page.getByRole('button', { name: 'New password for dora@example.org' }).click()
  await dialog.getByRole('textbox', { name: 'New password' }).fill('short')
  await dialog.getByRole('button', { name: 'Change the password' }).click()
  await dialog.getByText('Use at least 8 characters.').waitFor()
  await dialog.getByRole('textbox', { name: 'New password' }).fill('staple battery')
  await dialog.getByText('aviary console password dora@example.org').waitFor()
  await checkPage(page, 'operator-console-password')
  await dialog.getByRole('button', { name: 'Change the password' }).click()
  await page.getByText('dora@example.org has a new password.').waitFor()

  await page.getByRole('button', { name: 'Grant the desk to dora@example.org' }).click()
  await dialog.getByText('aviary console operator grant dora@example.org').waitFor()
  await dialog.getByRole('button', { name: 'Grant the desk' }).click()
  await page.getByRole('button', { name: 'Revoke the desk of dora@example.org' }).waitFor()
})
