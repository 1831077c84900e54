/** Tests the API reference of the console: search, links, code, and calls that the server signs. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { setClientType } from '../../src/domain/apps/oauth2/client.ts'
import type { IssuedTokens } from '../../src/domain/apps/oauth2/grants.ts'
import { joinOwnProject } from '../../src/domain/apps/projects/own-project.ts'
import { issueToken } from '../../src/domain/apps/tokens.ts'
import { userTokens } from '../support/oauth/oauth2.ts'
import { slowTest as test } from '../support/part.ts'
import { EVERY_PATH } from '../support/server.ts'
import { checkPage } from './support/check-page.ts'
import { type ConsoleStage, startConsole } from './support/start.ts'

const run = promisify(execFile)

/** Commands that run a sample. The sample is added as the last argument. */
const PROGRAMS = {
  curl: ['sh', '-c'],
  Python: ['python3', '-c'],
  Node: [process.execPath, '--input-type=module', '-e'],
} as const

/** An OAuth 2.0 token of the user for the app of the stage. */
async function grantOf({ app, user, context }: ConsoleStage): Promise<IssuedTokens> {
  await setClientType(context, app.appId, 'public')
  await joinOwnProject(context, app.appId)
  return userTokens(context, { appId: app.appId, userId: user.id })
}

test('the API reference of the console', async (t) => {
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

  await t.test('a call with the bearer token shows status, limits and body, but no token', async () => {
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

  await t.test('every sample runs unchanged, with a query and with a JSON body', async (t) => {
    const { accessToken } = await grantOf(stage)
    const calls = [
      {
        operation: 'getV11UsersShow',
        field: 'screen_name',
        textIn: () => user.screenName,
        token: app.bearerToken,
      },
      {
        operation: 'postV2Tweets',
        field: 'JSON body',
        // The texts of the samples differ, because the server refuses two equal posts in a row.
        textIn: (language: string) =>
          JSON.stringify({ text: `It's a "wren" \\ 50 %\n$TOKEN € in ${language}` }),
        token: accessToken,
      },
    ]
    const hasRequests = await run('python3', ['-c', 'import requests']).then(
      () => true,
      () => false,
    )
    for (const { operation, field, textIn, token } of calls) {
      const page = await stage.open(`/reference/${operation}`)
      for (const language of ['curl', 'Python', 'Node'] as const) {
        await page.getByLabel(field).fill(textIn(language))
        await page.getByText(language, { exact: true }).first().click()
        const code = (await page.getByRole('region', { name: language }).textContent()) ?? ''
        if (language === 'Python' && !hasRequests) {
          t.diagnostic('the package requests is not installed; the sample for Python did not run')
          continue
        }
        const [program, ...words] = PROGRAMS[language]
        const { stdout } = await run(program, [...words, code], { env: { ...process.env, TOKEN: token } })
        assert.match(stdout, operation === 'postV2Tweets' ? /wren/ : new RegExp(user.screenName), language)
      }
      await page.close()
    }
  })

  await t.test('a call that writes asks for confirmation, and is signed for the owner', async () => {
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
