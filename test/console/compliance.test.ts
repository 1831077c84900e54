/**
 * Tests the compliance pages: URLs, the arrival of a test event, connections, volume, and the check of a
 * list.
 */
import assert from 'node:assert/strict'
import { streamPath } from '../../src/domain/console/stream.ts'
import { createPost } from '../../src/domain/posts/write/create-post.ts'
import { deletePost } from '../../src/domain/posts/write/delete-post.ts'
import { slowTest as test } from '../support/part.ts'
import { basic, Consumer } from '../support/streams/compliance-stream.ts'
import { checkPage } from './support/check-page.ts'
import { EMAIL, PASSWORD, startConsole } from './support/start.ts'

test('the compliance pages of the console', async (t) => {
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
    for (const [unit, address] of [
      ['Minute', /unit=minute/],
      ['Day', /unit=day/],
    ] as const) {
      await page.getByText(unit, { exact: true }).click()
      await page.waitForURL(address)
      await page.getByRole('figure', { name: /^Messages by time/ }).waitFor()
    }
    await page.getByRole('row', { name: 'Partition 1' }).press('Enter')
    await page.waitForURL(/partition=1/)
    await page.getByRole('heading', { name: 'No messages yet' }).waitFor()
    await page.getByRole('row', { name: 'Partition 8' }).press('Enter')
    await page.getByRole('figure').waitFor()
  })

  await t.test('the live view is paused, resumed and cleared; another partition shows nothing', async () => {
    const sendTest = async () => {
      const other = await stage.open('/compliance?partition=8')
      await other.getByRole('button', { name: 'Send test event' }).click()
      await other.getByText('Sent in partition 8').waitFor()
      await other.close()
    }
    await page.getByRole('tab', { name: 'Live' }).click()
    await page.getByRole('button', { name: 'Pause' }).click()
    await page.getByRole('status').getByText('Paused').waitFor()
    await sendTest()
    assert.equal(await page.getByText('"delete":{"status"').count(), 0)
    await page.getByRole('button', { name: 'Resume' }).click()
    await page.getByRole('status').getByText('Live').waitFor()
    await sendTest()
    await page.getByText('"delete":{"status"').first().waitFor()
    await page.getByRole('combobox', { name: 'Partition' }).click()
    await page.getByRole('option', { name: 'Partition 3' }).click()
    await page.getByText('Waiting for messages').waitFor()
    await page.getByRole('combobox', { name: 'Partition' }).click()
    await page.getByRole('option', { name: 'All partitions' }).click()
    await page.getByText('"delete":{"status"').first().waitFor()
    await page.getByRole('button', { name: 'Clear' }).click()
    await page.getByText('Waiting for messages').waitFor()
  })

  await t.test('a list of ids is uploaded and checked', async () => {
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

  await t.test('ids of users are checked', async () => {
    const choosing = page.waitForEvent('filechooser')
    await page.getByText('Choose a file').click()
    await (await choosing).setFiles({ name: 'users.txt', mimeType: 'text/plain', buffer: Buffer.from('7\n') })
    await page.getByText('Users', { exact: true }).click()
    await page.getByRole('button', { name: 'Upload and check' }).click()
    await page.getByRole('heading', { name: 'users.txt' }).waitFor()
    await page.getByText(/^Checked 1 id/).waitFor()
    await page.getByRole('row', { name: 'ids.txt' }).press('Enter')
    await page.getByRole('heading', { name: 'ids.txt' }).waitFor()
  })

  await t.test('a running check is cancelled', async () => {
    // The response is changed to show a running check, because the check of a small list ends too quickly for
    // a click.
    await page.route('**/compliance/checks', async (route) => {
      const response = await route.fetch()
      const body = (await response.json()) as { readonly checks: readonly object[] }
      const [first, ...others] = body.checks
      const checks = [{ ...first, state: 'checking', ended_at: null }, ...others]
      await route.fulfill({ response, json: { ...body, checks } })
    })
    await page.reload()
    await page.getByRole('progressbar', { name: 'Progress of the check' }).first().waitFor()
    await checkPage(page, 'compliance-check-running')
    await page.getByRole('row', { name: 'users.txt' }).press('Enter')
    const cancelling = page.waitForRequest((request) => request.method() === 'DELETE')
    await page.getByRole('button', { name: 'Cancel' }).click()
    assert.match((await cancelling).url(), /\/compliance\/checks\/\w+/)
    await page.unrouteAll({ behavior: 'wait' })
  })

  await t.test(
    'one of two streams is chosen, and a stream is removed after its label was typed',
    async () => {
      await page.goto(`${stage.url}/console/compliance`)
      await page.getByRole('button', { name: 'Add stream' }).click()
      await page.getByLabel('Label').fill('dev')
      await page.getByRole('button', { name: 'Add', exact: true }).click()
      await page.getByRole('combobox', { name: 'Stream' }).click()
      await page.getByRole('option', { name: 'twitter/prod' }).click()
      await page.waitForURL(/stream=twitter/)
      await page.getByRole('heading', { name: 'twitter/prod' }).waitFor()
      await page.reload()
      await page.getByRole('heading', { name: 'twitter/prod' }).waitFor()
      await page.getByRole('button', { name: 'Remove stream' }).click()
      await page.getByRole('dialog').getByLabel('Type prod to confirm').fill('prod')
      await page.getByRole('dialog').getByRole('button', { name: 'Remove stream' }).click()
      await page.getByRole('heading', { name: 'twitter/dev' }).waitFor()
      await page.getByRole('button', { name: 'Remove stream' }).click()
      const dialog = page.getByRole('dialog')
      assert.equal(await dialog.getByRole('button', { name: 'Remove stream' }).isDisabled(), true)
      await checkPage(page, 'compliance-remove')
      await dialog.getByLabel('Type dev to confirm').fill('dev')
      await dialog.getByRole('button', { name: 'Remove stream' }).click()
      await page.getByRole('heading', { name: 'Your account has no stream yet' }).waitFor()
      for (const tab of ['Connections', 'Volume', 'Live', 'Check a list']) {
        await page.getByRole('tab', { name: tab }).click()
        await page.getByRole('tabpanel').getByRole('heading').first().waitFor()
      }
      await checkPage(page, 'compliance-no-stream')
    },
  )
})
