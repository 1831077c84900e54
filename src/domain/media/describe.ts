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

/** Maximum length of an alt text, in code points (spec/media.md#alt-text). */
const MAX_ALT_TEXT_LENGTH = 1_000

/**
 * Sets the alt text of an upload; an empty text removes it. Existing posts and messages keep their alt text.
 * @throws {UploadRefused} `alt-text-too-long`, `upload-not-found`
 */
export async function describeMedia(context: MediaContext, input: DescribeMedia): Promise<void> {
  const { ownerId, mediaId, altText } = input
  if ([...altText].length > MAX_ALT_TEXT_LENGTH)
    throw new UploadRefused('alt-text-too-long', 'more than 1000 characters')
  const now = context.clock.now()
  // PostgreSQL refuses texts with a NUL, and functions of SQLite end the text at the NUL.
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
