/**
 * Tests the rule pages: the editor, which marks problems and completes words, the backtest, the comparison,
 * the explanation, and the list of rules.
 */
import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { createPost } from '../../src/domain/posts/write/create-post.ts'
import { findRules } from '../../src/domain/rules/rule.ts'
import { ENGINES } from '../support/engines.ts'
import { tabTo } from '../support/http/axe.ts'
import { portion, slowTest as test } from '../support/part.ts'
import { checkPage, untilTrue } from './support/check-page.ts'
import { type ConsoleStage, startConsole } from './support/start.ts'

/** The members of a backtest's result that a test changes. */
interface Backtest {
  readonly newest: { readonly samples: readonly object[] }
  readonly meta: object
}

const DESKTOP = { width: 1280, height: 800 }

const field = (page: Page) => page.getByRole('textbox', { name: 'Rule' })
const textIn = async (page: Page) => (await page.locator('.cm-content').innerText()).trim()
const press = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' }).click()
const rulesOf = ({ context, app }: ConsoleStage) =>
  findRules(context.store, { appId: app.appId, product: '2' })

for (const engine of portion(ENGINES, 'rules')) {
  test(`a rule is added, edited and deleted in the browser, on ${engine}`, async (t) => {
    const stage = await startConsole(t, { engine })
    const page = await stage.open(`/apps/${stage.app.appId}/rules`)
    await page.getByText('No rules yet').waitFor()
    await field(page).fill('heron')
    await page.getByLabel('Tag').fill('birds')
    await press(page, 'Add rule')
    await page.getByRole('cell', { name: 'heron', exact: true }).waitFor()
    assert.equal(await textIn(page), 'cat has:images lang:en', 'the example is back')
    await field(page).fill('heron')
    await press(page, 'Add rule')
    await page.getByText('The app has a rule with this text already.').waitFor()

    await page.getByRole('link', { name: 'Edit: heron' }).click()
    await page.getByRole('heading', { name: 'Edit rule' }).waitFor()
    assert.equal(await page.getByRole('button', { name: 'Save changes' }).isDisabled(), true)
    await press(page, 'Cancel')
    await page.getByRole('heading', { name: 'New rule' }).waitFor()
    await page.getByRole('link', { name: 'Edit: heron' }).click()
    await page.getByRole('heading', { name: 'Edit rule' }).waitFor()
    await field(page).fill('heron OR egret')
    await page.keyboard.press('Enter')
    await page.getByRole('cell', { name: 'heron OR egret', exact: true }).waitFor()
    assert.doesNotMatch(page.url(), /edit=/)
    const [saved, ...others] = await rulesOf(stage)
    assert.deepEqual([saved?.value, saved?.tag, others], ['heron OR egret', 'birds', []])

    await press(page, 'Delete: heron OR egret')
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('No rules yet').waitFor()
    assert.deepEqual(await rulesOf(stage), [])
  })
}

test('rules of Labs v1 are separate from rules of API v2, and have the errors of their dialect', async (t) => {
  const stage = await startConsole(t)
  const { context, user, app } = stage
  const path = `/apps/${app.appId}/rules`
  const labsRules = () => findRules(context.store, { appId: app.appId, product: 'labs-1' })
  const page = await stage.open(path)
  await field(page).fill('heron bio:birds')
  await page.getByText('The rule is valid.').waitFor()
  await page.getByText('Labs v1', { exact: true }).click()
  await page.waitForURL(/product=labs-1/)
  // The text stays in the editor. The other dialect refuses the text.
  assert.equal(await textIn(page), 'heron bio:birds')
  await page.getByRole('status').getByText('bio', { exact: false }).first().waitFor()
  assert.equal(await page.getByRole('button', { name: 'Add rule' }).isDisabled(), true)
  await page.getByText('0 of 10 rules.', { exact: false }).waitFor()
  await checkPage(page, 'rules-labs')
  await page.setViewportSize(DESKTOP)
  await field(page).fill('heron')
  await press(page, 'Add rule')
  await page.getByRole('cell', { name: 'heron', exact: true }).waitFor()
  assert.deepEqual(await rulesOf(stage), [])
  assert.deepEqual(
    (await labsRules()).map(({ value }) => value),
    ['heron'],
  )

  await page.getByRole('link', { name: 'Live: heron' }).click()
  await page.getByRole('status').getByText('Live', { exact: true }).waitFor()
  assert.equal(await page.getByRole('radio', { name: 'Labs v1' }).isChecked(), true)
  await createPost(context, { authorId: user.id, text: 'a heron' })
  await page.getByRole('article').getByRole('link', { name: 'Explain' }).click()
  await page.getByText('The rule matches this post').waitFor()

  await page.getByText('API v2', { exact: true }).click()
  await page.getByText('No rules yet').waitFor()
  assert.doesNotMatch(page.url(), /product=|edit=/)
  await page.goto(`${stage.url}/console${path}?product=labs-1`)
  await press(page, 'Delete: heron')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByText('No rules yet').waitFor()
  assert.deepEqual(await labsRules(), [])
})

test('a rule is written, tried and explained in the browser', async (t) => {
  const stage = await startConsole(t)
  const { context, user, app } = stage
  const post = (text: string) => createPost(context, { authorId: user.id, text })
  const { id: heronId } = await post('a grey heron at the pond')
  await post('an egret beside the heron')
  await post('an egret alone')
  const path = `/apps/${app.appId}/rules`

  await t.test(
    'problems are underlined at their place and described, and late responses are ignored',
    async () => {
      const page = await stage.open(path)
      await checkPage(page, 'rules-empty')
      await page.setViewportSize(DESKTOP)
      // The response for the first text arrives after the response for the second text.
      let release = () => {}
      const late = new Promise<void>((resolve) => {
        release = resolve
      })
      await page.route('**/rules/check', async (route) => {
        const { value } = route.request().postDataJSON() as { readonly value: string }
        if (value === 'heron OR') await late
        await route.continue().catch(() => undefined)
      })
      const asked = page.waitForRequest('**/rules/check')
      await field(page).fill('heron OR')
      await asked
      await field(page).fill('heron frm:alice')
      const state = page.getByRole('status').filter({ hasText: 'Possible here' })
      await state.getByText('from:').first().waitFor()
      release()
      assert.equal(await page.locator('.cm-lintRange-error').innerText(), 'frm:alice')
      assert.equal(await field(page).getAttribute('aria-invalid'), 'true')
      assert.equal(await page.getByRole('button', { name: 'Add rule' }).isDisabled(), true)
      await page.getByText('15 of 512 characters').waitFor()
      await page.getByRole('button', { name: 'Show the place' }).first().click()
      assert.equal(await page.evaluate('String(getSelection())'), 'frm:alice')
      await checkPage(page, 'rules-problem')
      await page.setViewportSize(DESKTOP)
      await field(page).fill(`heron ${'a'.repeat(600)}`)
      await page.getByText('Rule must be no longer than').first().waitFor()
      await field(page).fill('heron')
      await page.getByText('The rule is valid.').waitFor()
      assert.equal(await page.locator('.cm-lintRange-error').count(), 0)
      await page.close()
    },
  )

  await t.test('by keyboard, operators are completed and described, and Tab leaves the editor', async () => {
    const page = await stage.open(path)
    await field(page).waitFor()
    assert.equal(await page.locator('.cm-content').count(), 0, 'the editor loads on its first use')
    await tabTo(page, 'textarea, .cm-content')
    await untilTrue(page, `document.activeElement.matches('.cm-content')`)
    await page.keyboard.type('fro')
    await page.getByRole('option', { name: /from: ?The author/ }).waitFor()
    await page.waitForTimeout(100) // The list ignores Enter for a moment after it has opened.
    await page.keyboard.press('Enter')
    await page.keyboard.type('alice has:')
    await page.getByRole('option', { name: /images/ }).waitFor()
    await checkPage(page, 'rules-completion')
    await page.keyboard.press('Escape')
    await page.keyboard.type('images')
    assert.equal(await textIn(page), 'from:alice has:images')
    await page.keyboard.press('Tab')
    assert.equal(await page.evaluate('document.activeElement.innerText'), 'Insert operator')
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Shift+Tab')
    assert.equal(await page.evaluate('document.activeElement.closest(".cm-editor")'), null)
    await press(page, 'Insert operator')
    await page.getByRole('option').first().waitFor()
    await page.close()
  })

  await t.test('the page shows matches of seven days, compares an edit, and explains a sample', async () => {
    const page = await stage.open(path)
    await field(page).fill('flamingo')
    await press(page, 'Find matches')
    await page.getByText('No post of the last seven days matches').waitFor()
    await field(page).fill('heron')
    await page.getByText('The rule has changed since this result.').waitFor()
    await press(page, 'Find matches')
    await page.getByText('2 posts of the last seven days match.').waitFor()
    await page
      .getByRole('figure', { name: /Matches by hour, 2 in total/ })
      .locator('svg')
      .first()
      .waitFor()
    await page.locator('mark').first().waitFor()
    await checkPage(page, 'rules-matches')
    await page.setViewportSize(DESKTOP)
    await page.getByRole('tab', { name: 'Compare' }).click()
    await page.waitForURL(/tool=compare/)
    await page.getByText('Choose “Edit” at a rule').waitFor()
    await press(page, 'Add rule')
    await page.getByRole('link', { name: 'Edit: heron' }).click()
    await page.getByRole('heading', { name: 'Edit rule' }).waitFor()
    await page.getByRole('tab', { name: 'Compare' }).click()
    await page.getByText('The rule has no changes.').waitFor()
    await field(page).fill('egret')
    await press(page, 'Compare with the saved rule')
    await page.getByRole('region', { name: 'Only the saved rule' }).getByText('a grey').waitFor()
    await page.getByRole('region', { name: 'Only the edited rule' }).getByText('alone').waitFor()
    await page.getByRole('region', { name: 'Both rules' }).getByText('beside').waitFor()
    await checkPage(page, 'rules-compare')
    await page.setViewportSize(DESKTOP)
    await page
      .getByRole('region', { name: 'Both rules' })
      .getByRole('button', { name: /^Explain/ })
      .click()
    await page.waitForURL(/post=\d+/)
    await page.getByText('The rule matches this post').waitFor()
    await page.close()
  })

  await t.test('older posts are examined by a further run, and more samples are shown', async () => {
    const page = await stage.open(path)
    await page.route('**/rules/backtest', async (route) => {
      const { next_token: token, ...first } = route.request().postDataJSON() as {
        readonly next_token?: string
      }
      const response = await route.fetch({ postData: JSON.stringify(first) })
      const body = (await response.json()) as Backtest
      if (token !== undefined) return route.fulfill({ response, json: body })
      const [sample] = body.newest.samples
      const samples = Array.from({ length: 7 }, (_, index) => ({ ...sample, id: String(index + 1) }))
      const meta = { ...body.meta, is_complete: false, next_token: 'older' }
      return route.fulfill({ response, json: { ...body, newest: { matched: 7, samples }, meta } })
    })
    await field(page).fill('heron')
    await press(page, 'Find matches')
    await page.getByText('Only the newest posts were examined', { exact: false }).waitFor()
    await press(page, 'Show 2 more')
    assert.equal(await page.getByRole('article').count(), 7)
    const asked = page.waitForRequest(
      (request) =>
        /"next_token":"older"/.test(request.postData() ?? '') && request.url().endsWith('/backtest'),
    )
    await press(page, 'Examine older posts')
    await asked
    await page.getByRole('button', { name: 'Examine older posts' }).waitFor({ state: 'detached' })
    await page.close()
  })

  await t.test(
    'the URL of a post is explained with the matching places, and an unknown post shows advice',
    async () => {
      const page = await stage.open(`${path}?tool=explain`)
      await page.getByRole('tabpanel').getByText('Write a valid rule above first.').waitFor()
      await field(page).fill('(heron OR egret) -has:links from:nuthatch')
      await page.getByLabel('Post', { exact: true }).fill(`https://example.org/a/status/${heronId}?s=20`)
      await press(page, 'Explain')
      await page.getByText('The rule does not match this post').waitFor()
      assert.equal(await page.locator('mark').innerText(), 'heron')
      await page.getByText('text: heron').waitFor()
      await checkPage(page, 'rules-explain')
      await page.setViewportSize(DESKTOP)
      const address = page.url()
      await page.getByLabel('Post', { exact: true }).fill('12')
      await press(page, 'Explain')
      await page.getByText('There is no such post', { exact: false }).waitFor()
      await page.goto(address)
      await field(page).fill('heron')
      await page.getByText('The rule matches this post').waitFor()
      await page.goto(`${stage.url}/console${path}?edit=7`)
      await page.getByText('This rule does not exist any more').waitFor()
      await press(page, 'New rule')
      await page.getByRole('heading', { name: 'New rule' }).waitFor()
      await checkPage(page, 'rules')
      await page.close()
    },
  )

  await t.test('until the editor is loaded, the plain field works; the editor keeps the input', async () => {
    const page = await stage.open(path)
    let release = () => {}
    const late = new Promise<void>((resolve) => {
      release = resolve
    })
    let isRefused = true
    await page.route('**/assets/editor-*.js', async (route) => {
      if (isRefused) return route.abort()
      await late
      return route.continue()
    })
    const plain = page.locator('textarea[aria-labelledby]')
    await plain.fill('heron frm:alice')
    await page.getByRole('status').getByText('from:').first().waitFor()
    assert.equal(await plain.getAttribute('aria-invalid'), 'true')
    await page.getByRole('button', { name: 'Show the place' }).first().click()
    assert.equal(await page.evaluate('String(getSelection())'), 'frm:alice')
    await press(page, 'Insert operator')
    await page.getByText('The editor could not be loaded.', { exact: false }).waitFor()
    await checkPage(page, 'rules-plain')
    await page.setViewportSize(DESKTOP)
    isRefused = false
    await page.reload()
    await plain.click()
    await page.keyboard.type('her')
    release()
    await untilTrue(page, `document.activeElement.matches('.cm-content')`)
    await page.keyboard.type('on')
    assert.equal(await textIn(page), 'heron')
    await page.close()
  })

  await t.test('a refused check, run or change is reported, and the input is kept', async () => {
    const page = await stage.open(path)
    await page.route('**/rules/{check,backtest}', (route) => route.abort())
    await page.route('**/rules', (route) =>
      route.request().method() === 'POST' ? route.abort() : route.continue(),
    )
    await field(page).fill('kingfisher')
    await press(page, 'Add rule')
    await page.getByText('The server cannot be reached.', { exact: false }).first().waitFor()
    assert.equal(await textIn(page), 'kingfisher')
    await page.unrouteAll({ behavior: 'wait' })
    await stage.endSession()
    await field(page).fill('kingfishers')
    await page.getByRole('dialog').waitFor()
    assert.equal(await textIn(page), 'kingfishers')
    await page.close()
  })
})
