/** Accessibility of a page in the browser, by axe. */
import assert from 'node:assert/strict'
import axe from 'axe-core'
import type { Page } from 'playwright-core'

/** Findings of axe that are serious or critical, one line each: rule, elements, advice. */
export async function seriousFindings(page: Page): Promise<string[]> {
  // The protocol of the browser evaluates the program, which no content policy of the page prevents.
  await page.evaluate(`${axe.source};undefined`)
  const { violations } = await page.evaluate<axe.AxeResults>(
    `axe.run(document, { resultTypes: ['violations'] })`,
  )
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes, help }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' ')}: ${help}`)
}

/** Fails if axe has serious findings. */
export async function assertAccessible(page: Page, name: string): Promise<void> {
  assert.deepEqual(await seriousFindings(page), [], `${name}: ${page.url()}`)
}
