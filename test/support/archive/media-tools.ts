/** Makes the media services of a test server, for imports in its process. */
import { openBlobs, stagingDirectory } from '../../../src/blobs/open.ts'
import type { Config } from '../../../src/config.ts'
import type { Context } from '../../../src/domain/context.ts'
import { openMedia } from '../../../src/domain/media/open-media.ts'
import type { MediaTools } from '../../../src/domain/media/tools.ts'

export function mediaToolsOf(config: Config, { random }: Pick<Context, 'random'>): MediaTools {
  return openMedia({
    blobs: openBlobs(config),
    stagingDirectory: stagingDirectory(config),
    quotaMib: config.media_quota_mib,
    random,
  })
}
