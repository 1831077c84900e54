/** Checks that the tests of twit pass or fail as docs/testing/library-suite.md says. */
import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { slowTest as test } from '../../../test/support/part.ts'
import { CLIENT_ENGINES } from '../../support/installation.ts'
import { needing } from '../support/installs.ts'
import { expectedResults, RESULTS_FILE, reasonOf } from './page.ts'
import { runSuite } from './suite.ts'

for (const engine of CLIENT_ENGINES) {
  test(`the tests of twit pass and fail as documented on ${engine}`, needing('twit-suite'), async (t) => {
    const results = await runSuite(t, engine)
    if (engine === 'sqlite' && process.env['WRITE_RESULTS'] === '1')
      await writeFile(RESULTS_FILE, `${JSON.stringify(results, null, 2)}\n`)
    assert.deepEqual(results, expectedResults())
    for (const title of results.failed) assert.ok(reasonOf(title))
  })
}
