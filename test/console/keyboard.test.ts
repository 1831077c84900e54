/**
 * Tests the console without a mouse. The keyboard reaches every control of every page, and opens and closes
 * every dialog.
 */
import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { createUser } from '../../src/domain/accounts/create-user.ts'
import { issueToken } from '../../src/domain/apps/tokens.ts'
import { setConsoleOperator } from '../../src/domain/console/operators.ts'
import { createPost } from '../../src/domain/posts/write/create-post.ts'
import { addRules } from '../../src/domain/rules/add-rules.ts'
import { bearer } from '../support/api-client.ts'
import { portion, slowTest as test } from '../support/part.ts'
import { untilTrue } from './support/check-page.ts'
import { type ConsoleStage, EMAIL, startConsole } from './support/start.ts'

const DESKTOP = { width: 1280, height: 900 }

/**
 * Numbers the visible controls of the page or of the open dialog. `window.left()` names the controls that had
 * no focus so far. One control of a group of tabs or radio buttons is enough, because arrow keys reach the
 * other controls of the group. Lists of choices must be closed.
 */
const WATCH = `(() => {
  const scope = document.querySelector('[role=dialog]') ?? document.body
  const kinds = ['a[href]', 'button', 'input', 'select', 'textarea', '[role=tab]', '[role=row][data-selectable=true]', '.cm-content']
  const isGrouped = (each) => each.matches('[role=tab][aria-selected=false], input[type=radio]:not(:checked)')
  const isShown = (each) => each.checkVisibility({ visibilityProperty: true }) && each.closest('[inert], [aria-hidden=true]') === null
  const controls = [...scope.querySelectorAll(kinds.join(','))]
    .filter((each) => isShown(each) && !each.disabled && !isGrouped(each))
  const left = new Set(controls)
  document.addEventListener('focusin', ({ target }) => left.delete(target))
  left.delete(document.activeElement)
  window.left = () => [...left].filter((each) => each.isConnected && isShown(each))
    .map((each) => each.outerHTML.slice(0, 160))
  return controls.length
})()`

/**
 * True unless a link or a button has the focus and does not show it with an outline or a shadow. Fields are
 * not checked, because they show the focus with their border.
 */
const IS_SEEN = `(() => {
  const { activeElement } = document
  if (activeElement === document.body || !activeElement.matches('a, button:not(.mantine-FileInput-input)')) return true
  const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(activeElement)
  return (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none'
})()`

/** Presses the Tab key until every control had the focus. */
async function assertReached(page: Page, name: string): Promise<void> {
  const count = await page.evaluate<number>(WATCH)
  assert.ok(count > 0, name)
  for (let presses = 0; presses < count + 40; presses += 1) {
    await page.keyboard.press('Tab')
    assert.ok(await page.evaluate(IS_SEEN), `${name}: the focus is not visible`)
    if ((await page.evaluate<string[]>('window.left()')).length === 0) return
  }
  assert.deepEqual(await page.evaluate<string[]>('window.left()'), [], name)
}

/**
 * Opens a dialog with Enter on its button, moves through its controls, and closes it with Escape. After that,
 * the button must have the focus again.
 */
async function assertDialog(page: Page, opener: string): Promise<void> {
  const button = page.getByRole('button', { name: opener, exact: true }).first()
  await button.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button').first().waitFor()
  await untilTrue(page, `document.activeElement.closest('[role=dialog]') !== null`)
  await assertReached(page, opener)
  assert.equal(
    await page.evaluate(`document.activeElement.closest('[role=dialog]') !== null`),
    true,
    'the focus stays in the dialog',
  )
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await untilTrue(page, `document.activeElement.tagName === 'BUTTON'`)
  const name = `document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent`
  assert.equal(await page.evaluate(name), opener)
}

/** Gives the app of the stage a rule, a connected user and a request. */
async function filled(stage: ConsoleStage): Promise<void> {
  const { context, app, user, url } = stage
  const of = { appId: app.appId, product: '2', maxRules: 25, isDryRun: false } as const
  await addRules(context, { ...of, rules: [{ value: 'heron', tag: undefined }] })
  await issueToken(context, { appId: app.appId, userId: user.id })
  const target = `${url}/1.1/help/languages.json`
  await fetch(target, { headers: { authorization: bearer(app.bearerToken)('GET', target) } })
}

test('the keyboard reaches every control of every page', async (t) => {
  const stage = await startConsole(t)
  await filled(stage)
  const { appId } = stage.app
  const tabs = [
    'settings',
    'keys',
    'oauth2',
    'users',
    'usage',
    'requests',
    'signature',
    'rules',
    'live',
    'webhooks',
  ]
  const paths = [
    ...['/', '/apps', '/account'],
    ...tabs.map((tab) => `/apps/${appId}/${tab}`),
    ...['connect', 'connections', 'volume', 'live', 'check'].map((tab) => `/compliance?tab=${tab}`),
    '/reference/postV11StatusesUpdate?q=statuses/update',
  ]
  for (const path of portion(paths, 'keyboard')) {
    await t.test(path, async () => {
      const page = await stage.open(path)
      await page.setViewportSize(DESKTOP)
      await untilTrue(page, `document.querySelector('main [aria-busy=true]') === null`)
      await assertReached(page, path)
      await page.close()
    })
  }
  await t.test('/sign-in', async () => {
    const page = await stage.open('/sign-in', { signedOut: true })
    await assertReached(page, 'sign-in')
    await page.context().close()
  })
})

test('the keyboard opens every dialog, reaches its controls, and closes it', async (t) => {
  const stage = await startConsole(t)
  await filled(stage)
  const { app, user } = stage
  const page = await stage.open('/apps')
  await page.setViewportSize(DESKTOP)
  const at = (path: string) => page.goto(`${stage.url}/console${path}`)
  await page.getByRole('button', { name: 'Create project' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Nests')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Edit Nests' }).waitFor()
  const dialogs = {
    '/apps': ['Create app', 'Create project', 'Edit Nests', 'Delete Nests'],
    [`/apps/${app.appId}/settings`]: ['Delete this app'],
    [`/apps/${app.appId}/keys`]: [
      ...['Regenerate: API key and secret', 'Regenerate: Bearer token', 'Revoke: Bearer token'],
      ...['Regenerate: Access token and secret', 'Revoke: Access token and secret'],
    ],
    [`/apps/${app.appId}/users`]: [`Revoke @${user.screenName}`],
    [`/apps/${app.appId}/rules`]: ['Delete: heron'],
    '/account': ['Add a passkey', 'Sign out everywhere'],
    '/compliance': ['Add stream'],
  }
  for (const [path, openers] of Object.entries(dialogs)) {
    await at(path)
    for (const opener of openers) await t.test(opener, () => assertDialog(page, opener))
  }
  await t.test('the details of a request, opened from its row', async () => {
    await at(`/apps/${app.appId}/requests`)
    const row = page.getByRole('row', { name: '/1.1/help/languages.json' })
    await row.focus()
    await page.keyboard.press('Enter')
    await page.getByText(/curl 'http/).waitFor()
    await assertReached(page, 'the details of a request')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.waitForURL((address) => !address.search.includes('selected='))
  })
  await t.test('menus of the layout', async () => {
    for (const name of ['Theme', 'Account menu']) {
      await page.getByRole('button', { name }).focus()
      await page.keyboard.press('Enter')
      const items = page.getByRole('menuitem')
      await items.first().waitFor()
      await page.keyboard.press('ArrowDown')
      await untilTrue(page, `document.activeElement.getAttribute('role') === 'menuitem'`)
      await page.keyboard.press('Escape')
      await items.first().waitFor({ state: 'detached' })
    }
  })
  await page.close()
})

test("the keyboard reaches every control of the operator's desk, and opens its dialogs", async (t) => {
  const stage = await startConsole(t)
  await setConsoleOperator(stage.context, EMAIL, true)
  const { app, context } = stage
  const email = 'kim@example.org'
  const kim = await createUser(context, { screenName: 'kim', email, password: 'a good password' })
  const post = await createPost(context, { authorId: kim.id, text: 'a heron' })
  const openers: Readonly<Record<string, readonly string[]>> = {
    '/': [],
    '/server': [],
    '/imports': [],
    '/exports': [],
    '/backups': [],
    '/versions': [],
    '/audit': [],
    '/users': ['Create a user'],
    [`/users/${kim.id}`]: ['Make a password link', 'Make an app', 'Protect', 'Suspend', 'Deactivate'],
    '/posts': [],
    [`/posts/${post.id}`]: ['Withhold in countries', 'Drop', 'Delete', 'Edit'],
    '/reports': [],
    '/sign-ups': ['Make an invitation'],
    '/apps': [],
    [`/apps/${app.appId}`]: ['Issue an access token', 'Suspend', 'Delete'],
    '/projects': ['Create a project'],
    '/failed-items': [],
    '/console-users': ['Add a console user', `New password for ${EMAIL}`],
    '/streams': ['Add a stream'],
  }
  const page = await stage.open('/operator')
  await page.setViewportSize(DESKTOP)
  for (const [path, dialogs] of portion(Object.entries(openers), 'desk keyboard')) {
    await t.test(`/operator${path}`, async () => {
      await page.goto(`${stage.url}/console/operator${path}`)
      await page.waitForSelector('h1')
      await untilTrue(page, `document.querySelector('main [aria-busy=true]') === null`)
      await assertReached(page, path)
      for (const opener of dialogs) await assertDialog(page, opener)
    })
  }
  await page.close()
})

test('the keyboard reaches every control of the pages of people', async (t) => {
  const stage = await startConsole(t, { settings: { public_pages: 'listed', sign_up: 'open' } })
  const password = 'a good password'
  const kim = await createUser(stage.context, { screenName: 'kim', email: 'kim@example.org', password })
  const post = await createPost(stage.context, { authorId: kim.id, text: 'a heron' })
  const page = await (await stage.browser.newContext()).newPage()
  await page.setViewportSize(DESKTOP)
  const reach = async (path: string) => {
    await page.goto(`${stage.url}${path}`)
    await assertReached(page, path)
  }
  for (const path of ['/', '/kim', '/search?q=heron', '/signup', '/login']) await reach(path)
  await page.goto(`${stage.url}/login`)
  await page.locator('#login').fill('kim')
  await page.locator('#password').fill(password)
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/home$/)
  for (const path of ['/home', `/kim/status/${post.id}`, '/messages', '/settings/account', '/logout'])
    await reach(path)
  await page.context().close()
})
