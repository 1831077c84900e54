/**
 * Follows a new user who has only the printed link, and who makes an app, a signed call, a rule whose match
 * arrives, and a deletion that arrives on the compliance stream. The pages of the reference send all calls.
 * `TEST_PICTURES=1` writes the pictures of the README.
 */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import type { Page } from 'playwright-core'
import type { Engine } from '../../src/db/query.ts'
import { ROOT } from '../layout/source.ts'
import { startCli } from '../support/cli.ts'
import { ENGINES, freshConfig } from '../support/engines.ts'
import { startBrowser } from '../support/http/browser.ts'
import { portion, slowTest as test } from '../support/part.ts'
import { watchPage } from './support/check-page.ts'

/** Maximum time for a person who reads the pages. This program is faster than a person. */
const MAX_WALK_MS = 5 * 60_000

const PICTURES = join(ROOT, 'docs/pictures')

async function picture(page: Page, name: string): Promise<void> {
  if (process.env['TEST_PICTURES'] === undefined) return
  await page.setViewportSize({ width: 1280, height: 720 })
  await page.screenshot({ path: join(PICTURES, `${name}.png`) })
}

/** The values that a dialog shows once, by name. */
async function secretsOn(page: Page): Promise<Record<string, string>> {
  await page.locator('[role=dialog] dl').waitFor()
  const names = await page.locator('[role=dialog] dt').allInnerTexts()
  const values = await page.locator('[role=dialog] dd code').allInnerTexts()
  await page.getByRole('button', { name: 'I have copied them' }).click()
  return Object.fromEntries(names.map((name, index) => [name, values[index] ?? '']))
}

/** Sends a call on the page of its operation. @returns the body of the response */
async function sendCall(
  page: Page,
  operation: string,
  values: Readonly<Record<string, string>> = {},
): Promise<Readonly<Record<string, unknown>>> {
  await page.goto(`${new URL(page.url()).origin}/console/reference/${operation}`)
  await page.getByLabel('Send as').selectOption('owner')
  for (const [name, value] of Object.entries(values))
    await page.getByRole('textbox', { name, exact: true }).fill(value)
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  if (operation.startsWith('post')) await page.getByRole('button', { name: 'Send the call' }).click()
  await page.getByText('200 OK', { exact: true }).waitFor()
  return JSON.parse((await page.getByRole('region', { name: 'Body' }).textContent()) ?? '')
}

/** Starts a new server as a person does. @returns the link that its first start prints */
async function printedLink(t: TestContext, engine: Engine): Promise<string> {
  const { data, database } = await freshConfig(t, engine)
  const args = ['--data', data, '--port', '0', '--ops-port', '0', '--log-level', 'fatal']
  const run = startCli(t, ['serve', ...args, ...(database === '' ? [] : ['--database', database])])
  const [, link = ''] = await run.said(/Sign in to the console with this link; .*: (http\S+)/)
  return link
}

for (const engine of portion(ENGINES, 'newcomer')) {
  test(`a new user gets from the printed link to a deletion on the compliance stream, on ${engine}`, async (t) => {
    const link = await printedLink(t, engine)
    const { origin: url } = new URL(link)
    const signedOut = await (await startBrowser(t)).newContext()
    const open = async (address: string): Promise<Page> => {
      const page = await signedOut.newPage()
      const watch = watchPage(page, url)
      t.after(() => watch.assertPolicyKept())
      await page.goto(address)
      return page
    }
    const begin = performance.now()
    const page = await open(link)
    const press = (name: string) => page.getByRole('button', { name, exact: true }).first().click()

    await page.locator('main button').click()
    await page.getByLabel('Screen name', { exact: true }).fill('newcomer')
    await page.keyboard.press('Enter')
    await page.getByLabel('E-mail address').fill('newcomer@example.org')
    await page.getByLabel('Password', { exact: true }).fill('battery staple')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/console\/$/)

    await press('Create app')
    await page.getByLabel('Name').fill('Heron watcher')
    await page.getByRole('combobox', { name: 'Permissions' }).click()
    await page.getByRole('option', { name: 'Read and write', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Create app' }).click()
    const keys = await secretsOn(page)
    assert.match(keys['API key'] ?? '', /^\w{20,}$/)
    await page.waitForURL(/\/apps\/\d+\/settings$/)
    const [, appId = ''] = /\/apps\/(\d+)\//.exec(page.url()) ?? []
    await page.goto(`${url}/console/apps/${appId}/keys`)
    await page.getByRole('button', { name: 'Generate: Access token and secret' }).click()
    await press('Generate')
    assert.match((await secretsOn(page))['Access token'] ?? '', /^\d+-\w+$/)

    // A second tab sends the calls, so that the first one shows what arrives.
    const caller = await open(`${url}/console/reference`)
    const me = await sendCall(caller, 'getV11AccountVerifyCredentials')
    assert.equal(me['screen_name'], 'newcomer')

    await page.goto(`${url}/console/apps/${appId}/rules`)
    await page.getByRole('textbox', { name: 'Rule' }).fill('heron')
    await press('Add rule')
    await page.getByRole('cell', { name: 'heron', exact: true }).waitFor()
    await page.goto(`${url}/console/apps/${appId}/live`)
    await page.getByRole('status').getByText('Live').waitFor()
    const posted = await sendCall(caller, 'postV11StatusesUpdate', { status: 'a heron at the pond' })
    const postId = String(posted['id_str'])
    await page.getByText('a heron at the pond').waitFor()
    await picture(page, 'live')

    await page.goto(`${url}/console/compliance`)
    await press('Add stream')
    await page.getByLabel('Label').fill('prod')
    await press('Add')
    await page.getByRole('tab', { name: 'Live' }).click()
    await page.getByRole('status').getByText('Live').waitFor()
    await sendCall(caller, 'postV11StatusesDestroyById', { id: postId })
    await page.getByText(postId).first().waitFor()
    await picture(page, 'compliance')
    await page.goto(`${url}/console/apps/${appId}/requests`)
    await page.getByText('/1.1/statuses/update.json').first().waitFor()
    await picture(page, 'requests')
    assert.ok(performance.now() - begin < MAX_WALK_MS)
  })
}
