import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { ENGINES, freshConfig, temporaryDirectory, testRuntime } from '../../test/support/engines.ts'
import { byPart, slowOnPostgres } from '../../test/support/part.ts'
import { makeNetwork } from '../demo/network.ts'
import { changeUserState } from '../domain/accounts/change-user-state.ts'
import { createUser } from '../domain/accounts/create-user.ts'
import { countUsers } from '../domain/accounts/every-user.ts'
import { importUsers } from '../domain/accounts/import-users.ts'
import { importFollows } from '../domain/graph/import-follows.ts'
import { importUsersFile } from '../importers/users.ts'
import { FileExists } from './file.ts'
import { exportUsersFile } from './users.ts'

const noNote = async () => undefined

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  describe(`spec/server.md#export: export users on ${engine}`, () => {
    test('exports all users, and another server that imports the file exports the same users', async (t) => {
      const config = await freshConfig(t, engine)
      const { context, store } = await testRuntime(t, config)
      const directory = await temporaryDirectory(t)
      // More users than the export reads at once.
      const count = byPart(560, 1_200)
      await importUsers(context, makeNetwork(1, 1n, count).users, noNote)
      await importFollows(context, [{ follower: 77n, followee: 78n }], noNote)
      await createUser(context, { screenName: 'mine', name: 'Mine' })
      const seen: number[] = []
      const file = join(directory, 'users.jsonl')
      assert.equal(await exportUsersFile(store, file, { onUsers: (users) => seen.push(users) }), count + 3)
      assert.deepEqual([seen.at(-1), await countUsers(store)], [count + 3, count + 3])
      const text = await readFile(file, 'utf8')
      assert.match(text, /^\{"id":77,"id_str":"77","name":"user_77"/)

      const again = await importUsersFile(context, file, { data: config.data })
      assert.deepEqual([again.read, again.imported, again.skipped], [count + 3, 0, count + 3])

      const otherEngine = byPart(engine, engine === 'sqlite' ? 'postgres' : 'sqlite')
      const other = await testRuntime(t, await freshConfig(t, otherEngine))
      const there = await importUsersFile(other.context, file, { data: directory })
      assert.deepEqual([there.imported, there.rejected], [count + 3, 0])
      const packed = join(directory, 'users.jsonl.gz')
      await exportUsersFile(other.store, packed)
      const counts = /"(followers|friends)_count":1,/g
      assert.equal(
        gunzipSync(await readFile(packed)).toString(),
        text.replace(counts, '"$1_count":0,'),
        'counters are of the edges that are there',
      )
      await assert.rejects(exportUsersFile(store, file), FileExists)
    })

    test('exports suspended users with their state, and omits deactivated users', async (t) => {
      const { context, store } = await testRuntime(t, await freshConfig(t, engine))
      const [bad, gone] = [
        await createUser(context, { screenName: 'bad' }),
        await createUser(context, { screenName: 'gone' }),
      ]
      await changeUserState(context, { userId: bad.id, action: 'suspend' })
      await changeUserState(context, { userId: gone.id, action: 'deactivate' })
      const file = join(await temporaryDirectory(t), 'users.jsonl')
      assert.equal(await exportUsersFile(store, file), 1)
      const object = JSON.parse(await readFile(file, 'utf8')) as Record<string, unknown>
      assert.deepEqual([object['screen_name'], object['suspended']], ['bad', true])
    })
  })
}
