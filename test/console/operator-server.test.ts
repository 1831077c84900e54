/** Tests the page of the server at the operator's desk. */
import { readSettings } from '../../src/config.ts'
import { setConsoleOperator } from '../../src/domain/console/operators.ts'
import { createPost } from '../../src/domain/posts/write/create-post.ts'
import { slowTest as test } from '../support/part.ts'
import { checkPage } from './support/check-page.ts'
import { EMAIL, startConsole } from './support/start.ts'

test('the page of the server shows health, queues, nodes and settings', async (t) => {
  const stage = await startConsole(t, { sources: readSettings({ ops_host: '127.0.0.1' }, {}).sources })
  const { context, user } = stage
  await setConsoleOperator(context, EMAIL, true)
  await createPost(context, { authorId: user.id, text: 'a cat' })
  const page = await stage.open('/operator/server')
  await page.getByText('Ready', { exact: true }).waitFor()
  await page.getByRole('heading', { name: 'Event log' }).waitFor()
  await page.getByText('this node', { exact: true }).waitFor()
  await checkPage(page, 'operator-server')
  const isSet = page.getByRole('cell', { name: 'ops_host' })
  await isSet.waitFor()
  await page.getByLabel('Only settings that differ from the defaults').focus()
  await page.keyboard.press('Space')
  await page.getByRole('cell', { name: 'database', exact: true }).waitFor()
  await page.keyboard.press('Space')
  await page.getByRole('cell', { name: 'database', exact: true }).waitFor({ state: 'detached' })
})
