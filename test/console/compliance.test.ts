/** The compliance pages: URLs, a test event that arrives, connections, volume, and a list that is checked. */
import assert from 'node:assert/strict'
import { streamPath } from '../../src/domain/console/stream.ts'
import { createPost } from '../../src/domain/posts/write/create-post.ts'
import { deletePost } from '../../src/domain/posts/write/delete-post.ts'
import { basic, Consumer } from '../support/compliance-stream.ts'
import { slowTest as test } from '../support/part.ts'
import { checkPage } from './support/check-page.ts'
import { EMAIL, PASSWORD, startConsole } from './support/start.ts'

test('the compliance pages', async (t) => {
  const stage = await startConsole(t)
  const page = await stage.open('/compliance')
  await page.getByRole('heading', { name: 'Your account has no stream yet' }).waitFor()
  await page.getByRole('button', { name: 'Add stream' }).click()
  await page.getByLabel('Label').fill('prod')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByRole('tab', { name: 'Partition 8' }).click()
  const url = `${stage.url}${streamPath({ accountName: 'acme', publisher: 'twitter', label: 'prod' }, 8)}`
  await page.getByText(`curl --compressed --no-buffer -u '${EMAIL}' '${url}'`).waitFor()
  await checkPage(page, 'compliance-connect')

  await t.test('a test event arrives at a consumer and in the live view', async () => {
    const consumer = await Consumer.open('', url, { authorization: basic(EMAIL, PASSWORD) })
    await page.getByRole('tab', { name: 'Live' }).click()
    await page.getByText('Waiting for messages').waitFor()
    await page.getByRole('status').getByText('Live').waitFor()
    const second = await stage.open('/compliance?partition=8')
    await second.getByRole('button', { name: 'Send test event' }).click()
    await second.getByText('Sent in partition 8').waitFor()
    await second.close()
    await consumer.some(1)
    await page.getByText('"delete":{"status"').first().waitFor()
    await checkPage(page, 'compliance-live')

    await page.getByRole('tab', { name: 'Connections' }).click()
    await page.getByRole('button', { name: 'Disconnect from partition 8' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click()
    await consumer.ended
    await page.getByText('Disconnected in the console.').waitFor()
    await checkPage(page, 'compliance-connections')

    await page.getByRole('tab', { name: 'Volume' }).click()
    await page.getByText('test (sent as delete)').first().waitFor()
    await checkPage(page, 'compliance-volume')
    assert.match(page.url(), /tab=volume/)
  })

  await t.test('a list is uploaded and checked', async () => {
    const { context, user } = stage
    const { id: postId } = await createPost(context, { authorId: user.id, text: 'not for long' })
    await deletePost(context, { postId })
    await page.getByRole('tab', { name: 'Check a list' }).click()
    const choosing = page.waitForEvent('filechooser')
    await page.getByText('Choose a file').click()
    const file = { name: 'ids.txt', mimeType: 'text/plain', buffer: Buffer.from(`${postId}\n7\n`) }
    await (await choosing).setFiles(file)
    await page.getByRole('button', { name: 'Upload and check' }).click()
    await page.getByText('Checked 2 ids: 1 to delete, 1 unknown.').waitFor()
    await page.getByRole('cell', { name: String(postId) }).waitFor()
    const downloading = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download the report' }).click()
    assert.equal((await downloading).suggestedFilename(), 'compliance-report.json')
    await checkPage(page, 'compliance-check')
  })
})
