/**
 * Runs every command of the unmodified twarc 2. Most tests call the functions that the executable `twarc2`
 * calls.
 */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { slowTest as test } from '../../../test/support/part.ts'
import { CLIENT_ENGINES } from '../../support/installation.ts'
import { type Call, pick, requireCases, runCases } from '../support/cases.ts'
import { needing, pythonDriver } from '../support/installs.ts'
import { createList } from '../support/lists.ts'
import { type Stage, setStage } from '../support/stage.ts'
import { writeUntil } from '../support/write-until.ts'
import { TWARC_CASES } from './cases.ts'
import { Twarc, type Written } from './twarc.ts'

/** Commands that end only when posts arrive. */
const STREAMS = new Set(['stream', 'sample'])

for (const engine of CLIENT_ENGINES) {
  test(`every command of twarc2 works on ${engine}`, needing('twarc'), async (t) => {
    const stage = await setStage(t, engine)
    const twarc = await Twarc.start(t, stage)
    const list = await createList(stage)
    await t.test('the executable twarc2 searches with a bearer token', () => searchByExecutable(stage))
    await t.test('every command has a case', async () => requireCases(await twarc.commands(), TWARC_CASES))
    const run = async ({ call, args, kwargs }: Call): Promise<Written> => {
      if (call === 'compliance-job download') await untilComplete(twarc, String(args[0]))
      const running = twarc.run(call, args, kwargs)
      return STREAMS.has(call) ? (await writeUntil(stage, running)).value : running
    }
    await runCases(t, 'twarc2', TWARC_CASES, stage.network, run, { list })
  })
}

async function searchByExecutable({ network, environment, place }: Stage): Promise<void> {
  const { app, bob, thread } = network
  const executable = join(dirname(pythonDriver('twarc')[0]), 'twarc2')
  const words = ['--bearer-token', app.bearer_token, 'search', `from:${bob.name}`]
  const { stdout } = await promisify(execFile)(executable, words, {
    env: { PATH: process.env['PATH'], ...environment },
    cwd: place.data,
  })
  assert.deepEqual(pick(JSON.parse(stdout), 'data.*.id'), [thread.root.id])
}

/** Waits until the job is complete, because twarc waits a minute for an incomplete job. */
async function untilComplete(twarc: Twarc, job: string): Promise<void> {
  for (let status: unknown; status !== 'complete'; ) {
    const { answers } = await twarc.run('compliance-job get', ['--json-output', job], {})
    status = pick(answers, '0.status')
  }
}
