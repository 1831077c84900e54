/**
 * Tests the report page of an import (spec/data-files.md#report) in a browser, on narrow and wide screens, in
 * both themes, and by keyboard.
 */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { cli } from '../support/cli.ts'
import { temporaryDirectory } from '../support/engines.ts'
import { assertAccessible, tabTo } from '../support/http/axe.ts'
import { startBrowser } from '../support/http/browser.ts'
import { slowTest as test } from '../support/part.ts'

const FIXTURES = ['import', 'archive-cases'].map((name) =>
  fileURLToPath(new URL(`../fixtures/${name}`, import.meta.url)),
)

test('the report page: axe finds no serious problem, nothing is wider than the screen, the keyboard reaches every control', async (t) => {
  const folder = await temporaryDirectory(t)
  const report = join(folder, 'report.html')
  const words = ['import', ...FIXTURES, '--data', join(folder, 'data'), '--report', report]
  const { code, err } = await cli(t, words)
  assert.ok(code === 0 || code === 1, err)
  const browser = await startBrowser(t)
  const requests: string[] = []
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of [390, 1280]) {
      const page = await browser.newPage({ viewport: { width, height: 800 }, colorScheme })
      page.on('request', (request) => requests.push(request.url()))
      await page.goto(String(pathToFileURL(report)))
      const name = `${colorScheme}, ${width} px`
      await assertAccessible(page, name)
      const wider = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
      assert.ok(wider <= 0, `${name}: ${wider} px wider than the screen`)
      assert.match((await page.textContent('main')) ?? '', /Personal archive/)
      await tabTo(page, 'summary')
      await page.keyboard.press('Enter')
      assert.ok(await page.evaluate<boolean>('document.querySelector("details").open'), name)
      await tabTo(page, 'section:last-of-type .scroll')
      await assertAccessible(page, `${name}, with its numbers`)
      await page.close()
    }
  }
  assert.deepEqual([...new Set(requests)], [String(pathToFileURL(report))])
})
