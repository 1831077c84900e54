/** Rows of posts have a checksum. A row whose checksum differs is never returned (spec/server.md#damage). */
import { crc32 } from 'node:zlib'
import type { Selectable } from 'kysely'
import { ItemCorrupt } from '../../db/errors.ts'
import type { PostsTable } from '../../db/schema.ts'

type PostColumns = Selectable<PostsTable>

/** CRC-32 over all columns of {@link PostsTable} except the checksum. */
export function checksumOfPost(row: Omit<PostColumns, 'checksum'>): number {
  return crc32(
    `${row.id}|${row.author_id}|${row.created_at}|${row.initial_id}|${row.in_reply_to_post_id}|` +
      `${row.in_reply_to_user_id}|${row.quoted_id}|${row.reposted_id}|${row.conversation_id}|${row.text_key}|` +
      row.content,
  )
}

/** Checks the row of a post. @throws {ItemCorrupt} when the row is damaged, so that its checksum differs */
export function requireIntactPost(row: PostColumns): void {
  if (checksumOfPost(row) === row.checksum) return
  throw new ItemCorrupt(`post ${row.id} is damaged; run "aviary verify", then "aviary restore" a backup`)
}
