/** Tests the console's pages of projects, apps, keys, OAuth 2.0 and users: spec/console.md#apps. */
import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { issueToken } from '../../src/domain/apps/tokens.ts'
import { bearerStatus, signedStatus } from '../support/console/console-own-apps.ts'
import { slowTest as test } from '../support/part.ts'
import { createUsers } from '../support/users.ts'
import { checkPage } from './support/check-page.ts'
import { startConsole } from './support/start.ts'

/** The secrets that a page shows, by name. */
async function secretsOn(page: Page): Promise<Record<string, string>> {
  await page.waitForSelector('dialog dl, [role=dialog] dl')
  const names = await page.locator('[role=dialog] dt').allInnerTexts()
  const values = await page.locator('[role=dialog] dd code').allInnerTexts()
  return Object.fromEntries(names.map((name, index) => [name, values[index] ?? '']))
}

test('an app is created, used, changed and deleted in the browser', async (t) => {
  const stage = await startConsole(t)
  const { open, url, context, app } = stage
  const at = { url, clock: context.clock }
  const page = await open('/apps')
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click()

  await t.test(
    'creates a project and an app in the project, with values that were pasted with spaces',
    async () => {
      await press('Create project')
      await page.getByRole('dialog').getByLabel('Name').fill('Birds & <b>bees</b>')
      await press('Save')
      await page.getByText('Birds & <b>bees</b>').first().waitFor()
      await page.getByRole('button', { name: 'Create app', exact: true }).first().click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Name').fill('<script>x</script>')
      await dialog.getByLabel('Callback URLs').fill(' https://a.example/back ')
      await dialog.getByRole('button', { name: 'Create app' }).click()
      await page.getByText('cannot have tags', { exact: false }).waitFor()
      await checkPage(page, 'apps-create')
      await dialog.getByLabel('Name').fill('  Nest  ')
      await dialog.getByRole('button', { name: 'Create app' }).click()
      const secrets = await secretsOn(page)
      await checkPage(page, 'apps-created')
      assert.equal(await bearerStatus(url, secrets['Bearer token'] ?? ''), 200)
      await press('I have copied them')
      await page.waitForURL(/\/apps\/\d+\/settings$/)
      assert.ok(!(await page.content()).includes(secrets['API key secret'] ?? 'none'))
      assert.equal(await page.getByLabel('Callback URLs').inputValue(), 'https://a.example/back')
    },
  )

  await t.test(
    'the list of apps applies the search of the URL, and shows all apps when the search is cleared',
    async () => {
      await page.goto(`${url}/console/apps?q=nest`)
      await page.getByRole('link', { name: 'Nest' }).waitFor()
      assert.equal(await page.getByRole('link', { name: 'Bird watcher' }).count(), 0)
      await page.getByLabel('Search apps by name or id').fill('')
      await page.getByRole('link', { name: 'Bird watcher' }).waitFor()
      await checkPage(page, 'apps')
    },
  )

  await t.test(
    'new keys work, old keys do not work, and a change from a page with older keys is refused',
    async () => {
      const path = `/apps/${app.appId}/keys`
      await page.goto(`${url}/console${path}`)
      const stale = await open(path)
      await page.getByRole('button', { name: 'Generate: Access token and secret' }).click()
      await press('Generate')
      const token = await secretsOn(page)
      await press('I have copied them')
      const signed = {
        access_token: token['Access token'] ?? '',
        access_token_secret: token['Access token secret'] ?? '',
      }
      const old = { consumer_key: app.consumerKey, consumer_secret: app.consumerSecret }
      assert.equal(await signedStatus(at, old, signed), 200)
      await stale.getByRole('button', { name: 'Regenerate: API key and secret' }).waitFor()
      await page.getByRole('button', { name: 'Regenerate: API key and secret' }).click()
      await press('Regenerate')
      const made = await secretsOn(page)
      const keys = { consumer_key: made['API key'] ?? '', consumer_secret: made['API key secret'] ?? '' }
      assert.deepEqual(
        [await signedStatus(at, old, signed), await signedStatus(at, keys, signed)],
        [401, 200],
      )
      await press('I have copied them')
      await checkPage(page, 'app-keys')
      await stale.getByRole('button', { name: 'Regenerate: API key and secret' }).click()
      await stale.getByRole('button', { name: 'Regenerate', exact: true }).click()
      await stale.getByText('in another tab', { exact: false }).waitFor()
      assert.equal(await signedStatus(at, keys, signed), 200)
      await page.getByRole('button', { name: 'Revoke: Access token and secret' }).click()
      await press('Revoke')
      await page.getByRole('button', { name: 'Generate: Access token and secret' }).waitFor()
      assert.equal(await signedStatus(at, keys, signed), 401)
    },
  )

  await t.test(
    'the settings advise the user to regenerate tokens after a change of permissions',
    async () => {
      await page.goto(`${url}/console/apps/${app.appId}/settings`)
      await page.getByLabel('Terms of service').fill('terms')
      await press('Save changes')
      await page.getByText('is not a URL of terms', { exact: false }).waitFor()
      await page.getByLabel('Terms of service').fill(' https://a.example/terms ')
      await page.getByRole('combobox', { name: 'Permissions' }).click()
      await page.getByRole('option', { name: 'Read', exact: true }).click()
      await press('Save changes')
      await page.getByText('Regenerate the access token', { exact: false }).waitFor()
      await checkPage(page, 'app-settings')
    },
  )

  await t.test('OAuth 2.0 is set up, and the client secret is shown', async () => {
    await page.goto(`${url}/console/apps/${app.appId}/oauth2`)
    await page.getByText('Confidential', { exact: true }).click()
    await press('Save the type')
    await page.locator('dl dd code').first().waitFor()
    await checkPage(page, 'app-oauth2')
  })

  await t.test('the access of the app to the account of one user is revoked', async () => {
    const users = await createUsers(context, 3)
    for (const { id: userId } of users) await issueToken(context, { appId: app.appId, userId })
    await page.goto(`${url}/console/apps/${app.appId}/users`)
    await page.getByText('3 users have authorized this app.').waitFor()
    await page.getByRole('button', { name: `Revoke @${users[0]?.screenName}` }).click()
    await press('Revoke')
    await page.getByText('2 users have authorized this app.').waitFor()
    await checkPage(page, 'app-users')
  })

  await t.test('an app is deleted after the user has typed its name', async () => {
    await page.goto(`${url}/console/apps/${app.appId}/settings`)
    await press('Delete this app')
    const dialog = page.getByRole('dialog')
    const remove = dialog.getByRole('button', { name: 'Delete this app' })
    assert.equal(await remove.isDisabled(), true)
    await checkPage(page, 'app-delete')
    await dialog.getByLabel('Type Bird watcher to confirm').fill(' Bird watcher ')
    await remove.click()
    await page.waitForURL(/\/apps$/)
    assert.equal(await bearerStatus(url, app.bearerToken), 401)
  })

  await t.test('the overview shows the first steps', async () => {
    await page.goto(`${url}/console/`)
    await page.getByRole('heading', { name: 'First steps' }).waitFor()
    await checkPage(page, 'overview')
  })
})
