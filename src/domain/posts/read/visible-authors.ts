/** Decides whether users are visible in lists of likes and reposts. */
import type { Reader } from '../../../db/store.ts'
import type { Viewer } from '../../context.ts'
import { type Relation, relationsOf } from '../../graph/relations.ts'
import { type Author, whyUnseen } from './visibility.ts'

/**
 * Ids of the users whose posts the viewer can see (spec/v2-posts.md#engagement-lists).
 * @param authors at most a few hundred, because one statement reads all relations
 */
export async function visibleAuthorIds(
  reader: Reader,
  viewer: Viewer,
  authors: readonly Author[],
): Promise<ReadonlySet<bigint>> {
  const { userId } = viewer
  const others = authors.flatMap(({ id }) => (id === userId ? [] : [id]))
  const relations = userId === null ? NO_RELATIONS : await relationsOf(reader, userId, others)
  const visible = authors.filter(
    (author) => whyUnseen(SHOWN_POST, author, viewer, relations.get(author.id)) === undefined,
  )
  return new Set(visible.map(({ id }) => id))
}

const SHOWN_POST = { droppedAt: null } as const
const NO_RELATIONS: ReadonlyMap<bigint, Relation> = new Map()
