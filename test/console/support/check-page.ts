/** Checks a page of the console: accessibility, content policy, no errors, no overflow. */
import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { ROOT } from '../../layout/source.ts'
import { seriousFindings } from '../../support/http/axe.ts'
import { portion } from '../../support/part.ts'

const SCREENSHOTS = join(ROOT, 'screenshots')

export const WIDTHS = [390, 1280] as const
export const THEMES = ['light', 'dark'] as const
const HEIGHTS = { 390: 844, 1280: 800 } as const
const FORMS = WIDTHS.flatMap((width) => THEMES.map((theme) => [width, theme] as const))

/** Records requests to other servers, violations of the content policy, and errors in the page. */
export class PageWatch {
  readonly #foreign: string[] = []
  readonly #violations: string[] = []
  readonly #errors: string[] = []

  constructor(page: Page, origin: string) {
    page.on('request', (request) => {
      if (!request.url().startsWith(`${origin}/`)) this.#foreign.push(request.url())
    })
    page.on('console', (message) => {
      const text = message.text()
      if (/Content.Security.Policy/i.test(text)) this.#violations.push(text)
      // Refused requests are not errors, because tests cause them.
      else if (message.type() === 'error' && !text.startsWith('Failed to load resource'))
        this.#errors.push(text)
    })
    page.on('pageerror', (error) => this.#errors.push(String(error)))
  }

  /** Asserts that the page has not violated its content policy so far. */
  assertPolicyKept(): void {
    assert.deepEqual(
      { foreign: this.#foreign, violations: this.#violations },
      { foreign: [], violations: [] },
    )
  }

  assertQuiet(): void {
    assert.deepEqual(
      { foreign: this.#foreign, violations: this.#violations, errors: this.#errors },
      { foreign: [], violations: [], errors: [] },
    )
  }
}

const WATCHES = new WeakMap<Page, PageWatch>()

/** Watches a page from its first request on. */
export function watchPage(page: Page, origin: string): PageWatch {
  const watch = new PageWatch(page, origin)
  WATCHES.set(page, watch)
  return watch
}

async function show(
  page: Page,
  width: (typeof WIDTHS)[number],
  colorScheme: (typeof THEMES)[number],
): Promise<void> {
  await page.setViewportSize({ width, height: HEIGHTS[width] })
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  await settled(page, colorScheme)
}

/**
 * Checks the current page in both themes at widths of 390 and 1280 pixels, and writes a screenshot of each of
 * these four variants to `screenshots/`. With `TEST_AFTER_FAST=1` it checks only a third of the variants.
 * @param name the beginning of the names of the screenshots, such as `apps-empty`
 */
export async function checkPage(page: Page, name: string): Promise<void> {
  mkdirSync(SCREENSHOTS, { recursive: true })
  const findings: string[] = []
  for (const [width, colorScheme] of portion(FORMS, name)) {
    const place = `${name} (${colorScheme}, ${width})`
    await show(page, width, colorScheme)
    const wide = await page.evaluate<number>('document.documentElement.scrollWidth')
    if (wide > width) findings.push(`${place}: ${wide} pixels wide`)
    findings.push(...(await seriousFindings(page)).map((finding) => `${place}: ${finding}`))
    // Without this, the header of a scrolled page would be in the middle of the picture.
    await page.evaluate('window.scrollTo(0, 0)')
    const path = join(SCREENSHOTS, `${name}-${width}-${colorScheme}.png`)
    await page.screenshot({ path, fullPage: true })
  }
  // The test always continues in this variant.
  await show(page, 1280, 'dark')
  assert.deepEqual(findings, [])
  WATCHES.get(page)?.assertQuiet()
}

const POLL_MS = 50
const MAX_POLLS = 400

/**
 * Waits until a program returns true in the page. This function polls the page itself, because the content
 * policy forbids the polling of the browser library.
 */
export async function untilTrue(page: Page, program: string): Promise<void> {
  for (let polls = 0; polls < MAX_POLLS; polls += 1) {
    if (await page.evaluate<boolean>(program)) return
    await page.waitForTimeout(POLL_MS)
  }
  assert.fail(`never true: ${program}`)
}

/** Maximum number of frames to wait until the page has changed its theme. */
const MAX_FRAMES = 60

/** Waits until the theme, the fonts, the width and running transitions no longer change. */
async function settled(page: Page, theme: string): Promise<void> {
  await page.evaluate(`(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    const root = document.documentElement
    for (let left = ${MAX_FRAMES}; left > 0 && root.dataset.mantineColorScheme !== '${theme}'; left -= 1) await frame()
    await document.fonts.ready
    await frame()
    await frame()
    await Promise.allSettled(document.getAnimations().map(({ finished }) => finished))
  })()`)
}
