/** A backup that was made under load can be restored to a normal installation. */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { fillDatabase } from '../../../test/support/databases/complete-database.ts'
import { ENGINES, emptyConfig, temporaryDirectory, testRuntime } from '../../../test/support/engines.ts'
import { idListCases } from '../../../test/support/id-list/suite.ts'
import { slowTest as test } from '../../../test/support/part.ts'
import { createUsers } from '../../../test/support/users.ts'
import { follow } from '../../domain/graph/follow.ts'
import { KEY_FILE, keyFileOf } from '../../key-file.ts'
import { systemClock, systemRandom } from '../../lib/time/clock.ts'
import type { Runtime } from '../../runtime.ts'
import { verifyDatabase } from '../../verify/verify.ts'
import { addressOf } from '../open.ts'
import { backup } from './backup.ts'
import { restore } from './restore.ts'

/** Creates follows until the signal; returns their number. */
async function writeOn({ context }: Runtime, signal: AbortSignal): Promise<number> {
  let edges = 0
  while (!signal.aborted) {
    const ids = (await createUsers(context, 8)).map(({ id }) => id)
    const outcomes = await Promise.all(
      ids.flatMap((follower) =>
        ids.flatMap((followee) => (follower === followee ? [] : [follow(context, { follower, followee })])),
      ),
    )
    edges += outcomes.length
  }
  return edges
}

for (const engine of ENGINES) {
  test(`after a backup under load is restored on ${engine}, pages of followers are as documented`, async (t) => {
    const source = await emptyConfig(t, engine)
    const runtime = await testRuntime(t, source)
    await fillDatabase(runtime)
    const file = join(await temporaryDirectory(t), 'backup.tar.gz')
    const stop = new AbortController()
    const writing = writeOn(runtime, stop.signal)
    await backup({
      address: addressOf(source),
      file,
      keyFile: keyFileOf(source),
      mediaDirectory: join(source.data, 'media'),
      now: systemClock.now(),
      nonce: systemRandom(6).toString('hex'),
    })
    stop.abort()
    assert.ok((await writing) > 0, 'nothing was written while the backup was made')

    const config = await emptyConfig(t, engine)
    await restore({
      address: addressOf(config),
      file,
      data: config.data,
      keyFile: join(config.data, KEY_FILE),
      mediaDirectory: join(config.data, 'media'),
      now: systemClock.now(),
      nonce: systemRandom(6).toString('hex'),
    })
    assert.deepEqual((await verifyDatabase(config, systemRandom)).faults, [])
    const list = {
      path: '/1.1/followers/ids.json',
      edge: (owner: bigint, member: bigint) => ({ follower: member, followee: owner }),
    }
    await idListCases(t, list, { config })
  })
}
