import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { mediaToolsOf } from '../../../test/support/archive/media-tools.ts'
import { writeArchive } from '../../../test/support/archive/write-archive.ts'
import { ENGINES, freshConfig, temporaryDirectory, testRuntime } from '../../../test/support/engines.ts'
import { slowOnPostgres } from '../../../test/support/part.ts'
import { exportFollowsFile } from '../../exporters/follows.ts'
import { importArchive } from './archive.ts'

const OWNER = 1n

const listOf = (wrapper: string, ids: readonly number[]) =>
  ids.map((id) => ({ [wrapper]: { accountId: String(id) } }))

const manifestOf = (generationDate: string) => ({
  'manifest.js': `window.__THAR_CONFIG = ${JSON.stringify({ archiveInfo: { generationDate } })}`,
})

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  test(`decision 0136: the follows of several archives are united, and the follows of the oldest archive come first: ${engine}`, async (t) => {
    const folder = await temporaryDirectory(t)
    const older = await writeArchive(
      join(folder, '2021'),
      OWNER,
      { follower: listOf('follower', [13, 12, 11]), following: listOf('following', [22, 21]) },
      manifestOf('2021-01-01T00:00:00.000Z'),
    )
    const newer = await writeArchive(
      join(folder, '2024'),
      OWNER,
      {
        follower: listOf('follower', [17, 16]),
        // In this archive, account 13 is not a follower. The second part contains the older followers.
        'follower-part1': listOf('follower', [15, 14, 12, 11]),
        following: listOf('following', [23, 21]),
      },
      manifestOf('2024-01-01T00:00:00.000Z'),
    )
    for (const [index, paths] of [
      [older, newer],
      [newer, older],
    ].entries()) {
      const config = await freshConfig(t, engine)
      const { context, store } = await testRuntime(t, config)
      const media = mediaToolsOf(config, context)
      const { kinds } = await importArchive(context, paths, { data: config.data, media })
      assert.deepEqual([kinds.followers?.imported, kinds.followers?.skipped], [7, 2])
      assert.deepEqual([kinds.following?.imported, kinds.following?.skipped], [3, 1])
      const file = join(folder, `follows-${index}.txt`)
      await exportFollowsFile(store, file)
      const edges = (await readFile(file, 'utf8')).split('\n').filter((line) => /^\d/.test(line))
      const followers = [11, 12, 13, 14, 15, 16, 17].map((id) => `${id} 1`)
      assert.deepEqual(edges, ['1 21', '1 22', '1 23', ...followers])
    }
  })
}
