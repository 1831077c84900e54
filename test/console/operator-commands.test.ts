/**
 * Tests actions of the desk that replace less frequent commands: for webhooks, failed items, projects, edits,
 * locations, and details of apps.
 */
import { issueToken } from '../../src/domain/apps/tokens.ts'
import { updateApp } from '../../src/domain/apps/update-app.ts'
import { setConsoleOperator } from '../../src/domain/console/operators.ts'
import { createPost } from '../../src/domain/posts/write/create-post.ts'
import { deliveriesOf } from '../../src/domain/webhooks/deliveries.ts'
import { recordFailed } from '../../src/log/failed-items.ts'
import { ConsoleClient } from '../support/console/console.ts'
import { slowTest as test } from '../support/part.ts'
import { raw } from '../support/tables.ts'
import { waitUntil } from '../support/wait-until.ts'
import { startReceiver } from '../support/webhooks/webhook-receiver.ts'
import { checkPage } from './support/check-page.ts'
import { EMAIL, startConsole } from './support/start.ts'

test('webhooks of an app: the page shows deliveries, sends one delivery or all dead-lettered deliveries again, and adds an environment', async (t) => {
  const stage = await startConsole(t, { settings: { webhook_allow: '127.0.0.1' } })
  const { app, context, user } = stage
  await setConsoleOperator(context, EMAIL, true)
  await updateApp(context, app.appId, { permissions: 'read-write-directmessages' })
  await issueToken(context, { appId: app.appId, userId: user.id })
  const receiver = await startReceiver(t, app.consumerSecret)
  const owner = await ConsoleClient.signedIn(stage, { accountName: 'owner', userId: user.id })
  const page = await stage.open(`/operator/apps/${app.appId}`)
  await page.getByRole('heading', { name: 'No webhooks' }).waitFor()
  await page.getByRole('button', { name: 'Add environment' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Label').fill('no label')
  await dialog.getByRole('button', { name: 'Add environment' }).click()
  await dialog.getByText('An environment has 1 to 64 letters', { exact: false }).waitFor()
  await dialog.getByLabel('Label').fill('dev')
  await dialog.getByText(`aviary webhook add-environment ${app.appId} dev`).waitFor()
  await checkPage(page, 'operator-app-environment')
  await dialog.getByRole('button', { name: 'Add environment' }).click()
  await page.getByText('The app has the environment dev.').waitFor()

  const made = await owner.post(`/apps/${app.appId}/webhooks`, { url: receiver.url, environment: 'dev' })
  const webhook = made.body.webhook.id as string
  await owner.post(`/apps/${app.appId}/webhooks/${webhook}/subscriptions`)
  await page.reload()
  await page.getByRole('link', { name: receiver.url }).click()
  await page.getByRole('heading', { name: 'Webhook', level: 1 }).waitFor()
  await page.getByRole('heading', { name: 'No deliveries' }).waitFor()
  await checkPage(page, 'operator-webhook-empty')
  await createPost(context, { authorId: user.id, text: 'hello' })
  await receiver.until(1)
  await page.getByRole('cell', { name: 'post.created' }).click()
  await page.waitForURL(/delivery=/)
  await page.getByText('"post.created"').waitFor()
  await page.getByText(`aviary webhook resend ${webhook} ${user.id}`, { exact: false }).waitFor()
  await checkPage(page, 'operator-webhook')
  await page.getByRole('button', { name: 'Send again' }).click()
  await receiver.until(2)
  await page.getByText('Queued. The server sends it before other deliveries to this user.').waitFor()
  const all = { webhookId: BigInt(webhook), max: 9 }
  await waitUntil(async () => (await deliveriesOf(context.store, all)).length === 1)
  const deadLetter = raw("update webhook_deliveries set outcome = 'parked'")
  await context.store.write((tx) => tx.run(deadLetter, {}))
  await page.getByRole('combobox', { name: 'Outcome' }).click()
  await page.getByRole('option', { name: 'Dead-lettered' }).click()
  await page.waitForURL(/outcome=dead-lettered/)
  await page.getByRole('cell', { name: 'Dead-lettered' }).waitFor()
  await page.getByText(`aviary webhook deliveries ${webhook} --outcome dead-lettered`).waitFor()
  await page.getByRole('button', { name: 'Send dead-lettered deliveries again' }).click()
  await dialog.getByText(`aviary webhook resend ${webhook}`, { exact: true }).waitFor()
  await checkPage(page, 'operator-webhook-resend')
  await dialog.getByRole('button', { name: 'Send again' }).click()
  await page.getByText('Queued 1 delivery.').waitFor()
  await receiver.until(3)
  await page.getByRole('heading', { name: 'No deliveries' }).waitFor()
})

test('failed items: all items are retried, and one is removed', async (t) => {
  const stage = await startConsole(t)
  const { context, user } = stage
  await setConsoleOperator(context, EMAIL, true)
  const { id } = await createPost(context, { authorId: user.id, text: 'a cat' })
  const page = await stage.open('/operator/failed-items')
  await page.getByRole('heading', { name: 'No failed items' }).waitFor()
  await checkPage(page, 'operator-failed-empty')
  const error = new Error('the row of the post cannot be read: <b>unexpected end of JSON input</b>')
  await context.store.write(async (tx) => {
    await recordFailed(tx, { reader: 'search', item: `post ${id}`, error }, context.clock.now())
    await recordFailed(tx, { reader: 'nobody', item: 'event 1', error }, context.clock.now())
  })
  await page.getByRole('cell', { name: `post ${id}`, exact: true }).waitFor()
  await checkPage(page, 'operator-failed')
  await page.getByRole('button', { name: 'Retry all' }).click()
  await page.getByText('The server retries 2 items.', { exact: false }).waitFor()
  await page.getByRole('cell', { name: `post ${id}`, exact: true }).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Forget event 1 of nobody' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText("aviary failed forget 'event 1' --reader nobody").waitFor()
  await checkPage(page, 'operator-failed-forget')
  await dialog.getByRole('button', { name: 'Forget', exact: true }).click()
  await page.getByRole('heading', { name: 'No failed items' }).waitFor()
})

test('a project is created, and an app gets details, moves to the project, and becomes a client of OAuth 2.0', async (t) => {
  const stage = await startConsole(t)
  const { app, context, user } = stage
  await setConsoleOperator(context, EMAIL, true)
  const page = await stage.open('/operator/projects?q=%40nothing_like_it')
  await page.getByRole('heading', { name: 'No project of this owner' }).waitFor()
  await page.getByLabel('Find projects').fill(`@${user.screenName}`)
  await page.getByText(`aviary project list --owner ${user.screenName}`).waitFor()
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Create a project' }).click()
  await dialog.getByRole('button', { name: 'Create the project' }).click()
  await dialog.getByText('Enter a name.').waitFor()
  await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Bird atlas')
  await dialog.getByText(`aviary project create 'Bird atlas' --owner ${user.screenName}`).waitFor()
  await checkPage(page, 'operator-project-create')
  await dialog.getByRole('button', { name: 'Create the project' }).click()
  await page.getByRole('cell', { name: 'Bird atlas' }).waitFor()
  await checkPage(page, 'operator-projects')

  await page.goto(`${stage.url}/console/operator/apps/${app.appId}`)
  await page.getByRole('button', { name: 'Move to a project' }).click()
  await dialog.getByRole('combobox', { name: 'Project' }).click()
  await page.getByRole('option', { name: 'Bird atlas', exact: false }).click()
  await dialog.getByText(`--app ${app.appId}`, { exact: false }).waitFor()
  await checkPage(page, 'operator-app-move')
  await dialog.getByRole('button', { name: 'Move the app' }).click()
  await page.getByText('Bird atlas', { exact: true }).waitFor()

  await page.getByRole('button', { name: 'OAuth 2.0 client' }).click()
  await dialog.getByRole('combobox', { name: 'Type' }).click()
  await page.getByRole('option', { name: 'confidential' }).click()
  await dialog.getByLabel('Reason').fill('asked')
  await dialog.getByText(`aviary app update ${app.appId} --oauth2 confidential --reason asked`).waitFor()
  await checkPage(page, 'operator-app-client')
  await dialog.getByRole('button', { name: 'Set the type' }).click()
  await dialog.getByText('Client secret', { exact: true }).waitFor()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('button', { name: 'New client secret' }).waitFor()

  await page.getByRole('button', { name: 'Change details and rights' }).click()
  await dialog.getByRole('textbox', { name: 'Website' }).fill('javascript:alert(1)')
  await dialog.getByLabel('Reason').fill('asked')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText(/is not an app's URL/).waitFor()
  await dialog.getByRole('textbox', { name: 'Website' }).fill('https://atlas.example.org')
  await dialog.getByRole('textbox', { name: 'Callback URLs' }).fill('https://atlas.example.org/back')
  const flags = '--url https://atlas.example.org --callback https://atlas.example.org/back'
  await dialog.getByText(`aviary app update ${app.appId} ${flags} --reason asked`).waitFor()
  await checkPage(page, 'operator-app-details')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByText('https://atlas.example.org/back', { exact: true }).waitFor()
})

test('a post is edited and pinned; locations of a user are erased; revoked tokens are listed', async (t) => {
  const stage = await startConsole(t)
  const { app, context, user } = stage
  await setConsoleOperator(context, EMAIL, true)
  await issueToken(context, { appId: app.appId, userId: user.id })
  const { id } = await createPost(context, { authorId: user.id, text: 'a cta', lat: 52.5, long: 13.4 })
  const page = await stage.open(`/operator/posts/${id}`)
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await dialog.getByRole('textbox', { name: 'Text' }).fill('a cat')
  await dialog.getByLabel('Reason').fill('a slip')
  await dialog.getByText(`aviary post edit ${id} --text 'a cat' --reason 'a slip'`).waitFor()
  await checkPage(page, 'operator-post-edit')
  await dialog.getByRole('button', { name: 'Edit', exact: true }).click()
  await page.getByRole('region', { name: 'History' }).getByText('post.edit').waitFor()
  await page.getByRole('button', { name: 'Pin to the profile' }).click()
  await dialog.getByText(`aviary post pin ${id}`).waitFor()
  await checkPage(page, 'operator-post-pin')
  await dialog.getByRole('button', { name: 'Pin to the profile' }).click()
  await page.getByText('pinned', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Unpin' }).waitFor()

  await page.goto(`${stage.url}/console/operator/users/${user.id}`)
  await page.getByRole('button', { name: 'Erase locations' }).click()
  await dialog.getByLabel('Reason').fill('asked')
  await dialog.getByRole('button', { name: 'Erase locations' }).click()
  await dialog.getByText('Enter the id of a post.').waitFor()
  await dialog.getByLabel('Newest post').fill(String(id))
  await dialog.getByText(`aviary user scrub-geo ${user.screenName} --up-to ${id} --reason asked`).waitFor()
  await checkPage(page, 'operator-user-locations')
  await dialog.getByRole('button', { name: 'Erase locations' }).click()
  await page.getByRole('region', { name: 'History' }).getByText('user.scrub_geo').waitFor()

  await page.getByRole('button', { name: 'Revoke the token for Bird watcher' }).click()
  await dialog.getByLabel('Reason').fill('leaked')
  await dialog.getByRole('button', { name: `Revoke the token of @${user.screenName}` }).click()
  await page.getByRole('heading', { name: 'No access tokens' }).waitFor()
  await page.getByRole('checkbox', { name: 'Revoked tokens too' }).check()
  await page.getByText('revoked', { exact: true }).waitFor()
  await page.getByText(`aviary token list --user ${user.screenName} --all`).waitFor()
})
