import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { ENGINES, freshConfig, temporaryDirectory, testRuntime } from '../../../test/support/engines.ts'
import { slowOnPostgres } from '../../../test/support/part.ts'
import { advanceProgress, ImportRunsElsewhere, NO_PROGRESS } from '../progress.ts'
import { importFiles } from './import-files.ts'
import { findInputs, fingerprintOfInputs } from './inputs.ts'

const USER = '{"id":7,"id_str":"7","screen_name":"seven","description":""}\n'

for (const engine of ENGINES) {
  slowOnPostgres(engine)(
    `spec/data-files.md#import: standard input is read once, and an import fails while another process runs the same import, on ${engine}`,
    async (t) => {
      const config = await freshConfig(t, engine)
      const { context } = await testRuntime(t, config)
      const file = join(await temporaryDirectory(t), 'users.json')
      await writeFile(file, USER)
      const options = {
        data: config.data,
        stdin: Readable.from([Buffer.from(USER)]),
        importArchive: async () => assert.fail('there is no archive'),
      }
      const { tally } = await importFiles(context, await findInputs(['-']), undefined, options)
      assert.deepEqual(tally.state.kinds.users, { imported: 1, skipped: 0, repaired: 0, rejected: 0 })
      const inputs = await findInputs([file])
      const fingerprint = (await fingerprintOfInputs(inputs, {})) ?? ''
      // The other import stores its first batch after the import under test has read the progress.
      const onRecognised = () => {
        other = context.store.write((tx) =>
          advanceProgress(tx, fingerprint, NO_PROGRESS, { ...NO_PROGRESS, lines: 1 }, context.clock.now()),
        )
      }
      let other: Promise<void> | undefined
      await assert.rejects(
        importFiles(context, inputs, fingerprint, { ...options, onRecognised }),
        ImportRunsElsewhere,
      )
      await other
    },
  )
}

slowOnPostgres('sqlite')(
  'spec/data-files.md#import: the progress counts the bytes of standard input and of the files after it',
  async (t) => {
    const config = await freshConfig(t, 'sqlite')
    const { context } = await testRuntime(t, config)
    const file = join(await temporaryDirectory(t), 'users.json')
    await writeFile(file, USER)
    const chunks = Array.from({ length: 100 }, () => Buffer.from(USER.repeat(20)))
    const total = chunks.reduce((sum, { length }) => sum + length, 0)
    const read: number[] = []
    await importFiles(context, await findInputs(['-', file]), undefined, {
      data: config.data,
      stdin: Readable.from(chunks),
      importArchive: async () => assert.fail('there is no archive'),
      onBytes: (bytes) => read.push(bytes),
    })
    assert.ok(read.filter((bytes) => bytes < total).length > 10)
    assert.deepEqual(
      read,
      read.toSorted((a, b) => a - b),
    )
    assert.equal(read.at(-1), total + USER.length)
  },
)
