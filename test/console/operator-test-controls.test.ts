/** Tests the page of the test controls at the operator's desk. */
import assert from 'node:assert/strict'
import { setConsoleOperator } from '../../src/domain/console/operators.ts'
import { slowTest as test } from '../support/part.ts'
import { createUsers } from '../support/users.ts'
import { checkPage } from './support/check-page.ts'
import { EMAIL, PASSWORD, startConsole } from './support/start.ts'

const SETTINGS = { test_controls: 'on', test_token: 'a-token-of-tests' }

test('the page of the test controls has the clock, faults and snapshots', async (t) => {
  const stage = await startConsole(t, { settings: SETTINGS })
  const { context, server } = stage
  await setConsoleOperator(context, EMAIL, true)
  const page = await stage.open('/operator/test')
  await page.getByRole('heading', { name: 'Snapshots', exact: true }).waitFor()
  await checkPage(page, 'operator-test-empty')

  await page.getByRole('button', { name: 'Freeze' }).click()
  await page.getByText('frozen', { exact: true }).waitFor()
  const frozen = server.testControls?.clock.state.now ?? 0
  await page.getByRole('textbox', { name: 'Step by' }).fill('soon')
  await page.getByRole('button', { name: 'Step', exact: true }).click()
  await page.getByText('Step is a duration', { exact: false }).waitFor()
  await page.getByRole('textbox', { name: 'Step by' }).fill('15m')
  await page.getByText(`curl -X PUT ${server.opsUrl}/test/clock`, { exact: false }).waitFor()
  await page.keyboard.press('Enter')
  const later = new Date(frozen + 900_000).toISOString().slice(0, 19)
  await page.getByText(`${later}Z`, { exact: true }).waitFor()

  await page.getByRole('textbox', { name: 'Plan' }).fill('{"faults": [{}]}')
  await page.getByRole('button', { name: 'Load the plan' }).click()
  await page.getByText(/line 1/i).waitFor()
  await page.getByRole('button', { name: 'Insert an example', exact: true }).click()
  await page.getByRole('button', { name: 'Load the plan' }).click()
  await page.getByText('The plan is loaded.').waitFor()
  await page.getByRole('cell', { name: 'busy' }).waitFor()

  await page.getByRole('textbox', { name: 'Name' }).fill('before')
  await page.getByRole('button', { name: 'Take a snapshot' }).click()
  await page.getByRole('button', { name: 'Restore before' }).click()
  await page.getByText('The data returns to this state', { exact: false }).waitFor()
  await checkPage(page, 'operator-test-restore')
  await createUsers(context, 1)
  await page.getByRole('button', { name: 'Restore', exact: true }).last().click()
  await page.getByText('before is restored.').waitFor()
  await checkPage(page, 'operator-test')
  await page.getByRole('button', { name: 'Remove all faults' }).click()
  await page.getByText('No faults are loaded').waitFor()
  await page.getByRole('button', { name: 'Delete before' }).click()
  await page.getByRole('button', { name: 'Delete', exact: true }).last().click()
  await page.getByText('There are no snapshots').waitFor()
})

test('simulated traffic is started and ended', async (t) => {
  const stage = await startConsole(t, { settings: SETTINGS })
  await setConsoleOperator(stage.context, EMAIL, true)
  const page = await stage.open('/operator/test')
  await page.getByRole('textbox', { name: 'Rate' }).fill('9999')
  await page.getByRole('button', { name: 'Start the traffic' }).click()
  await page.getByText('Rate is the mean number of posts a second over a day', { exact: false }).waitFor()
  await page.getByRole('textbox', { name: 'Rate' }).fill('2')
  await page.getByRole('textbox', { name: 'Users' }).fill('10')
  await page
    .getByText('aviary simulate --seed 7 --rate 2 --seconds 60 --users 10', { exact: false })
    .waitFor()
  await page.getByRole('button', { name: 'Start the traffic' }).click()
  await page.getByText('Simulation', { exact: true }).waitFor()
  await page.getByText('running', { exact: true }).waitFor()
  await checkPage(page, 'operator-test-traffic')
  await page.getByRole('button', { name: 'End the traffic' }).click()
  await page.getByText('ended', { exact: true }).waitFor()
})

test("after a restore that removes the operator's session, the page says so and continues after a sign-in", async (t) => {
  const stage = await startConsole(t, { settings: SETTINGS })
  await setConsoleOperator(stage.context, EMAIL, true)
  const page = await stage.open('/operator/test')
  await page.getByRole('textbox', { name: 'Name' }).fill('before')
  await page.getByRole('button', { name: 'Take a snapshot' }).click()
  await page.getByRole('button', { name: 'Restore before' }).waitFor()
  // The new session is not in the snapshot.
  await stage.endSession()
  await page.reload()
  await page.getByLabel('E-mail address').fill(EMAIL)
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Restore before' }).click()
  await page.getByRole('button', { name: 'Restore', exact: true }).last().click()
  await page.getByText('Your session is not in this snapshot.', { exact: false }).waitFor()
  await page.getByLabel('E-mail address').waitFor()
  await checkPage(page, 'operator-test-signed-out')
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD)
  await page.keyboard.press('Enter')
  await page.getByText('before is restored.').waitFor()
})

test('without test controls the page explains that they are off, and the navigation has no entry', async (t) => {
  const stage = await startConsole(t)
  await setConsoleOperator(stage.context, EMAIL, true)
  const page = await stage.open('/operator/test')
  await page.getByText('This server runs without test controls').waitFor()
  assert.equal(await page.getByRole('link', { name: 'Test controls' }).count(), 0)
  await checkPage(page, 'operator-test-off')
})

const REPORT = {
  isQuick: true,
  trials: [
    { name: 'keep-alive', grade: 'pass', expected: 'stays connected', seen: 'stayed until the next post' },
    {
      name: 'http-error',
      grade: 'fail',
      expected: 'waits 5 s after a 503, doubled each time, at most 320 s',
      seen: 'connected again after 1.0 s',
      change: 'After an HTTP error wait 5 s, then twice as long each time, up to 320 s.',
    },
    {
      name: 'stall',
      grade: 'not-seen',
      expected: 'closes after 20 to 100 s',
      seen: 'the client did not come to it',
    },
  ],
} as const

test('reports about graded clients: the page shows an empty list, the trials of a report, and its URL, and deletes the report', async (t) => {
  const stage = await startConsole(t, { settings: SETTINGS })
  const { context, server, url } = stage
  await setConsoleOperator(context, EMAIL, true)
  const page = await stage.open('/operator/test')
  await page.getByText('No client has been graded').waitFor()
  await page.getByText(`--send-to ${server.opsUrl}`, { exact: false }).waitFor()
  server.testControls?.grades.add({ ...REPORT, client: 'node my-bot.js' })
  server.testControls?.grades.add({ ...REPORT, client: 'python <b>other</b>.py', isQuick: false })
  await page.getByRole('button', { name: 'Trials of node my-bot.js' }).click()
  await page.getByText('After an HTTP error wait 5 s', { exact: false }).waitFor()
  await checkPage(page, 'operator-test-grade')
  await page.goto(`${url}/console/operator/test?grade=2`)
  await page.getByRole('heading', { name: 'Trials of python <b>other</b>.py' }).waitFor()
  await page.getByRole('button', { name: 'Delete the report of python <b>other</b>.py' }).click()
  await page.getByText('python <b>other</b>.py').waitFor({ state: 'detached' })
  assert.deepEqual(
    server.testControls?.grades.list().map(({ client }) => client),
    ['node my-bot.js'],
  )
  await page.goto(`${url}/console/operator/test?grade=2`)
  await page.getByText('This report no longer exists').waitFor()
  await checkPage(page, 'operator-test-grade-gone')
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  await page.getByText('This report no longer exists').waitFor({ state: 'detached' })
})

test('a seed file is applied or its errors are shown with line and column, and a reset removes its data', async (t) => {
  const stage = await startConsole(t, { settings: SETTINGS })
  const { context, server } = stage
  await setConsoleOperator(context, EMAIL, true)
  await server.testControls?.snapshots.saveStart()
  const page = await stage.open('/operator/test')
  await page.getByRole('textbox', { name: 'Seed file' }).fill('users:\n  - screen_name: "no name"\n')
  await page.getByRole('button', { name: 'Load the seed' }).click()
  await page.getByText(/line 2, column \d+/i).waitFor()
  await checkPage(page, 'operator-test-seed-wrong')
  await page.getByRole('button', { name: 'Insert an example of a seed' }).click()
  await page.getByRole('button', { name: 'Load the seed' }).click()
  await page.getByText('Loaded: 1 users and 1 apps.').waitFor()
  await page.getByRole('button', { name: 'Restore before-seed' }).waitFor()
  await checkPage(page, 'operator-test-seed')
  await page.getByRole('button', { name: 'Reset to the start' }).click()
  await page.getByText('Data, clock and faults return', { exact: false }).waitFor()
  await page.getByRole('button', { name: 'Reset to the start' }).last().click()
  await page.getByText('start is restored.').waitFor()
})
