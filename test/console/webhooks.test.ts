/**
 * Tests the webhook pages with a real receiver: challenges, subscriptions, deliveries, replays, and test
 * events.
 */
import { issueToken } from '../../src/domain/apps/tokens.ts'
import { updateApp } from '../../src/domain/apps/update-app.ts'
import { createPost } from '../../src/domain/posts/write/create-post.ts'
import { slowTest as test } from '../support/part.ts'
import { startReceiver } from '../support/webhooks/webhook-receiver.ts'
import { checkPage } from './support/check-page.ts'
import { startConsole } from './support/start.ts'

test('the webhook pages of the console', async (t) => {
  const stage = await startConsole(t, { settings: { webhook_allow: '127.0.0.1' } })
  const { app, context, user } = stage
  await updateApp(context, app.appId, { permissions: 'read-write-directmessages' })
  await issueToken(context, { appId: app.appId, userId: user.id })
  const receiver = await startReceiver(t, app.consumerSecret)
  const meets = receiver.onChallenge
  const page = await stage.open(`/apps/${app.appId}/webhooks`)
  await page.getByRole('heading', { name: 'This app has no webhook' }).waitFor()
  const register = async (url: string) => {
    await page.getByLabel('Address').fill(url)
    await page.getByRole('button', { name: 'Challenge and register' }).click()
  }

  await t.test('the reason of a failed challenge is shown, and a private address is refused', async () => {
    receiver.onChallenge = (response) => response.end('{"response_token":"sha256=wrong"}')
    await register(receiver.url)
    await page.getByText('The response has another response_token.').waitFor()
    await page.getByText('"sha256=wrong"').waitFor()
    await checkPage(page, 'webhooks-challenge-failed')
    receiver.onChallenge = () => undefined
    await register(receiver.url)
    await page.getByText('The response did not come within 3 seconds.').waitFor()
    await register('https://10.0.0.1/hook')
    await page.getByText('Use an address that begins with https://').waitFor()
  })

  await t.test('a receiver is registered in an environment, tested, and subscribed', async () => {
    receiver.onChallenge = meets
    await page.getByLabel('Label').fill('dev')
    await page.getByRole('button', { name: 'Add environment' }).click()
    await page.getByText('dev', { exact: true }).first().waitFor()
    await page.getByLabel('Address').fill(` ${receiver.url} `)
    await page.getByRole('combobox', { name: 'Environment' }).click()
    await page.getByRole('option', { name: 'dev', exact: true }).click()
    await page.getByRole('button', { name: 'Challenge and register' }).click()
    await page.getByRole('heading', { name: receiver.url }).waitFor()
    await checkPage(page, 'webhooks-registered')
    await page.getByRole('button', { name: 'Send test event' }).click()
    await page.getByText('The receiver accepted the test event.').waitFor()
    await page.getByRole('button', { name: 'Challenge again' }).click()
    await page.getByText('The receiver met the challenge.').first().waitFor()
    await page.getByRole('tab', { name: 'Subscriptions' }).click()
    await page.getByRole('button', { name: 'Subscribe my user' }).click()
    await page.getByRole('cell', { name: `@${user.screenName}` }).waitFor()
    await checkPage(page, 'webhooks-subscriptions')
    await page.getByRole('button', { name: `Unsubscribe ${user.screenName}` }).click()
    await page.getByRole('heading', { name: 'No subscription' }).waitFor()
    await page.getByRole('button', { name: 'Subscribe my user' }).click()
    await page.getByRole('cell', { name: `@${user.screenName}` }).waitFor()
  })

  await t.test('a delivery is shown, sent again, and replayed', async () => {
    await createPost(context, { authorId: user.id, text: 'hello' })
    await receiver.until(2)
    await page.getByRole('tab', { name: 'Deliveries' }).click()
    await page.getByRole('button', { name: 'Refresh' }).click()
    await page.getByRole('combobox', { name: 'Outcome' }).click()
    await page.getByRole('option', { name: 'Delivered' }).click()
    await page.waitForURL(/outcome=delivered/)
    await page.getByRole('cell', { name: 'post.created' }).first().click()
    await page.getByText('"tweet_create_events"').waitFor()
    await checkPage(page, 'webhooks-delivery')
    await page.getByRole('button', { name: 'Send again' }).click()
    await receiver.until(3)
    await page.getByRole('tab', { name: 'Replays' }).click()
    await page.getByText('No replay yet').waitFor()
    await page.getByRole('combobox', { name: 'Period' }).click()
    await page.getByRole('option', { name: 'Last 15 minutes' }).click()
    await page.getByRole('button', { name: 'Start replay' }).click()
    await page.getByText('Complete').first().waitFor()
    await checkPage(page, 'webhooks-replays')
    await page.goto(`${stage.url}/console/apps/${app.appId}/webhooks?outcome=dead-lettered`)
    await page.getByText('No deliveries').waitFor()
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('heading', { name: 'This app has no webhook' }).waitFor()
  })

  await t.test('one of two webhooks is chosen, and its URL opens it again', async () => {
    await page.getByLabel('Label').fill('two')
    await page.getByRole('button', { name: 'Add environment' }).click()
    await page.getByRole('button', { name: 'Remove two' }).waitFor()
    const urls = { dev: receiver.url, two: `${receiver.url}?of=two` }
    for (const [label, url] of Object.entries(urls)) {
      await page.getByRole('combobox', { name: 'Environment' }).click()
      await page.getByRole('option', { name: label, exact: true }).click()
      await register(url)
      await page.getByText('The webhook is registered.', { exact: false }).waitFor()
    }
    await page.getByRole('combobox', { name: 'Webhooks' }).click()
    await page.getByRole('option', { name: urls.two }).click()
    await page.waitForURL(/webhook=/)
    await page.getByRole('heading', { name: urls.two }).waitFor()
    await page.reload()
    await page.getByRole('heading', { name: urls.two }).waitFor()
    await checkPage(page, 'webhooks-two')
    for (const next of [urls.dev, 'This app has no webhook']) {
      await page.getByRole('button', { name: 'Delete' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
      await page.getByRole('heading', { name: next, exact: true }).waitFor()
    }
    await page.getByRole('button', { name: 'Remove two' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await page.getByRole('button', { name: 'Remove two' }).waitFor({ state: 'detached' })
  })

  await t.test('an environment without a webhook is removed', async () => {
    const remove = page.getByRole('dialog').getByRole('button', { name: 'Remove' })
    await page.getByRole('button', { name: 'Remove dev' }).click()
    await checkPage(page, 'webhooks-environment-remove')
    await remove.click()
    await page.getByText('No label. Calls may use any label.').waitFor()
    await checkPage(page, 'webhooks-empty')
  })
})
