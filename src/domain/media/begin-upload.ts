import { sql } from 'kysely'
import { query } from '../../db/query.ts'
import { categoryOf } from './categories.ts'
import type { MediaType } from './facts.ts'
import { UploadRefused } from './refused.ts'
import { MAX_BYTES } from './sizes.ts'
import type { MediaContext } from './tools.ts'
import type { Upload } from './upload.ts'

export interface BeginUpload {
  readonly ownerId: bigint
  readonly totalBytes: number
  /** The category that the client sent; empty if the client sent no category. */
  readonly category: string
  /** Users who can attach the upload, in addition to the owner. */
  readonly additionalOwners: readonly bigint[]
  /** True if several messages can use the upload. */
  readonly isShared: boolean
}

/** Lifetime of an upload that is not attached, in milliseconds (spec/media.md#lifetime). */
export const UPLOAD_LIFE_MS = 24 * 3_600_000

/** Length in bytes of the unguessable part of a public URL. */
const FOLDER_BYTES = 16

/** Maximum number of additional owners; further owners are ignored (spec/media.md#upload: up to 100). */
const MAX_OWNERS = 100

/**
 * Starts an upload. Its announced size counts towards the quota of the user.
 * @throws {UploadRefused} `category-unknown`, `size-missing`, `too-large`, `storage-full`
 */
export async function beginUpload(context: MediaContext, input: BeginUpload): Promise<Upload> {
  const { ownerId, totalBytes, additionalOwners, isShared } = input
  const category = categoryOf(input.category)
  if (category === undefined)
    throw new UploadRefused('category-unknown', `there is no category ${input.category}`)
  if (totalBytes <= 0) throw new UploadRefused('size-missing', 'an upload of no bytes')
  if (totalBytes > largestOf(category))
    throw new UploadRefused('too-large', `${totalBytes} bytes for ${category}`)
  const id = await context.ids.make()
  const folder = context.random(FOLDER_BYTES).toString('hex')
  const now = context.clock.now()
  const row = {
    id,
    owner: ownerId,
    folder,
    category,
    shared: isShared ? 1 : 0,
    others: JSON.stringify(additionalOwners.slice(0, MAX_OWNERS).map(String)),
    total: totalBytes,
    now,
    expires: now + UPLOAD_LIFE_MS,
  }
  const { quotaBytes } = context.media
  // No event: an incomplete upload is not public.
  await context.store.write(async (tx) => {
    const stored = await tx.first(storedBytes, { owner: ownerId })
    if (Number(stored?.stored ?? 0) + totalBytes > quotaBytes) {
      throw new UploadRefused(
        'storage-full',
        `${ownerId} has ${stored?.stored} bytes stored, and sends ${totalBytes}`,
      )
    }
    await tx.run(insertMedia, row)
  })
  return {
    id,
    ownerId,
    folder,
    category,
    state: 'open',
    totalBytes,
    facts: undefined,
    failure: undefined,
    expiresAt: row.expires,
  }
}

function largestOf(category: string): number {
  if (category === 'subtitles') return MAX_BYTES.subtitles
  const type: MediaType = /image$/.test(category)
    ? 'animated_gif'
    : /gif$/.test(category)
      ? 'animated_gif'
      : 'video'
  return MAX_BYTES[type]
}

// Uses the index media_of_owner. The sum is read as text, because a sum in PostgreSQL can exceed 64 bits.
const storedBytes = query<{ owner: bigint }>()((k, p) =>
  k
    .selectFrom('media')
    .select(sql<string>`cast(coalesce(sum(total_bytes), 0) as text)`.as('stored'))
    .where('owner_id', '=', p('owner')),
)

interface NewMedia {
  readonly id: bigint
  readonly owner: bigint
  readonly folder: string
  readonly category: string
  readonly shared: number
  readonly others: string
  readonly total: number
  readonly now: number
  readonly expires: number
}

const insertMedia = query<NewMedia>()((k, p) =>
  k.insertInto('media').values({
    id: p('id'),
    owner_id: p('owner'),
    folder: p('folder'),
    category: p('category'),
    state: 'open',
    is_shared: p('shared'),
    additional_owners: p('others'),
    total_bytes: p('total'),
    facts: '{}',
    alt_text: '',
    subtitles: '[]',
    uses: 0,
    used_in: '',
    created_at: p('now'),
    expires_at: p('expires'),
  }),
)
