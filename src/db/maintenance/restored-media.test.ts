/** A backup contains data, key and media. After a restore, earlier uploads can be viewed and continued. */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { ENGINES, emptyConfig, temporaryDirectory } from '../../../test/support/engines.ts'
import { jpeg } from '../../../test/support/media/samples.ts'
import { MediaStage } from '../../../test/support/media/stage.ts'
import { slowTest as test } from '../../../test/support/part.ts'
import { KEY_FILE, keyFileOf } from '../../key-file.ts'
import { systemClock, systemRandom } from '../../lib/time/clock.ts'
import { addressOf } from '../open.ts'
import { backup } from './backup.ts'
import { restore } from './restore.ts'

for (const engine of ENGINES) {
  test(`a backup of a running server contains its media (${engine})`, async (t) => {
    const stage = await MediaStage.open(t, { engine })
    const { id: ownerId, as } = await stage.person()
    const picture = await jpeg({ width: 300, height: 200 })
    const [medium] = await stage.take({ ownerId, mediaIds: [await stage.uploaded(picture, as)] })
    const url = medium?.media_url_https ?? ''
    const seen = (await stage.get(url)).text
    const { body } = await stage.upload({ command: 'INIT', total_bytes: picture.length }, as)
    const { media_id } = body
    const append = (to: MediaStage, segment_index: number, media: Buffer) =>
      to.upload({ command: 'APPEND', media_id, segment_index, media }, as)
    await append(stage, 0, picture.subarray(0, 100))

    const source = stage.server.config
    const file = join(await temporaryDirectory(t), 'backup.tar.gz')
    const [now, nonce] = [systemClock.now(), systemRandom(6).toString('hex')]
    const taken = { address: addressOf(source), file, keyFile: keyFileOf(source), now, nonce }
    const report = await backup({ ...taken, mediaDirectory: join(source.data, 'media') })
    assert.equal(report.mediaFiles, 5, 'a picture in four sizes, and a segment')
    await stage.server.close()

    const config = await emptyConfig(t, engine, { limits: 'off' })
    const { data } = config
    const place = { address: addressOf(config), data, keyFile: join(data, KEY_FILE) }
    await restore({ ...place, file, mediaDirectory: join(data, 'media'), now, nonce })
    const again = await MediaStage.open(t, { config })
    assert.equal((await again.get(url)).text, seen)
    assert.equal((await append(again, 1, picture.subarray(100))).status, 204)
    assert.equal((await again.upload({ command: 'FINALIZE', media_id }, as)).status, 201)
  })
}
