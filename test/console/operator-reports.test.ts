/** Tests the page of reports at the operator's desk. Members of the network made the reports. */
import { setConsoleOperator } from '../../src/domain/console/operators.ts'
import { createPost } from '../../src/domain/posts/write/create-post.ts'
import { createReport } from '../../src/domain/reports/create-report.ts'
import { slowTest as test } from '../support/part.ts'
import { createOneUser } from '../support/users.ts'
import { checkPage } from './support/check-page.ts'
import { EMAIL, startConsole } from './support/start.ts'

test('reports are listed with filters, shown with their post, closed with a note, and opened again', async (t) => {
  const stage = await startConsole(t)
  const { context, user } = stage
  await setConsoleOperator(context, EMAIL, true)
  const page = await stage.open('/operator/reports')
  await page.getByRole('heading', { name: 'No report is open' }).waitFor()
  await checkPage(page, 'operator-reports-empty')
  const reporter = await createOneUser(context)
  const text = 'Cheap <b>watches</b>, only today, at https://watches.example'
  const { id: postId } = await createPost(context, { authorId: user.id, text })
  const base = { reporterId: reporter.id } as const
  const comment = 'The third of these today.\nAlways the same link.'
  await createReport(context, { ...base, subject: { postId }, reason: 'spam', comment })
  await createReport(context, { ...base, subject: { userId: user.id }, reason: 'impersonation' })
  await page.reload()
  await page.getByRole('row', { name: 'impersonation' }).waitFor()
  await checkPage(page, 'operator-reports')

  await page.getByRole('combobox', { name: 'Reported' }).click()
  await page.getByRole('option', { name: 'Posts', exact: true }).click()
  await page.getByRole('row', { name: 'impersonation' }).waitFor({ state: 'detached' })
  await page.getByRole('row', { name: 'watches' }).press('Enter')
  await page.getByText('Always the same link.', { exact: false }).waitFor()
  await checkPage(page, 'operator-report')
  await page.getByRole('button', { name: 'Close the report' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Close the report' }).click()
  await dialog.getByText('Enter a reason.').waitFor()
  await dialog.getByLabel('Reason').fill('the post is withheld')
  await dialog.getByText("--note 'the post is withheld'", { exact: false }).waitFor()
  await checkPage(page, 'operator-report-close')
  await dialog.getByRole('button', { name: 'Close the report' }).click()
  await page.getByRole('button', { name: 'Open it again' }).waitFor()
  await page.getByRole('region', { name: 'History' }).getByText('report.close').waitFor()
  await checkPage(page, 'operator-report-closed')

  await page.getByRole('link', { name: 'Open the post' }).click()
  await page.getByRole('heading', { name: `Post ${postId}` }).waitFor()
  await page.getByRole('link', { name: 'Reports by users' }).click()
  await page.getByRole('heading', { name: `Reports about the post ${postId}` }).waitFor()
  await page.getByText(`aviary report list --state all --post ${postId}`).waitFor()
  await page.getByRole('row', { name: 'watches' }).press('Enter')
  await page.getByRole('button', { name: 'Open it again' }).click()
  await dialog.getByLabel('Reason').fill('a mistake')
  await dialog.getByRole('button', { name: 'Open it again' }).click()
  await page.getByRole('button', { name: 'Close the report' }).waitFor()
})
