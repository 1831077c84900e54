/**
 * Tests the live view of an app: new matches, one rule, a pause, too many posts, and a restart of the server.
 */
import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { createPost } from '../../src/domain/posts/write/create-post.ts'
import { deletePost } from '../../src/domain/posts/write/delete-post.ts'
import { addRules } from '../../src/domain/rules/add-rules.ts'
import { tabTo } from '../support/http/axe.ts'
import { slowTest as test } from '../support/part.ts'
import { startTestServer } from '../support/server.ts'
import { checkPage } from './support/check-page.ts'
import { type ConsoleStage, startConsole } from './support/start.ts'

const DESKTOP = { width: 1280, height: 800 }

async function addRule({ context, app }: ConsoleStage, value: string, tag?: string): Promise<string> {
  const rules = [{ value, tag }]
  const of = { appId: app.appId, product: '2', maxRules: 25, isDryRun: false } as const
  const [added] = await addRules(context, { ...of, rules })
  assert.ok(added !== undefined && 'rule' in added)
  return String(added.rule.id)
}

const live = (page: Page) => page.getByRole('status').getByText('Live', { exact: true }).waitFor()

test('the live view shows, filters, pauses and explains matches', async (t) => {
  const stage = await startConsole(t)
  const { context, user, app } = stage
  const post = (text: string) => createPost(context, { authorId: user.id, text })
  const path = `/apps/${app.appId}/live`
  const page = await stage.open(path)
  await page.getByText('The app has no rules').waitFor()
  await checkPage(page, 'live-no-rules')
  await page.setViewportSize(DESKTOP)
  const heron = await addRule(stage, 'heron', 'birds')
  await addRule(stage, 'pond has:mentions')
  await page.reload()
  await page.getByText('No matches yet').waitFor()
  await live(page)

  const { id: postId } = await post('a heron at the pond of @demo')
  await page.getByText('at the pond of').waitFor()
  assert.deepEqual(await page.locator('mark').allInnerTexts(), ['heron', 'pond'])
  await post('nothing of that kind')
  await deletePost(context, { postId })
  await page.getByText('This post was deleted or hidden.').waitFor()
  await post('another heron')
  await page.getByRole('feed').getByText('another').waitFor()
  await checkPage(page, 'live-matches')
  await page.setViewportSize(DESKTOP)

  await t.test('a pause holds posts back and counts them', async () => {
    await tabTo(page, 'main section button')
    await page.keyboard.press('Enter')
    await page.getByRole('status').getByText('Paused').waitFor()
    await post('heron one')
    await post('heron two')
    await page.getByRole('button', { name: 'Resume (2 held)' }).waitFor()
    assert.equal(await page.getByText('one', { exact: false }).and(page.locator('article *')).count(), 0)
    await page.getByRole('button', { name: 'Resume (2 held)' }).click()
    const texts = page.getByRole('article').filter({ hasText: /one|two/ })
    await texts.nth(1).waitFor()
    assert.match((await texts.first().innerText()) ?? '', /two/, 'the newest is the first')
  })

  await t.test('the live view shows one rule, and reports a rule that no longer exists', async () => {
    await page.getByRole('combobox', { name: 'Rule' }).click()
    await page.getByRole('option', { name: 'birds: heron' }).click()
    await page.waitForURL(new RegExp(`rule=${heron}$`))
    await live(page)
    await post('by the pond with @demo')
    await post('the last heron')
    await page.getByRole('feed').getByText('the last').waitFor()
    assert.equal(await page.getByText('by the').count(), 0)
    await page.getByRole('link', { name: 'Explain why birds matches' }).first().click()
    await page.getByText('The rule matches this post').waitFor()
    await page.goBack()
    assert.equal(await page.getByRole('combobox', { name: 'Rule' }).inputValue(), 'birds: heron')
    await page.goto(`${stage.url}/console${path}?rule=7`)
    await page.getByText('This rule does not exist any more').waitFor()
    await page.getByRole('link', { name: 'Show all rules' }).click()
    await live(page)
    await page.getByText('No matches yet').waitFor()
    await checkPage(page, 'live-empty')
    await page.setViewportSize(DESKTOP)
    await post('a heron that goes')
    await page.getByRole('feed').getByText('that goes').waitFor()
    await page.getByRole('button', { name: 'Clear' }).click()
    await page.getByText('No matches yet').waitFor()
  })
  await page.close()
})

test('after a restart of the server, the live view resumes without a reload, and reports that no event is missing', async (t) => {
  const stage = await startConsole(t)
  await addRule(stage, 'heron')
  const page = await stage.open(`/apps/${stage.app.appId}/live`)
  await live(page)
  const article = (text: string) => page.getByRole('article').filter({ hasText: text })
  await createPost(stage.context, { authorId: stage.user.id, text: 'a heron before' })
  const { id: deleted } = await createPost(stage.context, {
    authorId: stage.user.id,
    text: 'a heron deleted',
  })
  await article('deleted').waitFor()
  await article('before').waitFor()
  await page.evaluate('window.isSamePage = true')
  await stage.close()
  await page.getByRole('status').getByText('Reconnecting').waitFor()
  // The page stays offline while events happen, so that it misses these events.
  await stage.signedIn.setOffline(true)
  const config = { ...stage.config, port: Number(new URL(stage.url).port) }
  const { context } = await startTestServer(t, { config })
  await createPost(context, { authorId: stage.user.id, text: 'a heron meanwhile' })
  await createPost(context, { authorId: stage.user.id, text: 'nothing of that kind' })
  await deletePost(context, { postId: deleted })
  await stage.signedIn.setOffline(false)
  await page.getByText('connected again; no event is missing').waitFor()
  await article('meanwhile').waitFor()
  await article('This post was deleted or hidden.').waitFor()
  const { id: later } = await createPost(context, { authorId: stage.user.id, text: 'a heron after' })
  await article('after').waitFor()
  await deletePost(context, { postId: later })
  await article('This post was deleted or hidden.').nth(1).waitFor()
  assert.equal(await page.getByRole('article').count(), 4, 'each post once')
  assert.equal(await page.evaluate('window.isSamePage'), true, 'without a reload')
  await checkPage(page, 'live-resumed')
  await page.close()
})

/** Replaces the events of the live view: `flood(rate)` sends that many posts a second. */
const FLOOD = `(() => {
  const real = window.fetch
  const lines = new TextEncoder()
  window.fetch = async (request, init) => {
    if (!/\\/live(\\?|$)/.test(request.url ?? request)) return real(request, init)
    const body = new ReadableStream({
      start(controller) {
        let number = 0
        window.sent = () => number
        window.flood = (rate) => setInterval(() => {
          for (let left = rate / 20; left > 0; left -= 1) {
            number += 1
            const data = JSON.stringify({
              id: String(number), created_at: new Date().toISOString(), is_repost: false,
              author: { id: '1', username: 'demo', name: 'Demo' },
              texts: [{ username: 'demo', text: 'heron ' + number }],
              marks: [{ text: 0, start: 0, end: 5 }],
              rules: [{ id: '1', value: 'heron', tag: '' }],
            })
            controller.enqueue(lines.encode('event: post\\ndata: ' + data + '\\n\\n'))
          }
        }, 50)
      },
    })
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
  }
})()`

/** Counts the frames in two seconds, and measures the share of this time that long tasks took. */
const WATCH = `(async () => {
  let frames = 0
  let blocked = 0
  const observer = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) blocked += duration
  })
  observer.observe({ entryTypes: ['longtask'] })
  const start = performance.now()
  while (performance.now() - start < 2000) {
    await new Promise((resolve) => requestAnimationFrame(resolve))
    frames += 1
  }
  const length = performance.now() - start
  observer.disconnect()
  return { frames: (frames * 1000) / length, blocked: blocked / length }
})()`

interface Watched {
  readonly frames: number
  readonly blocked: number
}

test('1,000 posts a second do not freeze the live view, because it leaves out posts', async (t) => {
  const stage = await startConsole(t)
  await addRule(stage, 'heron')
  await stage.signedIn.addInitScript(FLOOD)
  const page = await stage.open(`/apps/${stage.app.appId}/live`)
  await live(page)
  const quiet = await page.evaluate<Watched>(WATCH)
  await page.evaluate('flood(1000)')
  await page.getByRole('article').nth(150).waitFor()
  const busy = await page.evaluate<Watched>(WATCH)
  t.diagnostic(JSON.stringify({ quiet, busy }))
  assert.ok(busy.frames > quiet.frames / 4, `${busy.frames} frames a second instead of ${quiet.frames}`)
  assert.ok(busy.blocked < 0.5, `${busy.blocked} of the time in long tasks`)
  await page.getByText(/[\d,]{3,} dropped/).waitFor()
  assert.ok((await page.getByRole('article').count()) <= 200)
  await page.getByRole('button', { name: 'Pause' }).click()
  await page.getByRole('button', { name: /Resume \(\d+ held\)/ }).waitFor()
  await page.close()
})
