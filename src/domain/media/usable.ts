/** Finds uploads that a user can attach. */
import { query } from '../../db/query.ts'
import type { Tx } from '../../db/store.ts'
import { stringsOf } from '../../lib/json.ts'
import { Refusal } from '../context.ts'
import { isForMessages, isForPosts } from './categories.ts'
import type { MediaFacts } from './facts.ts'

export interface UsableMedia {
  readonly id: bigint
  readonly folder: string
  readonly facts: MediaFacts
  readonly altText: string
}

interface UseRequest {
  readonly mediaId: bigint
  /** User who attaches the upload. */
  readonly ownerId: bigint
  /** Milliseconds since the Unix epoch. */
  readonly now: number
  readonly for: 'post' | 'message'
}

/**
 * The upload, if the user is its owner or an additional owner, and can attach it now.
 * @throws {Refusal} `media-not-found`, `media-invalid`; see attach.ts
 */
export async function requireUsable(tx: Tx, wanted: UseRequest): Promise<UsableMedia> {
  const { mediaId: id, ownerId, now } = wanted
  const row = await tx.first(usableMedia, { id })
  if (row === undefined || row.expires_at <= now) {
    throw new Refusal('media-not-found', `there is no upload ${id}, or its time is over`)
  }
  if (row.owner_id !== ownerId && !stringsOf(row.additional_owners).includes(String(ownerId))) {
    throw new Refusal('media-not-found', `${id} is an upload of somebody else`)
  }
  const isOfUse = wanted.for === 'post' ? isForPosts(row.category) : isForMessages(row.category)
  if (row.state !== 'ready' || !isOfUse) {
    throw new Refusal('media-invalid', `${id} is ${row.state}, for ${row.category}`)
  }
  if (row.used_in !== '' && (row.is_shared === 0 || row.used_in !== wanted.for)) {
    throw new Refusal('media-invalid', `${id} is shown by something else`)
  }
  const facts = JSON.parse(row.facts) as MediaFacts
  if (facts.type === 'subtitles') throw new Refusal('media-invalid', `${id} is subtitles`)
  return { id, folder: row.folder, facts, altText: row.alt_text }
}

export const usableMedia = query<{ id: bigint }>()((k, p) =>
  k
    .selectFrom('media')
    .select([
      'id',
      'owner_id',
      'folder',
      'category',
      'state',
      'is_shared',
      'additional_owners',
      'facts',
      'alt_text',
      'uses',
      'used_in',
      'expires_at',
    ])
    .where('id', '=', p('id')),
)
