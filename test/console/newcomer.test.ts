/**
 * Follows a new user who has only the printed link, and who makes an app, a signed call, a rule whose match
 * arrives, and a deletion that arrives on the compliance stream. `TEST_PICTURES=1` writes the pictures of the
 * README.
 */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { createConsoleLink, firstConsoleUser } from '../../src/domain/console/links.ts'
import { ROOT } from '../layout/source.ts'
import { ask, signature } from '../support/api-client.ts'
import { ENGINES } from '../support/engines.ts'
import { portion, slowTest as test } from '../support/part.ts'
import { startConsole } from './support/start.ts'

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

for (const engine of portion(ENGINES, 'newcomer')) {
  test(`a new user starts from the printed link and reaches a deletion on the compliance stream, on ${engine}`, async (t) => {
    const stage = await startConsole(t, { engine })
    const begin = performance.now()
    const { context, url } = stage
    const token = await createConsoleLink(context, await firstConsoleUser(context))
    const page = await stage.open(`/link#${token}`, { signedOut: true })
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
    await page.waitForURL(/\/apps\/\d+\/settings$/)
    const [, appId = ''] = /\/apps\/(\d+)\//.exec(page.url()) ?? []
    await page.goto(`${url}/console/apps/${appId}/keys`)
    await page.getByRole('button', { name: 'Generate: Access token and secret' }).click()
    await press('Generate')
    const access = await secretsOn(page)

    const consumer = { key: keys['API key'] ?? '', secret: keys['API key secret'] ?? '' }
    const owner = { key: access['Access token'] ?? '', secret: access['Access token secret'] ?? '' }
    const asOwner = signature(consumer, owner, () => context.clock.now())
    const call = async (method: 'GET' | 'POST', path: string): Promise<Readonly<Record<string, unknown>>> =>
      JSON.parse((await ask(`${url}/1.1/${path}`, asOwner, method)).text)
    assert.equal((await call('GET', 'account/verify_credentials.json'))['screen_name'], 'newcomer')

    await page.goto(`${url}/console/apps/${appId}/rules`)
    await page.getByRole('textbox', { name: 'Rule' }).fill('heron')
    await press('Add rule')
    await page.getByRole('cell', { name: 'heron', exact: true }).waitFor()
    await page.goto(`${url}/console/apps/${appId}/live`)
    await page.getByRole('status').getByText('Live').waitFor()
    const posted = await call('POST', 'statuses/update.json?status=a%20heron%20at%20the%20pond')
    const postId = String(posted['id_str'])
    await page.getByText('a heron at the pond').waitFor()
    await picture(page, 'live')

    await page.goto(`${url}/console/compliance`)
    await press('Add stream')
    await page.getByLabel('Label').fill('prod')
    await press('Add')
    await page.getByRole('tab', { name: 'Live' }).click()
    await page.getByRole('status').getByText('Live').waitFor()
    await call('POST', `statuses/destroy/${postId}.json`)
    await page.getByText(postId).first().waitFor()
    await picture(page, 'compliance')
    await page.goto(`${url}/console/apps/${appId}/requests`)
    await page.getByText('/1.1/statuses/update.json').first().waitFor()
    await picture(page, 'requests')
    assert.ok(performance.now() - begin < MAX_WALK_MS)
  })
}
