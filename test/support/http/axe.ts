/**
 * Checks the accessibility of a page in the browser: findings of axe, and the visible focus of the keyboard.
 */
import assert from 'node:assert/strict'
import axe from 'axe-core'
import type { Page } from 'playwright-core'

/** Serious or critical findings of axe. Each finding has the rule, the element and advice. */
export async function seriousFindings(page: Page): Promise<string[]> {
  // axe is loaded over the protocol of the browser, because the page's content policy does not apply there.
  if (!(await page.evaluate<boolean>('typeof axe === "object"'))) {
    await page.evaluate(`${axe.source};undefined`)
  }
  const { violations } = await page.evaluate<axe.AxeResults>(
    `axe.run(document, { resultTypes: ['violations'], preload: false })`,
  )
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary = '' }) => `${id}: ${html.slice(0, 300)}\n${failureSummary}`),
    )
}

/** Fails if axe has serious findings. */
export async function assertAccessible(page: Page, name: string): Promise<void> {
  assert.deepEqual(await seriousFindings(page), [], `${name}: ${page.url()}`)
}

/**
 * Presses the Tab key until the element has the focus, and requires that the focus is visible.
 * @param selector CSS selector of the element
 */
export async function tabTo(page: Page, selector: string, presses = 60): Promise<void> {
  for (let press = 0; press < presses; press += 1) {
    await page.keyboard.press('Tab')
    const outline = await page.evaluate<string | null>(
      `document.activeElement.matches(${JSON.stringify(selector)}) ? getComputedStyle(document.activeElement).outlineStyle : null`,
    )
    if (outline === null) continue
    assert.notEqual(outline, 'none', `${selector} does not show its focus`)
    return
  }
  assert.fail(`the keyboard does not reach ${selector}`)
}
