/** Tests a table of 100,000 rows in a browser. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { ROOT } from '../layout/source.ts'
import { startBrowser } from '../support/http/browser.ts'
import { slowTest as test } from '../support/part.ts'
import { startTestServer } from '../support/server.ts'
import { checkPage, watchPage } from './support/check-page.ts'

const run = promisify(execFile)

/**
 * Number of steps of a scroll through the table, one step for each frame, and the height of a step in pixels.
 */
const FRAMES = 60
const STEP = 4_321
/** Maximum number of rows in the page: the visible rows and some rows around them. */
const MAX_ROWS_IN_PAGE = 60
/** Maximum milliseconds of the median frame, on a machine with other work. */
const MAX_FRAME_MS = 50

interface Scrolled {
  readonly median: number
  readonly rows: number
}

test('a table of 100,000 rows scrolls smoothly, sorts, and is accessible', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'aviary-table-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  const console = join(ROOT, 'console')
  const vite = join(console, 'node_modules/vite/bin/vite.js')
  const options = ['--config', join(console, 'vite.config.ts'), '--outDir', folder, '--emptyOutDir']
  await run(process.execPath, [vite, 'build', join(console, 'examples/table'), ...options])
  const { url } = await startTestServer(t, { bounds: { consoleFolder: folder } })
  const page = await (await startBrowser(t)).newPage()
  watchPage(page, url)
  await page.goto(`${url}/console`)
  await page.getByText('/2/tweets/7919', { exact: true }).waitFor()
  const { median, rows } = await page.evaluate<Scrolled>(`(async () => {
    const scroller = document.querySelector('section')
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    const times = []
    let rows = 0
    for (let step = 1, last = performance.now(); step <= ${FRAMES}; step += 1) {
      scroller.scrollTop = step * ${STEP}
      await frame()
      times.push(performance.now() - last)
      last = performance.now()
      rows = Math.max(rows, document.querySelectorAll('[role=row]').length)
    }
    return { median: times.sort((a, b) => a - b)[${FRAMES / 2}], rows }
  })()`)
  assert.ok(rows > 10 && rows <= MAX_ROWS_IN_PAGE, `${rows} rows are in the page`)
  assert.ok(median <= MAX_FRAME_MS, `a frame takes ${median} ms`)
  await page.evaluate(`document.querySelector('section').scrollTop = 1e9`)
  await page.getByText('/2/tweets/791892081', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Sort by Milliseconds' }).click()
  await page.locator('[role=columnheader][aria-sort]').waitFor()
  await checkPage(page, 'table')
})
