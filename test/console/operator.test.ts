/** Tests access to the operator's desk, and the page of its audit log. */
import assert from 'node:assert/strict'
import { changeUserState } from '../../src/domain/accounts/change-user-state.ts'
import { setConsoleOperator } from '../../src/domain/console/operators.ts'
import { slowTest as test } from '../support/part.ts'
import { checkPage } from './support/check-page.ts'
import { EMAIL, startConsole } from './support/start.ts'

test('the desk and its audit log', async (t) => {
  const stage = await startConsole(t)
  const { context, user } = stage
  const page = await stage.open('/operator/audit')

  await t.test('other users of the console read how to become an operator', async () => {
    await page.getByText(`aviary console operator grant ${EMAIL}`).waitFor()
    assert.equal(await page.getByRole('link', { name: 'Audit log' }).count(), 0)
    await checkPage(page, 'operator-only')
  })

  await t.test('the audit log is empty at first; later the page filters and shows entries', async () => {
    await setConsoleOperator(context, EMAIL, true)
    await page.reload()
    await page.getByRole('heading', { name: 'No operator has done anything yet' }).waitFor()
    await checkPage(page, 'operator-audit-empty')
    const operator = { actor: 'command line' }
    const byCommand = { ...context, operator }
    await changeUserState(byCommand, { userId: user.id, action: 'protect', reason: '<b>asked by mail</b>' })
    const countries = ['DE', 'FR']
    const byToken = { ...context, operator: { actor: 'admin token', details: { alias: 'ann' } } }
    await changeUserState(byToken, { userId: user.id, action: 'withhold', countries })
    await page.reload()
    await page.getByRole('cell', { name: '<b>asked by mail</b>' }).waitFor()
    await checkPage(page, 'operator-audit')
    await page.getByLabel('Actor').fill('admin token')
    await page.getByRole('cell', { name: '<b>asked by mail</b>' }).waitFor({ state: 'detached' })
    await page.waitForURL(/actor=admin/)
    await page.getByText("aviary audit list --actor 'admin token'").waitFor()
    await page.getByRole('cell', { name: 'user.withhold' }).click()
    await page.getByRole('dialog').getByText('countries_before').waitFor()
    await checkPage(page, 'operator-audit-entry')
    await page.keyboard.press('Escape')
    await page.getByLabel('Id or address of the subject').fill('nothing')
    await page.getByRole('heading', { name: 'No entry matches' }).waitFor()
    await page.getByRole('button', { name: 'Clear the filters' }).click()
    await page.getByRole('cell', { name: '<b>asked by mail</b>' }).waitFor()
  })
})
