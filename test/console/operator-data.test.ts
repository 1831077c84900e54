/** Tests the pages of exports, backups and versions at the operator's desk. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import type { TestContext } from 'node:test'
import { setConsoleOperator } from '../../src/domain/console/operators.ts'
import { createPost } from '../../src/domain/posts/write/create-post.ts'
import { slowTest as test } from '../support/part.ts'
import { raw } from '../support/tables.ts'
import { checkPage } from './support/check-page.ts'
import { type ConsoleStage, EMAIL, startConsole } from './support/start.ts'

async function startAsOperator(t: TestContext): Promise<ConsoleStage> {
  const stage = await startConsole(t)
  await setConsoleOperator(stage.context, EMAIL, true)
  return stage
}

/** Adds rows that take several seconds to back up and to check. */
const manyFacts = raw(`insert into facts (name, value)
  with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < 1000000)
  select 'a fact of a test ' || n, n from numbers`)

test('the page of exports shows the error of a wrong query at its field, and downloads posts for a valid query', async (t) => {
  const stage = await startAsOperator(t)
  await createPost(stage.context, { authorId: stage.user.id, text: 'a cat' })
  const page = await stage.open('/operator/exports')
  await page.getByText('Nothing was exported yet').waitFor()
  await page.getByRole('textbox', { name: 'Query' }).fill('(cats')
  await page.getByRole('button', { name: 'Download' }).click()
  await page.locator('.mantine-TextInput-error').waitFor()
  await checkPage(page, 'operator-exports-wrong')
  await page.getByRole('textbox', { name: 'Query' }).fill('')
  await page.getByRole('combobox', { name: 'Format' }).selectOption('ids')
  await page.getByText('aviary export posts --format ids posts.txt').waitFor()
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download' }).click()
  const download = await downloading
  assert.equal(download.suggestedFilename(), 'posts.txt')
  assert.match(await readFile(await download.path(), 'utf8'), /^\d+\n/)
  await page.getByRole('cell', { name: 'complete' }).waitFor()
  await checkPage(page, 'operator-exports')
})

test('the page of backups makes a backup, verifies the data, and deletes the file', async (t) => {
  const stage = await startAsOperator(t)
  const page = await stage.open('/operator/backups')
  await page.getByText('There is no backup in this directory').waitFor()
  await checkPage(page, 'operator-backups-empty')
  await page.getByRole('button', { name: 'Make a backup' }).click()
  await page.getByText('Wrote', { exact: false }).waitFor()
  await page.getByRole('button', { name: 'Verify the data' }).click()
  await page.getByText('The data is intact', { exact: false }).waitFor()
  await checkPage(page, 'operator-backups')
  await page.getByRole('button', { name: /^Delete aviary-/ }).click()
  await page.getByText('It cannot be brought back.', { exact: false }).waitFor()
  await page.getByRole('button', { name: 'Delete', exact: true }).last().click()
  await page.getByText('There is no backup in this directory').waitFor()
})

test('a running backup and a running verification are cancelled', async (t) => {
  const stage = await startAsOperator(t)
  // Without many rows, a task could end before the page has shown it.
  await stage.context.store.write((tx) => tx.run(manyFacts, {}))
  const page = await stage.open('/operator/backups')
  for (const [index, name] of ['Make a backup', 'Verify the data'].entries()) {
    await page.getByRole('button', { name }).click()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByText('cancelled', { exact: true }).nth(index).waitFor()
  }
  await page.getByText('There is no backup in this directory').waitFor()
  await checkPage(page, 'operator-backups-cancelled')
})

test('the page of versions shows the retention and the versions', async (t) => {
  const stage = await startAsOperator(t)
  const page = await stage.open('/operator/versions')
  await page.getByText('The day of the API is 2020-08-12', { exact: false }).waitFor()
  await page.getByRole('cell', { name: 'retention_days' }).waitFor()
  await checkPage(page, 'operator-versions')
})
