/** Tests the page of invitations and waiting sign-ups at the operator's desk. */
import assert from 'node:assert/strict'
import { requestSignUp } from '../../src/domain/accounts/sign-up/sign-up.ts'
import { setConsoleOperator } from '../../src/domain/console/operators.ts'
import { slowTest as test } from '../support/part.ts'
import { checkPage } from './support/check-page.ts'
import { EMAIL, PASSWORD, startConsole } from './support/start.ts'

test('an invitation is made, its link is shown once, and the invitation is revoked', async (t) => {
  const stage = await startConsole(t, { settings: { public_pages: 'unlisted', sign_up: 'invitation' } })
  await setConsoleOperator(stage.context, EMAIL, true)
  const page = await stage.open('/operator/sign-ups')
  await page.getByRole('heading', { name: 'No invitations' }).waitFor()
  await page.getByText('new users need an invitation', { exact: false }).waitFor()
  await checkPage(page, 'operator-sign-ups-empty')
  await page.getByRole('button', { name: 'Make an invitation' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Note for this list').fill("Carol's link")
  await dialog.getByText("aviary invitation create --days 7 --note 'Carol'\\''s link'").waitFor()
  await checkPage(page, 'operator-invite')
  await dialog.getByRole('button', { name: 'Make an invitation' }).click()
  const link = await dialog.getByText(`${stage.url}/signup?invitation=`, { exact: false }).innerText()
  await checkPage(page, 'operator-invitation')
  await dialog.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('row', { name: "Carol's link" }).waitFor()
  assert.equal(await page.getByText('invitation=').count(), 0)
  const visitor = await (await stage.browser.newContext()).newPage()
  await visitor.goto(link)
  await visitor.getByRole('heading', { name: 'Sign up' }).waitFor()
  await page.getByRole('button', { name: "Revoke the invitation Carol's link" }).click()
  await dialog.getByRole('button', { name: 'Revoke', exact: true }).click()
  await page.getByRole('heading', { name: 'No invitations' }).waitFor()
  await visitor.reload()
  await visitor.getByText('This invitation is not valid').first().waitFor()
})

test('one sign-up is approved, and another is refused with a reason', async (t) => {
  const stage = await startConsole(t, { settings: { public_pages: 'unlisted', sign_up: 'approval' } })
  const { context } = stage
  await setConsoleOperator(context, EMAIL, true)
  for (const screenName of ['carol', 'mallory'])
    await requestSignUp(context, {
      ...{
        screenName,
        name: `The <b>${screenName}</b>`,
        email: `${screenName}@example.org`,
        password: PASSWORD,
      },
    })
  const page = await stage.open('/operator/sign-ups')
  await page.getByRole('row', { name: '@mallory' }).waitFor()
  await checkPage(page, 'operator-sign-ups')
  await page.getByRole('button', { name: 'Approve @carol' }).click()
  await page.getByText('@carol is a user now.').waitFor()
  await page.getByRole('row', { name: '@carol' }).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Refuse @mallory' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason').fill('not from here')
  await dialog.getByText("--reason 'not from here'", { exact: false }).waitFor()
  await checkPage(page, 'operator-sign-up-refuse')
  await dialog.getByRole('button', { name: 'Refuse @mallory' }).click()
  await page.getByRole('heading', { name: 'No sign-up waits' }).waitFor()
})
