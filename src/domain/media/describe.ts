import { query } from '../../db/query.ts'
import { append } from '../../log/append.ts'
import { UploadRefused } from './refused.ts'
import type { MediaContext } from './tools.ts'
import { requireUpload } from './upload.ts'

export interface DescribeMedia {
  readonly ownerId: bigint
  readonly mediaId: bigint
  readonly altText: string
}

/** Code points of the text for those who do not see a picture (spec/media.md#alt-text). */
const MAX_ALT_TEXT_LENGTH = 1_000

/**
 * Writes what a picture shows, for those who do not see it; empty takes it away. Posts and messages keep it as it was
 * when they were made.
 * @throws {UploadRefused} `alt-text-too-long`, `upload-not-found`
 */
export async function describeMedia(context: MediaContext, input: DescribeMedia): Promise<void> {
  const { ownerId, mediaId, altText } = input
  if ([...altText].length > MAX_ALT_TEXT_LENGTH)
    throw new UploadRefused('alt-text-too-long', 'more than 1000 characters')
  const now = context.clock.now()
  // Texts of a database end at a NUL, or are refused with one.
  const text = altText.replaceAll('\0', '')
  await context.store.write(async (tx) => {
    await requireUpload(tx, { ownerId, mediaId, now })
    await tx.run(setAltText, { id: mediaId, text })
    append(tx, now, { kind: 'media.described', user_id: ownerId, media_id: mediaId })
  })
}

const setAltText = query<{ id: bigint; text: string }>()((k, p) =>
  k
    .updateTable('media')
    .set({ alt_text: p('text') })
    .where('id', '=', p('id')),
)
