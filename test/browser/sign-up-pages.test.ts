/** Tests the pages of a sign-up: closed, with approval, and with a mail, in both themes, on a phone and on a desktop. */
import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import type { Page } from 'playwright-core'
import { checkPage, watchPage } from '../console/support/check-page.ts'
import { startBrowser } from '../support/http/browser.ts'
import { openMembers, PASSWORD } from '../support/http/members.ts'
import { slowTest as test } from '../support/part.ts'
import { startSmtpServer } from '../support/processes/smtp-server.ts'
import { waitUntil } from '../support/wait-until.ts'

/** A page of a server that sends mail, and the mails. */
async function open(t: TestContext, signUp: string) {
  const smtp = await startSmtpServer(t)
  const mail = { smtp_url: smtp.url, mail_from: 'aviary@example.org', base_url: 'https://bird.example.org' }
  const { url } = await openMembers(t, 'sqlite', { sign_up: signUp, ...mail })
  const page = await (await (await startBrowser(t)).newContext()).newPage()
  watchPage(page, url)
  return { url, page, smtp }
}

async function signUpOn(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/signup`)
  await page.fill('#screen_name', 'ada')
  await page.fill('#email', 'ada@example.org')
  await page.fill('#password', PASSWORD)
  await page.keyboard.press('Enter')
}

test('the pages of an open sign-up lead from the form through the link in the mail to the home timeline', async (t) => {
  const { url, page, smtp } = await open(t, 'open')
  await signUpOn(page, url)
  await page.getByRole('heading', { name: 'Look at your mail' }).waitFor()
  await checkPage(page, 'sign-up-mailed')
  await waitUntil(() => smtp.mails.length > 0)
  const [path = ''] = /\/signup\?token=[\w.-]+/.exec(smtp.mails[0]?.text ?? '') ?? []
  await page.goto(`${url}${path}`)
  await page.getByText('Your user name is @ada.').waitFor()
  await checkPage(page, 'sign-up-finish')
  await page.getByRole('button', { name: 'Create the account' }).click()
  await page.waitForURL(/\/home$/)
  await page.context().clearCookies()
  assert.equal((await page.goto(`${url}/signup?token=x`))?.status(), 403)
  await checkPage(page, 'sign-up-link-invalid')
  await page.goto(`${url}/settings/forgot_password`)
  await checkPage(page, 'member-forgot-password')
  await page.fill('#login', 'ada')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Look at your mail' }).waitFor()
  await checkPage(page, 'member-forgot-password-mailed')
})

test('the pages of a sign-up that is closed, and of one that waits for approval', async (t) => {
  const { url, page } = await open(t, 'approval')
  await page.goto(`${url}/signup`)
  await checkPage(page, 'sign-up-approval')
  await signUpOn(page, url)
  await page.getByRole('heading', { name: 'Your sign-up waits for approval' }).waitFor()
  await checkPage(page, 'sign-up-waiting')
  const closed = await openMembers(t, 'sqlite')
  const other = await page.context().newPage()
  watchPage(other, closed.url)
  await other.goto(`${closed.url}/signup`)
  await checkPage(other, 'sign-up-closed')
})
