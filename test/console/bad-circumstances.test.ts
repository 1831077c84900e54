/** Tests the console on a slow network, and with URLs of apps that belong to other developers. */
import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { createApp } from '../../src/domain/apps/create-app.ts'
import { slowTest as test } from '../support/part.ts'
import { createUsers } from '../support/users.ts'
import { checkPage } from './support/check-page.ts'
import { startConsole } from './support/start.ts'

/** The slow network of a phone with a weak signal. */
const SLOW = { offline: false, latency: 600, downloadThroughput: 60_000, uploadThroughput: 30_000 }

async function throttle(page: Page, conditions: typeof SLOW) {
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('Network.enable')
  await devTools.send('Network.emulateNetworkConditions', conditions)
  return devTools
}

test('on a slow network pages show that they load, a form is sent once, and errors have advice', async (t) => {
  const stage = await startConsole(t)
  const { app } = stage
  const page = await stage.open('/apps')
  await page.getByRole('link', { name: 'Bird watcher' }).waitFor()
  const devTools = await throttle(page, SLOW)

  await t.test('a page shows that it is loading', async () => {
    await page.goto(`${stage.url}/console/apps/${app.appId}/requests`, { waitUntil: 'commit' })
    await page.getByText('Loading').first().waitFor({ state: 'attached' })
    await page.getByRole('heading', { name: 'Requests' }).waitFor()
  })

  await t.test('a form that is submitted repeatedly is sent once', async () => {
    await page.goto(`${stage.url}/console/apps`)
    await page.getByRole('button', { name: 'Create app' }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Slow owl')
    const create = dialog.getByRole('button', { name: /^Create/ })
    await create.click()
    for (let count = 0; count < 3; count += 1) {
      await create.click({ force: true, noWaitAfter: true, timeout: 500 }).catch(() => undefined)
      await page.keyboard.press('Enter')
    }
    await page.getByRole('button', { name: 'I have copied them' }).waitFor()
    const { apps } = await page.evaluate<{ apps: { name: string }[] }>(
      `fetch('/console/api/apps').then((answer) => answer.json())`,
    )
    assert.equal(apps.filter(({ name }) => name === 'Slow owl').length, 1)
    await page.getByRole('button', { name: 'I have copied them' }).click()
  })

  await t.test('without a network, a change shows advice, and the input is kept', async () => {
    await page.goto(`${stage.url}/console/apps/${app.appId}/settings`)
    const name = page.getByRole('main').getByRole('textbox', { name: 'Name' }).first()
    await name.fill('Owl counter')
    await devTools.send('Network.emulateNetworkConditions', { ...SLOW, offline: true })
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.getByText('The server cannot be reached. Perhaps it is restarting. Try again.').waitFor()
    assert.equal(await name.inputValue(), 'Owl counter')
    await devTools.send('Network.emulateNetworkConditions', SLOW)
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.getByText('The settings are saved.').waitFor()
  })
  await page.close()
})

test('the URL of another developer’s app shows the same page as the URL of an app that does not exist', async (t) => {
  const stage = await startConsole(t)
  const [other] = await createUsers(stage.context, 1)
  assert.ok(other)
  const foreign = await createApp(stage.context, {
    ownerId: other.id,
    name: 'Secret nest',
    permissions: 'read-write',
  })
  const page = await stage.open('/apps')
  const textAt = async (path: string) => {
    await page.goto(`${stage.url}/console/apps/${path}`)
    await page.getByText('There is no such app').first().waitFor()
    return page.getByRole('main').innerText()
  }
  for (const place of ['keys', 'settings', 'requests', 'rules', 'live']) {
    const text = await textAt(`${foreign.appId}/${place}`)
    assert.equal(text, await textAt(`1234567/${place}`), place)
    assert.doesNotMatch(text, /Secret nest/)
  }
  await page.getByRole('link', { name: 'To your apps' }).waitFor()
  await checkPage(page, 'app-of-another')
  await page.close()
})
