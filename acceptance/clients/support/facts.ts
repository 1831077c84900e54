/** Values that the cases of several clients use. */
import { fileURLToPath } from 'node:url'
import type { Network, Post } from './network.ts'

/** Path of a small PNG file. */
export const PICTURE = fileURLToPath(
  new URL(
    '../../../test/fixtures/archive/newer-2022/data/direct_messages_media/1500000000000000003-Made_by_hand.png',
    import.meta.url,
  ),
)

export function idsOf(posts: readonly Post[]): string[] {
  return posts.map(({ id }) => id)
}

/** Posts of the week by the first author, newest first. */
export function byFirst({ week, authors }: Network): readonly Post[] {
  return week.filter(({ author }) => author.id === authors[0]?.id)
}

/** Name of the first author of the week. */
export function first({ authors }: Network): string {
  return authors[0]?.name ?? ''
}
