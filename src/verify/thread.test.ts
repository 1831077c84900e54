import assert from 'node:assert/strict'
import { symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { describe } from 'node:test'
import { fillDatabase } from '../../test/support/databases/complete-database.ts'
import { tamper } from '../../test/support/databases/tamper.ts'
import { ENGINES, freshConfig } from '../../test/support/engines.ts'
import { slowTest } from '../../test/support/part.ts'
import { StoreRefused, StoreUnavailable } from '../db/errors.ts'
import { DATABASE_FILE } from '../db/open.ts'
import { systemRandom } from '../lib/time/clock.ts'
import { openRuntime } from '../runtime.ts'
import { startVerification } from './thread.ts'
import { verifyDatabase } from './verify.ts'

describe('verification in a thread', () => {
  for (const engine of ENGINES) {
    slowTest(
      `returns the same report as a verification on the main thread, and reports progress after each check, on ${engine}`,
      async (t) => {
        const config = await freshConfig(t, engine)
        const runtime = await openRuntime(config, { manner: 'command' })
        await fillDatabase(runtime, 40)
        await runtime.close()
        await tamper(config, 'delete from events where position = 2')
        const seen: number[] = []
        const verification = startVerification(config, (done, of) => seen.push(done / of))
        const report = await verification.report
        assert.deepEqual(report, await verifyDatabase(config, systemRandom))
        assert.equal(report.faults[0]?.fault, 'Event 2 is missing.')
        assert.equal(seen.at(-1), 1)
        await verification.stop()
      },
    )
  }

  slowTest('fails with the same errors as a verification on the main thread', async (t) => {
    const config = await freshConfig(t, 'sqlite')
    await assert.rejects(startVerification(config).report, StoreUnavailable)
    const unreachable = { ...config, database: 'postgres://nobody@127.0.0.1:1/none' }
    await assert.rejects(startVerification(unreachable).report, StoreUnavailable)
    const runtime = await openRuntime(config, { manner: 'command' })
    await runtime.close()
    await tamper(config, "insert into migrations values ('9999-later', 0)")
    await assert.rejects(startVerification(config).report, StoreRefused)
    const circle = join(config.data, 'circle')
    await symlink(circle, circle)
    const { report } = startVerification({ ...config, data: circle })
    await assert.rejects(report, { code: 'ELOOP', syscall: 'stat', path: join(circle, DATABASE_FILE) })
  })

  slowTest('ends with an AbortError when it is stopped', async (t) => {
    const config = await freshConfig(t, 'sqlite')
    const verification = startVerification(config)
    await verification.stop()
    await assert.rejects(verification.report, { name: 'AbortError' })
  })
})
