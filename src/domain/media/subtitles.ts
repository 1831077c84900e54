/**
 * Subtitles that a user adds to a video (spec/v2-messages-and-media.md#subtitles). Aviary stores subtitles and does not
 * show them.
 */
import { query } from '../../db/query.ts'
import type { Reader } from '../../db/store.ts'
import { append } from '../../log/append.ts'
import { lockUsers } from '../accounts/find-users.ts'
import { mayBe } from './categories.ts'
import { UploadRefused } from './refused.ts'
import type { MediaContext } from './tools.ts'
import { requireUpload, type Upload } from './upload.ts'

/** Stored as JSON in the column `subtitles` of the table `media`. */
export interface Subtitles {
  /** Id of the uploaded subtitle file, in decimal digits. */
  readonly id: string
  /** Language code in upper case, such as `EN`. */
  readonly language_code: string
  readonly display_name: string
}

/** Maximum number of languages for one video. */
export const MAX_SUBTITLES = 50

export interface VideoOf {
  readonly ownerId: bigint
  readonly mediaId: bigint
}

/**
 * Adds subtitles to a video of the user. New subtitles replace subtitles in the same language.
 * @throws {UploadRefused} `upload-not-found` for an unknown video or subtitle file; `type-mismatch`;
 * `request-malformed` for too many subtitles
 */
export async function addSubtitles(
  context: MediaContext,
  { ownerId, mediaId }: VideoOf,
  added: readonly Subtitles[],
): Promise<void> {
  const now = context.clock.now()
  await context.store.write(async (tx) => {
    await lockUsers(tx, [ownerId])
    await requireVideo(tx, ownerId, mediaId, now)
    for (const { id } of added) {
      const file = await requireUpload(tx, { ownerId, mediaId: BigInt(id), now })
      if (file.category !== 'subtitles') throw new UploadRefused('type-mismatch', `${id} is no subtitles`)
    }
    const languages = new Set(added.map(({ language_code }) => language_code))
    const others = (await readSubtitles(tx, mediaId)).filter((each) => !languages.has(each.language_code))
    if (others.length + added.length > MAX_SUBTITLES) {
      throw new UploadRefused('request-malformed', `more than ${MAX_SUBTITLES} languages`)
    }
    await tx.run(setSubtitles, { id: mediaId, text: JSON.stringify([...others, ...added]) })
    append(tx, now, { kind: 'media.described', user_id: ownerId, media_id: mediaId })
  })
}

/**
 * Removes the subtitles in some languages from a video of the user. Languages without subtitles are ignored.
 * @throws {UploadRefused} `upload-not-found`, `type-mismatch` when the upload is not a video
 */
export async function removeSubtitles(
  context: MediaContext,
  { ownerId, mediaId }: VideoOf,
  languages: readonly string[],
): Promise<void> {
  const now = context.clock.now()
  await context.store.write(async (tx) => {
    await lockUsers(tx, [ownerId])
    await requireVideo(tx, ownerId, mediaId, now)
    const left = (await readSubtitles(tx, mediaId)).filter((each) => !languages.includes(each.language_code))
    await tx.run(setSubtitles, { id: mediaId, text: JSON.stringify(left) })
    append(tx, now, { kind: 'media.described', user_id: ownerId, media_id: mediaId })
  })
}

/** The subtitles of a video. */
export async function readSubtitles(reader: Reader, mediaId: bigint): Promise<readonly Subtitles[]> {
  const row = await reader.first(subtitlesOf, { id: mediaId })
  return JSON.parse(row?.subtitles ?? '[]') as readonly Subtitles[]
}

async function requireVideo(reader: Reader, ownerId: bigint, mediaId: bigint, now: number): Promise<Upload> {
  const upload = await requireUpload(reader, { ownerId, mediaId, now })
  const isVideo = upload.facts === undefined ? mayBe(upload.category, 'video') : upload.facts.type === 'video'
  if (!isVideo) throw new UploadRefused('type-mismatch', `${mediaId} is no video`)
  return upload
}

const subtitlesOf = query<{ id: bigint }>()((k, p) =>
  k.selectFrom('media').select('subtitles').where('id', '=', p('id')),
)

const setSubtitles = query<{ id: bigint; text: string }>()((k, p) =>
  k
    .updateTable('media')
    .set({ subtitles: p('text') })
    .where('id', '=', p('id')),
)
