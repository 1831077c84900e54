import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { mediaToolsOf } from '../../../test/support/archive/media-tools.ts'
import { type ArchiveLists, writeArchive } from '../../../test/support/archive/write-archive.ts'
import { freshConfig, temporaryDirectory, testRuntime } from '../../../test/support/engines.ts'
import { jpeg } from '../../../test/support/media/samples.ts'
import { findPosts } from '../../domain/posts/read/find-posts.ts'
import { findInputs } from '../files/inputs.ts'
import { importArchive } from './archive.ts'
import { InputFiles } from './input/input-files.ts'
import { archivesByAccount } from './same-account.ts'

const [OWNER, OTHER] = [1400000001n, 1400000002n]
const [SHOWN, CIRCLE] = [1593387213315784705n, 1593387213315784706n]

function tweet(id: bigint) {
  const medium = {
    ...{ id_str: `${id}0`.slice(1), type: 'photo', url: 'https://t.co/pppp', sizes: {} },
    media_url_https: `https://pbs.twimg.com/media/P${id}.jpg`,
  }
  return {
    tweet: { id_str: String(id), full_text: 'see https://t.co/pppp', extended_entities: { media: [medium] } },
  }
}

const YEARS: readonly ArchiveLists[] = [
  { 'twitter-circle-tweet': [tweet(CIRCLE)] },
  { tweets: [tweet(SHOWN), tweet(CIRCLE)] },
]

test('decision 0104: all archives of an account are one archive', async (t) => {
  const folder = await temporaryDirectory(t)
  const picture = await jpeg({ width: 60, height: 40 })
  const media = { [`tweets_media/${SHOWN}-P${SHOWN}.jpg`]: picture }
  const older = await writeArchive(join(folder, '2023'), OWNER, YEARS[0] ?? {}, media)
  const newer = await writeArchive(join(folder, '2025'), OWNER, YEARS[1] ?? {})
  const other = await writeArchive(join(folder, 'zz'), OTHER, {})

  await t.test('archives of one account are also one archive among other inputs of an import', async () => {
    await using inputFiles = new InputFiles()
    const inputs = await archivesByAccount(await findInputs([folder]), undefined, inputFiles)
    assert.deepEqual(
      inputs.map(({ name, path, others }) => [name, path, others?.map((other) => other.path)]),
      [
        [`${older}/ and 1 more`, `${older}/`, [`${newer}/`]],
        [`${other}/`, `${other}/`, undefined],
      ],
    )
  })

  for (const paths of [
    [older, newer],
    [newer, older],
  ]) {
    await t.test(
      `a post that is private in one archive is held back in all, and a medium is found in any archive: ${paths.join()}`,
      async () => {
        const config = await freshConfig(t, 'sqlite')
        const { context, store } = await testRuntime(t, config)
        const tools = mediaToolsOf(config, context)
        const report = await importArchive(context, paths, { data: config.data, media: tools })
        assert.deepEqual([report.kinds.posts?.imported, report.media?.imported], [1, 1])
        // The newer archive may contain posts to a Circle that are newer than the older archive, which has the marks.
        assert.ok(
          report.notices.some((notice) => /Circle/.test(notice)),
          report.notices.join(),
        )
        const found = await findPosts(store, [SHOWN, CIRCLE])
        assert.deepEqual([...found.keys()], [SHOWN])
        await assert.rejects(
          importArchive(context, [newer, other], { data: config.data, media: tools }),
          /are archives of different accounts; import each with its own command/,
        )
      },
    )
  }
})
