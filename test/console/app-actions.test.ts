/**
 * Tests actions on projects, keys and users of an app that apps.test.ts does not cover, and links to a
 * search.
 */
import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { issueToken } from '../../src/domain/apps/tokens.ts'
import { bearerStatus } from '../support/console/console-own-apps.ts'
import { slowTest as test } from '../support/part.ts'
import { createUsers } from '../support/users.ts'
import { checkPage } from './support/check-page.ts'
import { startConsole } from './support/start.ts'

/**
 * Replaces the clipboard of the machine by one that records copied texts, because all tests share the
 * machine's clipboard. `refuse()` removes the permission.
 */
const CLIPBOARD = `(() => {
  let isRefused = false
  window.refuse = () => { isRefused = true }
  navigator.clipboard.writeText = async (text) => {
    if (isRefused) throw new DOMException('', 'NotAllowedError')
    window.copied = text
  }
})()`

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

test('projects are edited and deleted, and an app moves into a project and out of it', async (t) => {
  const stage = await startConsole(t)
  const page = await stage.open('/apps')
  const dialog = page.getByRole('dialog')
  const moveTo = async (project: string) => {
    await page.goto(`${stage.url}/console/apps/${stage.app.appId}/settings`)
    await page.getByRole('combobox', { name: 'Project' }).click()
    await page.getByRole('option', { name: project, exact: true }).click()
    await page.getByText('The settings are saved.').waitFor()
    await page.goto(`${stage.url}/console/apps`)
  }
  await page.getByText('You have no projects yet').waitFor()
  await press(page, 'Create project')
  await dialog.getByLabel('Name').fill('Nests')
  await dialog.getByLabel('Name').press('Enter')
  await press(page, 'Edit Nests')
  await dialog.getByLabel('Name').fill('Nests & <i>eggs</i>')
  await dialog.getByLabel('Use case').fill('u'.repeat(51))
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText(/use case/).waitFor()
  await dialog.getByLabel('Use case').fill('counting')
  await checkPage(page, 'project-edit')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByText('0 apps · counting').waitFor()

  await moveTo('Nests & <i>eggs</i>')
  await page.getByText('1 app · counting').waitFor()
  await press(page, 'Delete Nests & <i>eggs</i>')
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await dialog.getByText('The project has apps.', { exact: false }).waitFor()
  await checkPage(page, 'project-delete-refused')
  await dialog.getByRole('button', { name: 'Cancel' }).click()

  await moveTo('Standalone: no project')
  await press(page, 'Delete Nests & <i>eggs</i>')
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await page.getByText('You have no projects yet').waitFor()
  await page.close()
})

test('the bearer token and the client secret are regenerated, copied and revoked', async (t) => {
  const stage = await startConsole(t)
  const { url, app } = stage
  await stage.signedIn.addInitScript(CLIPBOARD)
  const page = await stage.open(`/apps/${app.appId}/keys`)
  const dialog = page.getByRole('dialog')
  const copied = () => page.evaluate<string>('window.copied')
  const make = async (action: 'Regenerate' | 'Generate') => {
    await press(page, `${action}: Bearer token`)
    await dialog.getByText('stops working immediately', { exact: false }).waitFor()
    if (action === 'Regenerate') await checkPage(page, 'keys-regenerate')
    await dialog.getByRole('button', { name: action }).click()
    await press(page, 'Copy: Bearer token')
    await page.getByRole('button', { name: 'Copied', exact: true }).waitFor()
    return copied()
  }
  const second = await make('Regenerate')
  await checkPage(page, 'keys-regenerated')
  assert.deepEqual([await bearerStatus(url, app.bearerToken), await bearerStatus(url, second)], [401, 200])
  // A click outside the dialog does not close it.
  await page.mouse.click(5, 5)
  await press(page, 'I have copied them')
  await press(page, 'Revoke: Bearer token')
  await dialog.getByRole('button', { name: 'Revoke' }).click()
  await page.getByRole('button', { name: 'Generate: Bearer token', exact: true }).waitFor()
  assert.equal(await bearerStatus(url, second), 401)
  const third = await make('Generate')
  assert.equal(await bearerStatus(url, third), 200)
  await page.evaluate('window.refuse()')
  await page.getByRole('button', { name: 'Copied', exact: true }).waitFor({ state: 'detached' })
  await press(page, 'Copy: Bearer token')
  await page.getByText('Select the text and copy it by hand').waitFor()
  await press(page, 'I have copied them')

  await page.goto(`${url}/console/apps/${app.appId}/oauth2`)
  await page.getByText('Confidential', { exact: true }).click()
  await press(page, 'Save the type')
  const first = await page.locator('dl dd code').first().innerText()
  await press(page, 'Regenerate the client secret')
  await checkPage(page, 'oauth2-regenerate')
  await dialog.getByRole('button', { name: 'Regenerate' }).click()
  await page.locator('dl dd code').filter({ hasNotText: first }).waitFor()
  await press(page, 'Copy: Client secret')
  assert.notEqual(await copied(), first)
  await page.close()
})

/** The users on one page of the list. */
const PAGE_SIZE = 200

test('the list of connected users is empty at first, and later the page loads it in parts', async (t) => {
  const stage = await startConsole(t)
  const { context, app } = stage
  const page = await stage.open(`/apps/${app.appId}/users`)
  await page.getByText('No user has authorized this app yet').waitFor()
  await checkPage(page, 'app-users-empty')
  for (const { id: userId } of await createUsers(context, PAGE_SIZE + 1))
    await issueToken(context, { appId: app.appId, userId })
  await page.reload()
  await page.getByText('201 users have authorized this app.').waitFor()
  const table = page.getByRole('table', { name: 'Connected users' })
  // The rows are the users and the row of headings.
  assert.equal(await table.getAttribute('aria-rowcount'), String(PAGE_SIZE + 1))
  await press(page, 'Load more')
  await page.getByRole('button', { name: 'Load more' }).waitFor({ state: 'detached' })
  assert.equal(await table.getAttribute('aria-rowcount'), String(PAGE_SIZE + 2))
  await page.close()
})

test('the URL contains the search of the overview, the apps and the reference, even if the search consists of digits', async (t) => {
  const stage = await startConsole(t)
  const { appId } = stage.app
  const page = await stage.open(`/?q=${appId}`)
  const search = page.getByLabel('Search apps by name or id')
  await page.getByRole('link', { name: 'Bird watcher' }).waitFor()
  assert.equal(await search.inputValue(), String(appId))
  assert.equal(
    await page.getByRole('link', { name: 'Overview', exact: true }).getAttribute('aria-current'),
    'page',
  )
  await search.fill('7')
  await page.waitForURL(/\?q=(%22)?7/)
  await page.getByText('No app matches').waitFor()
  await page.reload()
  assert.equal(await search.inputValue(), '7')
  await page.goto(`${stage.url}/console/apps?q=7`)
  await page.getByText('No app matches').waitFor()
  await page.goto(`${stage.url}/console/reference?q=2`)
  assert.equal(await page.getByLabel('Search endpoints').inputValue(), '2')
  await page.close()
})
