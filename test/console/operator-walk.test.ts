/**
 * Follows an operator who uses only the documentation (docs/guides/community.md). The operator imports an
 * archive, looks at its pages, invites a member who reports a post, withholds the post in one country, and
 * ends the withholding. The audit log has all of these actions.
 */
import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import type { Page } from 'playwright-core'
import type { Engine } from '../../src/db/query.ts'
import { createConsoleUser } from '../../src/domain/console/console-account.ts'
import { write2023 } from '../support/archive/generated.ts'
import { ENGINES, temporaryDirectory } from '../support/engines.ts'
import { zipOfFolder } from '../support/files/zip-bytes.ts'
import { portion, slowTest as test } from '../support/part.ts'
import { checkPage, watchPage } from './support/check-page.ts'
import { startConsole } from './support/start.ts'

const OWNER = { id: 1_400_000_001n, screenName: 'ann_archive' }
const OPERATOR = 'operator@example.org'
const PASSWORD = 'a good password'

for (const engine of portion(ENGINES, 'operator'))
  test(`an operator imports an archive, invites a member, withholds a reported post, undoes this, and reads the audit log, on ${engine}`, (t) =>
    walk(t, engine))

async function walk(t: TestContext, engine: Engine): Promise<void> {
  const settings = { public_pages: 'unlisted', sign_up: 'invitation' }
  const stage = await startConsole(t, { settings, engine })
  const { context, url, browser } = stage
  await createConsoleUser(context, {
    ...{ accountName: 'desk', email: OPERATOR, password: PASSWORD, role: 'admin', isOperator: true },
  })
  const folder = await temporaryDirectory(t)
  const [post] = await write2023(join(folder, 'archive'), OWNER, 12, 7)
  assert.ok(post !== undefined)
  const archive = join(folder, 'ann.zip')
  await writeFile(archive, await zipOfFolder(join(folder, 'archive')))

  const desk = await stage.open('/operator/imports', { signedOut: true })
  await desk.getByLabel('E-mail address').fill(OPERATOR)
  await desk.getByRole('textbox', { name: 'Password' }).fill(PASSWORD)
  await desk.keyboard.press('Enter')
  await desk.getByText('No file is uploaded').waitFor()
  await desk.locator('input[type=file]').first().setInputFiles(archive)
  await desk.getByRole('checkbox', { name: /ann\.zip/ }).waitFor()
  await checkPage(desk, 'walk-uploaded')
  await desk.getByRole('button', { name: 'Import', exact: true }).click()
  await desk.getByRole('link', { name: 'Report', exact: true }).waitFor()
  await checkPage(desk, 'walk-imported')

  const reader = await (await browser.newContext()).newPage()
  const watch = watchPage(reader, url)
  t.after(() => watch.assertPolicyKept())
  await reader.goto(`${url}/${OWNER.screenName}`)
  await reader.getByText(`@${OWNER.screenName}`).first().waitFor()
  await checkPage(reader, 'walk-archive')

  await desk.getByRole('link', { name: 'Sign-ups' }).click()
  const link = await invitation(desk)
  await reader.goto(link)
  await joinAs(reader, 'carol')
  await reader.waitForURL(/\/home$/)
  await checkPage(reader, 'walk-home')

  await reader.goto(`${url}/${OWNER.screenName}/status/${post.id}`)
  const text = await reader.locator(`[id="${post.id}"] .text, .post .text`).first().innerText()
  await reader.getByLabel(`Report the post of @${OWNER.screenName}`).first().click()
  await reader.getByText('Private data of a person').click()
  await reader.getByLabel('Comment (optional)').fill('My address is in it.')
  await checkPage(reader, 'walk-report')
  await reader.getByRole('button', { name: 'Send the report' }).click()
  await reader.getByText('Your report is sent').waitFor()

  await desk.getByRole('link', { name: 'Reports' }).click()
  await desk.getByRole('row', { name: '@carol' }).press('Enter')
  await desk.getByText('My address is in it.').waitFor()
  await checkPage(desk, 'walk-desk-report')
  await desk.getByRole('link', { name: 'Open the post' }).click()
  const dialog = desk.getByRole('dialog')
  await desk.getByRole('button', { name: 'Withhold in countries' }).click()
  await dialog.getByLabel('Countries').fill('de')
  await dialog.getByLabel('Reason').fill('private data of a person')
  await dialog.getByRole('button', { name: 'Withhold in countries' }).click()
  await desk.getByText('withheld in DE').waitFor()
  await checkPage(desk, 'walk-withheld')
  await reader.goto(`${url}/${OWNER.screenName}/status/${post.id}`)
  await reader.getByText(/^Withheld in DE in response to a legal demand\./).waitFor()
  assert.equal(await reader.getByText(text).count(), 0)
  await checkPage(reader, 'walk-withheld-page')

  await desk.getByRole('button', { name: 'Undo: post.withhold' }).click()
  await dialog.getByLabel('Reason').fill('the address is an old one')
  await dialog.getByRole('button', { name: 'Undo: post.withhold' }).click()
  await desk.getByText('visible', { exact: true }).waitFor()
  await reader.reload()
  await reader.getByText(text).first().waitFor()
  assert.equal(await reader.getByText(/Withheld in/).count(), 0)
  await desk.getByRole('link', { name: 'Reports by users' }).click()
  await desk.getByRole('row', { name: '@carol' }).press('Enter')
  await desk.getByRole('button', { name: 'Close the report' }).click()
  await dialog.getByLabel('Reason').fill('looked at')
  await dialog.getByRole('button', { name: 'Close the report' }).click()
  await desk.getByRole('button', { name: 'Open it again' }).waitFor()

  await desk.getByRole('link', { name: 'Audit log', exact: true }).click()
  for (const action of [
    'import.start',
    'invitation.create',
    'post.withhold',
    'post.unwithhold',
    'report.close',
  ])
    await desk.getByRole('cell', { name: action, exact: true }).waitFor()
  await checkPage(desk, 'walk-audit')
}

/** Makes an invitation at the desk. @returns its link */
async function invitation(desk: Page): Promise<string> {
  await desk.getByRole('button', { name: 'Make an invitation' }).click()
  const dialog = desk.getByRole('dialog')
  await dialog.getByLabel('Note for this list').fill('Carol')
  await dialog.getByRole('button', { name: 'Make an invitation' }).click()
  const link = await dialog.getByText('/signup?invitation=', { exact: false }).innerText()
  await dialog.getByRole('button', { name: 'Done' }).click()
  return link
}

async function joinAs(page: Page, screenName: string): Promise<void> {
  await page.getByLabel('User name').fill(screenName)
  await page.getByLabel('E-mail address').fill(`${screenName}@example.org`)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign up' }).click()
}
