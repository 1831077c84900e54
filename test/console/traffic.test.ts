/** Tests the pages of an app with its usage, its requests and the signature debugger. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { issueToken } from '../../src/domain/apps/tokens.ts'
import { bearer, signature } from '../support/api-client.ts'
import { slowTest as test } from '../support/part.ts'
import { checkPage } from './support/check-page.ts'
import { startConsole } from './support/start.ts'

/** Clicks each filter of the log, and removes the filter with a second click. */
async function filtered(page: Page): Promise<void> {
  const rows = (path: string) => page.getByRole('cell', { name: path })
  for (const { filter, option, hidden, shown, address } of [
    { filter: 'Status', option: '4xx', hidden: '/1.1/help', shown: '/1.1/users', address: /status=/ },
    { filter: 'Token', option: 'OAuth 1.0a', hidden: '/1.1/help', shown: '/1.1/account', address: /token=/ },
  ] as const) {
    const choose = async () => {
      await page.getByRole('combobox', { name: filter }).click()
      await page.getByRole('option', { name: option, exact: true }).click()
    }
    await choose()
    await page.waitForURL(address)
    await rows(hidden).waitFor({ state: 'detached' })
    await rows(shown).waitFor()
    await choose()
    await rows(hidden).waitFor()
  }
  await page.getByRole('combobox', { name: 'Method' }).click()
  await page.getByRole('option', { name: 'POST' }).click()
  await page.getByText('No request matches the filter').waitFor()
  await page.goto(page.url())
  await page.getByText('No request matches the filter').waitFor()
  await page.getByRole('combobox', { name: 'Method' }).click()
  await page.getByRole('option', { name: 'POST' }).click()
  await rows('/1.1/help').waitFor()
}

test('the pages of an app with its usage, requests and signatures', async (t) => {
  const stage = await startConsole(t)
  const { url, context, app, user, server } = stage
  const { appId, consumerKey, consumerSecret, bearerToken } = app
  const { accessToken, accessTokenSecret } = await issueToken(context, { appId, userId: user.id })
  const asApp = bearer(bearerToken)
  const asUser = signature(
    { key: consumerKey, secret: consumerSecret },
    { key: accessToken, secret: accessTokenSecret },
    () => context.clock.now(),
  )
  const call = (path: string, authorization = asApp('GET', `${url}${path}`)) =>
    fetch(`${url}${path}`, { headers: { authorization } })
  const base = `/apps/${appId}`

  await t.test('the page shows, filters, pauses, records, copies and clears requests', async () => {
    const page = await stage.open(`${base}/requests`)
    await page.getByText('No requests yet').waitFor()
    await page.getByText('Live', { exact: true }).first().waitFor()
    await checkPage(page, 'requests-empty')
    await page.setViewportSize({ width: 1280, height: 800 })
    await call('/1.1/help/languages.json')
    await page.getByRole('cell', { name: '/1.1/help/languages.json' }).waitFor()
    await call('/1.1/users/show.json?user_id=1')
    await page.getByRole('cell', { name: '404' }).waitFor()
    await page.getByLabel('Path').fill('users')
    await page.waitForURL(/path=users/)
    await page.getByRole('cell', { name: '/1.1/help/languages.json' }).waitFor({ state: 'detached' })
    await page.getByLabel('Path').fill('nothing')
    await page.getByText('No request matches the filter').waitFor()
    await page.getByLabel('Path').fill('')
    await page.getByRole('cell', { name: '404' }).click()
    await page.waitForURL(/selected=/)
    const drawer = page.getByRole('dialog')
    await drawer.getByText('Response body', { exact: true }).first().waitFor()
    await drawer.getByText(/curl 'http/).waitFor()
    await checkPage(page, 'requests-details')
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.getByRole('button', { name: 'Close the request' }).click()
    await drawer.waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'Pause' }).click()
    await page.getByRole('button', { name: 'Resume' }).click()
    await page.waitForURL((address) => !address.search.includes('live='))
    await page.getByRole('status').getByText('Live', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Pause' }).click()
    await page.getByRole('status').getByText('Paused').waitFor()
    await call(
      '/1.1/account/verify_credentials.json',
      asUser('GET', `${url}/1.1/account/verify_credentials.json`),
    )
    await page.getByRole('button', { name: 'Resume' }).click()
    // This request arrived during the pause.
    await page.getByRole('cell', { name: '/1.1/account/verify_credentials.json' }).waitFor()
    await filtered(page)
    await page.getByRole('button', { name: 'Pause' }).click()
    await page.getByRole('button', { name: 'Record for an hour' }).click()
    await page.getByRole('button', { name: 'Stop recording' }).click()
    await page.getByRole('button', { name: 'Record for an hour' }).waitFor()
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Export as HAR' }).click()
    const archive = JSON.parse(await readFile(await (await download).path(), 'utf8'))
    assert.equal(archive.log.entries.length, 3)
    await checkPage(page, 'requests')
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.getByRole('button', { name: 'Clear' }).click()
    await page.getByText('No requests yet').waitFor()
    await page.close()
  })

  await t.test('the page of usage shows meters, charts, windows of callers, and connections', async () => {
    const { hours, connections } = server.generations.traffic
    hours.addPosts(appId, 1_234)
    const connection = { appId, part: '2 filter', sendsPosts: true, delivered: 42, dropped: 3, lagMs: 18 }
    for (const each of [connection, { ...connection }]) connections.opened(each)
    connections.ended(connection, 'slow')
    const page = await stage.open(`${base}/usage`)
    await page.getByText('of 500,000 posts').first().waitFor()
    await page.getByText('Posts delivered').waitFor()
    await page.getByText('The client read too slowly').waitFor()
    await page.getByRole('cell', { name: '/1.1/users/show.json' }).waitFor()
    await checkPage(page, 'usage')
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.getByText('90 days').click()
    await page.waitForURL(/range=quarter/)
    await page.getByLabel('Only windows in use').uncheck()
    await page.waitForURL(/windows=all/)
    await page.getByRole('combobox', { name: 'Caller' }).click()
    await page.getByRole('option', { name: `@${user.screenName}` }).click()
    await page.waitForURL(new RegExp(`user=.*${user.id}`))
    await page.close()
  })

  await t.test(
    'signatures: a refused signature is compared and explained, and a request is signed',
    async () => {
      const path = '/1.1/account/verify_credentials.json'
      const wrong = asUser('GET', `${url}${path}`).replace('oauth_nonce="', 'oauth_nonce="x')
      assert.equal((await call(path, wrong)).status, 401)
      const page = await stage.open(`${base}/signature`)
      await page.getByText('the signature does not match').click()
      await page.waitForURL(/selected=/)
      const right = await page.getByRole('region', { name: 'Base string of the server' }).innerText()
      await page.getByLabel('Your base string').fill(right.replace('GET', 'POST'))
      await page.getByRole('button', { name: 'Compare' }).click()
      await page.getByText('The first difference is at byte 0').waitFor()
      await page.getByText('The method differs from the method of the request.').waitFor()
      await checkPage(page, 'signature')
      await page.setViewportSize({ width: 1280, height: 800 })
      await page.getByLabel('Your base string').fill(right)
      await page.getByRole('button', { name: 'Compare' }).click()
      await page.getByText('The base strings are equal').waitFor()
      await page.getByLabel('URL').fill(`${url}${path}`)
      await page.getByLabel('With your own access token of this app').check()
      await page.getByRole('button', { name: 'Sign', exact: true }).click()
      const header = await page.getByRole('region', { name: 'Authorization header' }).innerText()
      assert.equal((await call(path, header)).status, 200)
      await checkPage(page, 'signature-steps')
      const secret = `${consumerSecret} `
      const pasted = signature(
        { key: consumerKey, secret },
        { key: accessToken, secret: accessTokenSecret },
        () => context.clock.now(),
      )
      assert.equal((await call(path, pasted('GET', `${url}${path}`))).status, 401)
      await page.getByText('the signature does not match').nth(1).waitFor()
      await page.getByText('the signature does not match').first().click()
      await page.getByText('A space or a line break was copied with a secret.', { exact: false }).waitFor()
      await page.close()
    },
  )
})
