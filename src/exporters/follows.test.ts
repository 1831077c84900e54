import assert from 'node:assert/strict'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { ENGINES, freshConfig, temporaryDirectory, testRuntime } from '../../test/support/engines.ts'
import { slowOnPostgres } from '../../test/support/part.ts'
import { createOneUser } from '../../test/support/users.ts'
import { changeUserState } from '../domain/accounts/change-user-state.ts'
import { countEdges } from '../domain/graph/every-edge.ts'
import { importFollows } from '../domain/graph/import-follows.ts'
import { FileExists } from './file.ts'
import { exportFollowsFile } from './follows.ts'

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  describe(`spec/server.md#export: export follows on ${engine}`, () => {
    test('writes every edge, oldest first, and compresses the file when its name ends like that of a compressed file', async (t) => {
      const { context, store } = await testRuntime(t, await freshConfig(t, engine))
      const directory = await temporaryDirectory(t)
      const edges = Array.from({ length: 2_500 }, (_, index) => ({
        follower: BigInt(10_000 - index),
        followee: BigInt(20_000 + (index % 7)),
      }))
      await importFollows(context, edges, async () => undefined)
      assert.equal(await countEdges(store), 2_500)
      const seen: number[] = []
      const plain = join(directory, 'edges.txt')
      assert.equal(await exportFollowsFile(store, plain, { onEdges: (done) => seen.push(done) }), 2_500)
      assert.equal(seen.at(-1), 2_500)
      const wanted = edges.map(({ follower, followee }) => `${follower} ${followee}`)
      const text = await readFile(plain, 'utf8')
      assert.deepEqual(text.split('\n'), ['# follower followee, oldest first', ...wanted, ''])
      const packed = join(directory, 'edges.txt.gz')
      await exportFollowsFile(store, packed)
      assert.equal(gunzipSync(await readFile(packed)).toString(), text)
      assert.deepEqual((await readdir(directory)).sort(), ['edges.txt', 'edges.txt.gz'])
    })

    test('spec/exports.md#never-exported: the export has no edges of deactivated users and no edges between two protected users', async (t) => {
      const { context, store } = await testRuntime(t, await freshConfig(t, engine))
      const directory = await temporaryDirectory(t)
      const [ann, ben, cem, dan] = [
        await createOneUser(context),
        await createOneUser(context),
        await createOneUser(context, { isProtected: true }),
        await createOneUser(context, { isProtected: true }),
      ].map(({ id }) => id) as [bigint, bigint, bigint, bigint]
      const edges = [
        [ann, ben],
        [cem, ann],
        [ann, cem],
        [cem, dan],
      ] as const
      await importFollows(
        context,
        edges.map(([follower, followee]) => ({ follower, followee })),
        async () => undefined,
      )
      const exported = async (name: string, includesProtected?: boolean) => {
        const file = join(directory, name)
        await exportFollowsFile(store, file, { format: 'csv', includesProtected: includesProtected === true })
        return readFile(file, 'utf8')
      }
      const csv = (some: readonly (readonly [bigint, bigint])[]) =>
        ['follower,followee', ...some.map((edge) => edge.join(',')), ''].join('\n')
      assert.equal(await exported('visible'), csv(edges.slice(0, 3)))
      assert.equal(await exported('all', true), csv(edges))
      await changeUserState(context, { userId: ben, action: 'deactivate' })
      assert.equal(await exported('later', true), csv(edges.slice(1)))
    })

    test('keeps an existing file, and leaves no file when the export is cancelled', async (t) => {
      const { store } = await testRuntime(t, await freshConfig(t, engine))
      const directory = await temporaryDirectory(t)
      const file = join(directory, 'mine')
      await writeFile(file, 'mine')
      await assert.rejects(exportFollowsFile(store, file), FileExists)
      assert.equal(await readFile(file, 'utf8'), 'mine')
      const signal = AbortSignal.abort(new Error('enough'))
      await assert.rejects(exportFollowsFile(store, join(directory, 'other'), { signal }), /enough/)
      assert.deepEqual(await readdir(directory), ['mine'])
    })
  })
}
