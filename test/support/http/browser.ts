/** Starts a real browser from an npm package. Nothing besides the package has to be installed. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import packed from '@sparticuz/chromium'
import { type Browser, chromium } from 'playwright-core'

/** Starts headless Chromium. The browser is closed at the end of the test. */
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

/**
 * Makes the package unpack into this folder. By default the package uses the temporary folder of the system,
 * where concurrent processes would conflict.
 */
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
