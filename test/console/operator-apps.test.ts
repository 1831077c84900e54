/** Apps of all owners, and stream accounts, at the operator's desk. */
import { issueToken } from '../../src/domain/apps/tokens.ts'
import { setConsoleOperator } from '../../src/domain/console/operators.ts'
import { Consumer } from '../support/compliance-stream.ts'
import { slowTest as test } from '../support/part.ts'
import { createOneUser } from '../support/users.ts'
import { checkPage } from './support/check-page.ts'
import { EMAIL, startConsole } from './support/start.ts'

test('an app is found, limited, suspended, a token revoked, the app deleted', async (t) => {
  const stage = await startConsole(t)
  const { context, user, app } = stage
  await setConsoleOperator(context, EMAIL, true)
  const holder = await createOneUser(context)
  await issueToken(context, { appId: app.appId, userId: holder.id })
  const page = await stage.open('/operator/apps')
  await page.getByRole('row', { name: 'Bird watcher' }).waitFor()
  await checkPage(page, 'operator-apps')
  await page.getByLabel('Find apps').fill('nothing-like-it')
  await page.getByRole('heading', { name: 'No app matches' }).waitFor()
  await page.getByLabel('Find apps').fill('bird w')
  await page.getByText("aviary app list --name 'bird w'").waitFor()
  await page.getByRole('row', { name: 'Bird watcher' }).press('Enter')
  await page.getByRole('heading', { name: 'Bird watcher', level: 1 }).waitFor()
  await page.getByRole('cell', { name: `@${holder.screenName}`, exact: true }).waitFor()
  await checkPage(page, 'operator-app')

  await page.getByRole('button', { name: 'Change rights and limits' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: 'Level' }).click()
  await page.getByRole('option', { name: 'academic' }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText('Enter a reason.').waitFor()
  await dialog.getByLabel('Reason').fill('a study')
  await dialog.getByText(`aviary app update ${app.appId} --level academic --reason 'a study'`).waitFor()
  await checkPage(page, 'operator-app-change')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByText('1,000 rules', { exact: false }).waitFor()
  await page.getByRole('region', { name: 'History' }).getByText('app.update').waitFor()

  await page.getByRole('button', { name: 'Suspend' }).click()
  await dialog.getByLabel('Reason').fill('spam')
  await dialog.getByRole('button', { name: 'Suspend' }).click()
  await page.getByText('suspended', { exact: true }).waitFor()
  await page.getByRole('button', { name: `Revoke the token of @${holder.screenName}` }).click()
  await dialog.getByLabel('Reason').fill('leaked')
  await checkPage(page, 'operator-token-revoke')
  await dialog.getByRole('button', { name: `Revoke the token of @${holder.screenName}` }).click()
  await page.getByRole('cell', { name: `@${holder.screenName}`, exact: true }).waitFor({ state: 'detached' })

  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await dialog.getByLabel('Reason').fill('spam')
  await dialog.getByLabel('Type Bird watcher to confirm').fill('Bird watcher')
  await checkPage(page, 'operator-app-delete')
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByRole('heading', { name: 'Apps', level: 1 }).waitFor()
  await page.getByRole('row', { name: 'Bird watcher' }).waitFor({ state: 'detached' })
  await page.goto(`${stage.url}/console/operator/users/${user.id}`)
  await page.getByRole('heading', { name: 'No apps' }).waitFor()
})

test('a stream of a new account; its connection is dropped; the stream is removed', async (t) => {
  const stage = await startConsole(t)
  await setConsoleOperator(stage.context, EMAIL, true)
  const page = await stage.open('/operator/streams')
  await page.getByRole('heading', { name: 'No connection is open' }).waitFor()
  await checkPage(page, 'operator-streams-empty')
  await page.getByRole('button', { name: 'Add a stream' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Account').fill('zoo')
  await dialog.getByLabel('E-mail address').fill('firehose@example.org')
  await dialog.getByRole('textbox', { name: 'Password' }).fill('short')
  await dialog.getByRole('button', { name: 'Add the stream' }).click()
  await dialog.getByText('Use at least 8 characters.').waitFor()
  await dialog.getByRole('textbox', { name: 'Password' }).fill('battery staple')
  await checkPage(page, 'operator-stream-add')
  await dialog.getByRole('button', { name: 'Add the stream' }).click()
  await page.getByText('The stream twitter/prod is ready.').waitFor()
  await page.getByRole('row', { name: 'firehose@example.org' }).waitFor()
  const path = '/stream/compliance/accounts/zoo/publishers/twitter/prod.json?partition=2'
  const consumer = await Consumer.open(stage.url, path)
  await page.getByRole('button', { name: 'Drop partition 2 of zoo' }).waitFor()
  await checkPage(page, 'operator-streams')
  await page.getByRole('button', { name: 'Drop partition 2 of zoo' }).click()
  await dialog.getByRole('button', { name: 'Drop', exact: true }).click()
  await consumer.ended
  await page.getByRole('heading', { name: 'No connection is open' }).waitFor()
  await page.getByRole('button', { name: 'Remove the stream twitter/prod of zoo' }).click()
  await dialog.getByText('aviary stream-account remove zoo --publisher twitter --label prod').waitFor()
  await dialog.getByRole('button', { name: 'Remove', exact: true }).click()
  await page
    .getByRole('button', { name: 'Remove the stream twitter/prod of zoo' })
    .waitFor({ state: 'detached' })
})
