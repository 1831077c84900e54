/** Reads complete recorded data sets of posts and users, and checks that each id is read and no part is unreadable. */
import assert from 'node:assert/strict'
import { createReadStream, existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { slow } from '../../test/support/part.ts'
import { type InputFault, readIdList } from './read-id-list.ts'

const SHARED = fileURLToPath(new URL('../../../shared/data', import.meta.url))
/** Size of the largest compressed file that the fast part reads. */
const MAX_FAST_BYTES = 50_000
const skip = existsSync(SHARED) ? false : 'the recorded data are not here'

for (const subject of ['tweets', 'users'] as const) {
  test(`spec/id-lists.md#accepted-forms: every recorded file of ${subject} is read completely`, {
    skip,
  }, async (t) => {
    const files = readdirSync(`${SHARED}/${subject}`).filter((name) => name.endsWith('.jsonl.gz'))
    assert.ok(files.length > 0)
    for (const name of files) {
      const path = `${SHARED}/${subject}/${name}`
      const isLong = statSync(path).size > MAX_FAST_BYTES
      await t.test(name, isLong ? slow : {}, async () => {
        const found = new Set<string>()
        const faults: InputFault[] = []
        await readIdList(
          createReadStream(path),
          { subject },
          {
            async take({ ids }) {
              for (const id of ids) found.add(String(id))
            },
            fault: (fault) => faults.push(fault),
            warn: (warning) => faults.push(warning),
          },
        )
        assert.deepEqual(faults, [])
        const lines = gunzipSync(readFileSync(path)).toString('utf8').split('\n').filter(Boolean)
        const own = lines.map((line) => JSON.parse(line)).map(({ id_str, id }) => String(id_str ?? id))
        assert.deepEqual(
          own.filter((id) => !found.has(id)),
          [],
        )
      })
    }
  })
}
