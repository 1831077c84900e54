/** A real browser, out of a package: nothing needs to be installed beside. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import packed from '@sparticuz/chromium'
import { type Browser, chromium } from 'playwright-core'

/** Starts Chromium without a window; it ends with the test. */
export async function startBrowser(t: Pick<TestContext, 'after'>): Promise<Browser> {
  const directory = await mkdtemp(join(tmpdir(), 'aviary-browser-'))
  const executablePath = await unpackInto(directory)
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
  t.after(async () => {
    await browser.close()
    await rm(directory, { recursive: true, force: true })
  })
  return browser
}

/** The package unpacks into the system's temporary folder, where two at once would be in each other's way. */
async function unpackInto(directory: string): Promise<string> {
  const before = process.env['TMPDIR']
  process.env['TMPDIR'] = directory
  try {
    return await packed.executablePath()
  } finally {
    if (before === undefined) delete process.env['TMPDIR']
    else process.env['TMPDIR'] = before
  }
}
