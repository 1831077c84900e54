/** Tests the page of imports at the operator's desk. */
import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { setConsoleOperator } from '../../src/domain/console/operators.ts'
import { userLines } from '../support/console/desk-uploads.ts'
import { temporaryDirectory } from '../support/engines.ts'
import { slowTest as test } from '../support/part.ts'
import { startTestServer } from '../support/server.ts'
import { checkPage } from './support/check-page.ts'
import { type ConsoleStage, EMAIL, startConsole } from './support/start.ts'

const MIB = 2 ** 20

async function startAsOperator(t: TestContext): Promise<ConsoleStage> {
  const stage = await startConsole(t)
  await setConsoleOperator(stage.context, EMAIL, true)
  return stage
}

test('the page of imports uploads a file, checks it in a dry run, and imports it with a report', async (t) => {
  const stage = await startAsOperator(t)
  const folder = await temporaryDirectory(t)
  const file = join(folder, 'users.jsonl')
  await writeFile(file, userLines(50, 900_000))
  const page = await stage.open('/operator/imports')
  await page.getByText('No file is uploaded').waitFor()
  await checkPage(page, 'operator-imports-empty')

  await page.getByRole('button', { name: 'Upload files' }).focus()
  await page.locator('input[type=file]').first().setInputFiles(file)
  await page.getByRole('checkbox', { name: /users\.jsonl/ }).waitFor()
  await page.getByText('aviary import --report report.html users.jsonl').first().waitFor()
  await page.getByRole('button', { name: 'More choices' }).click()
  await page.getByLabel('Lists of this user').fill('12')
  await page.getByText('aviary import --of 12 --kind followers --report report.html users.jsonl').waitFor()
  await checkPage(page, 'operator-imports-choices')
  await page.getByLabel('Lists of this user').fill('')
  await page.getByRole('button', { name: 'Fewer choices' }).click()
  await page.getByRole('checkbox', { name: 'Dry run', exact: false }).check()
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await page.getByText('Dry run: nothing was written.', { exact: false }).waitFor()
  await checkPage(page, 'operator-imports-dry-run')
  await page.getByRole('checkbox', { name: 'Dry run', exact: false }).uncheck()
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await page.getByText('50 imported', { exact: false }).last().waitFor()
  await page.getByText('No file is uploaded').waitFor()
  await checkPage(page, 'operator-imports')

  const opened = page.context().waitForEvent('page')
  await page.getByRole('link', { name: 'Report', exact: true }).first().click()
  const report = await opened
  await report.waitForSelector('h1')
  await report.close()
  await page.getByRole('button', { name: 'Remove from the list: users.jsonl' }).first().click()
  await page.getByText('The report is removed.', { exact: false }).waitFor()
  await page.getByRole('button', { name: 'Remove from the list', exact: true }).last().click()
  await page
    .getByRole('button', { name: 'Remove from the list: users.jsonl' })
    .nth(1)
    .waitFor({ state: 'detached' })
})

test('an upload is paused and continues after the page was loaded again; the import of a file that is not an archive fails', async (t) => {
  const stage = await startAsOperator(t)
  const folder = await temporaryDirectory(t)
  const file = join(folder, 'archive.zip')
  await writeFile(file, Buffer.alloc(24 * MIB, 'PK\x03\x04 not a zip file '))
  const page = await stage.open('/operator/imports')
  // Responses are slow, so that the pause comes in the middle of the upload.
  await page.route('**/operator/uploads/*', async (route) => {
    if (route.request().method() === 'PATCH') await new Promise((resolve) => setTimeout(resolve, 300))
    await route.continue()
  })
  await page.locator('input[type=file]').first().setInputFiles(file)
  await page.getByRole('progressbar', { name: 'archive.zip' }).waitFor()
  await page.getByText(/^[1-9]\d?\s?%, uploading/).waitFor()
  await page.getByRole('button', { name: 'Pause archive.zip' }).click()
  await page.getByText(/paused/).waitFor()
  await checkPage(page, 'operator-imports-paused')
  await page.unroute('**/operator/uploads/*')
  await page.reload()
  await page.getByText(/stopped/).waitFor()

  const other = join(folder, 'other.zip')
  await writeFile(other, new Uint8Array(10))
  const chooseAgain = page.locator('input[type=file]').nth(1)
  await chooseAgain.setInputFiles(other)
  await page.getByText('This is another file.', { exact: false }).waitFor()
  await checkPage(page, 'operator-imports-another')
  await chooseAgain.setInputFiles(file)
  await page.getByRole('checkbox', { name: /archive\.zip/ }).waitFor()
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await page.getByText('failed', { exact: true }).waitFor()
  await checkPage(page, 'operator-imports-failed')
  await page.getByRole('button', { name: 'Remove archive.zip', exact: true }).click()
  await page.getByRole('button', { name: 'Remove', exact: true }).last().click()
  await page.getByText('No file is uploaded').waitFor()
  assert.equal(await page.getByRole('button', { name: 'Go on with archive.zip' }).count(), 0)
})

test('an upload waits while the server restarts, and then continues without a reload', async (t) => {
  const stage = await startAsOperator(t)
  const file = join(await temporaryDirectory(t), 'archive.zip')
  await writeFile(file, Buffer.alloc(24 * MIB, 'PK\x03\x04 not a zip file '))
  const page = await stage.open('/operator/imports')
  await page.evaluate('window.isSamePage = true')
  // Responses are slow, so that the server stops in the middle of the upload.
  await page.route('**/operator/uploads/*', async (route) => {
    if (route.request().method() === 'PATCH') await new Promise((resolve) => setTimeout(resolve, 300))
    await route.continue()
  })
  await page.locator('input[type=file]').first().setInputFiles(file)
  await page.getByText(/^[1-9]\d?\s?%, uploading/).waitFor()
  await stage.close()
  await page.getByText(/no connection; the upload continues automatically/).waitFor()
  await checkPage(page, 'operator-imports-waiting')
  const config = { ...stage.config, port: Number(new URL(stage.url).port) }
  await startTestServer(t, { config })
  await page.getByRole('checkbox', { name: /archive\.zip/ }).waitFor({ timeout: 60_000 })
  assert.equal(await page.evaluate('window.isSamePage'), true, 'without a reload')
})

test('a running import is cancelled, and is resumed later', async (t) => {
  const stage = await startAsOperator(t)
  const file = join(await temporaryDirectory(t), 'users.jsonl')
  await writeFile(file, userLines(60_000, 900_000))
  const page = await stage.open('/operator/imports')
  await page.locator('input[type=file]').first().setInputFiles(file)
  await page.getByRole('checkbox', { name: /users\.jsonl/ }).waitFor()
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await page.getByRole('button', { name: 'Cancel users.jsonl' }).click()
  await page.getByText('The import can be resumed later.', { exact: false }).waitFor()
  await page.getByRole('button', { name: 'Cancel', exact: true }).last().click()
  await page.getByText('cancelled', { exact: true }).waitFor()
  await checkPage(page, 'operator-imports-cancelled')
  await page.getByRole('button', { name: 'Go on with users.jsonl' }).click()
  await page.getByText('cancelled', { exact: true }).waitFor({ state: 'detached' })
  await page
    .getByText(/imported/)
    .last()
    .waitFor({ timeout: 120_000 })
})
