/** The API reference of the console: search, links, code, and calls that the server signs. */
import assert from 'node:assert/strict'
import { issueToken } from '../../src/domain/apps/tokens.ts'
import { slowTest as test } from '../support/part.ts'
import { EVERY_PATH } from '../support/server.ts'
import { checkPage } from './support/check-page.ts'
import { startConsole } from './support/start.ts'

test('the API reference', async (t) => {
  const stage = await startConsole(t, { settings: EVERY_PATH })
  const { app, user, context } = stage

  await t.test('a search leads to an endpoint, whose link opens it again', async () => {
    const page = await stage.open('/reference')
    const search = page.getByLabel('Search endpoints')
    await search.fill('nothing like this')
    await page.getByText('No endpoint has these words').waitFor()
    await search.fill('users show')
    await page.waitForURL(/q=users/)
    await checkPage(page, 'reference-list')
    await page.getByRole('link', { name: /\/1\.1\/users\/show\.json/ }).click()
    await page.waitForURL(/\/reference\/getV11UsersShow\?q=users/)
    await page.reload()
    await page.getByRole('heading', { name: '/1.1/users/show.json' }).waitFor()
    for (const text of ['screen_name', 'User not found.']) await page.getByText(text).first().waitFor()
    await page.close()
  })

  await t.test('a call with the bearer token: status, limits and body; no token is shown', async () => {
    const page = await stage.open('/reference/getV11UsersShow')
    await page.getByLabel('screen_name').fill(user.screenName)
    await page.getByLabel('Send as').selectOption('bearer')
    assert.match((await page.getByRole('region', { name: 'curl' }).textContent()) ?? '', /screen_name=demo/)
    await page.getByText('Python', { exact: true }).click()
    await page.getByRole('region', { name: 'Python' }).waitFor()
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await page.getByText('200 OK', { exact: true }).waitFor()
    const body = (await page.getByRole('region', { name: 'Body' }).textContent()) ?? ''
    assert.equal(JSON.parse(body).screen_name, user.screenName)
    await page.getByText('Bearer ***').waitFor()
    assert.ok(!(await page.content()).includes(app.bearerToken))
    await checkPage(page, 'reference-call')
    await page.close()
  })

  await t.test('a call that writes asks first, and is signed for the owner', async () => {
    const page = await stage.open('/reference/postV11StatusesUpdate')
    await page.getByLabel('status', { exact: true }).fill('A heron, from the console')
    const send = page.getByRole('button', { name: 'Send', exact: true })
    await send.click()
    await page.getByRole('button', { name: 'Cancel' }).last().click()
    await send.click()
    await page.getByRole('button', { name: 'Send the call' }).click()
    await page.getByText('This app has no access token of yours.').waitFor()
    const issued = await issueToken(context, { appId: app.appId, userId: user.id })
    await send.click()
    await checkPage(page, 'reference-confirm')
    await page.getByRole('button', { name: 'Send the call' }).click()
    await page.getByText('200 OK', { exact: true }).waitFor()
    const base = (await page.getByRole('region', { name: 'Signature base string' }).textContent()) ?? ''
    assert.match(base, /^POST&.*status%3DA%2520heron/)
    assert.ok(!(await page.content()).includes(issued.accessTokenSecret))
    await page.close()
  })
})
