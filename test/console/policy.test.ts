/**
 * Tests the count of violations of the content policy. The tests of all pages require that this count is 0.
 */
import assert from 'node:assert/strict'
import { slowTest as test } from '../support/part.ts'
import { PageWatch } from './support/check-page.ts'
import { startConsole } from './support/start.ts'

/** Actions of injected markup. Each action violates the content policy of the console. */
const VIOLATIONS = {
  'an inline script': `document.body.append(Object.assign(document.createElement('script'), { text: 'window.ran = true' }))`,
  'a style element without a nonce': `document.head.append(Object.assign(document.createElement('style'), { textContent: 'p { color: red }' }))`,
  'a style attribute in markup': `document.body.insertAdjacentHTML('beforeend', '<p style="color: red">x</p>')`,
  'an inline handler': `document.body.insertAdjacentHTML('beforeend', '<img src="/none" onerror="window.ran = true">')`,
  'a request to another host': `fetch('https://elsewhere.example/').catch(() => undefined)`,
} as const

test('violations of the content policy are blocked and counted', async (t) => {
  const stage = await startConsole(t)
  for (const [name, program] of Object.entries(VIOLATIONS)) {
    await t.test(name, async () => {
      const page = await stage.signedIn.newPage()
      const watch = new PageWatch(page, stage.url)
      await page.goto(`${stage.url}/console/`)
      await page.waitForSelector('h1')
      watch.assertPolicyKept()
      const reported = page.waitForEvent('console', (message) =>
        /Content.Security.Policy/i.test(message.text()),
      )
      await page.evaluate(`${program};undefined`)
      await reported
      assert.throws(() => watch.assertPolicyKept())
      assert.equal(await page.evaluate('window.ran'), undefined)
      await page.close()
    })
  }
})
