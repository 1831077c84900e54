/** Accessibility of a page in the browser: findings of axe, and what the keyboard reaches. */
import assert from 'node:assert/strict'
import axe from 'axe-core'
import type { Page } from 'playwright-core'

/** Findings of axe that are serious or critical, one for each element: rule, element, advice. */
export async function seriousFindings(page: Page): Promise<string[]> {
  // The protocol of the browser evaluates the program, which no content policy of the page prevents.
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

/** Presses the tabulator until the element has the focus, and requires that the focus is visible. @param selector in CSS */
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
