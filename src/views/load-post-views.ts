/** Reads what streams show of posts, as everybody may see it, with few statements for many. */
import { type FullUser, findFullUsers } from '../domain/accounts/find-users.ts'
import type { Viewer } from '../domain/context.ts'
import type { PostView, StreamedView } from '../domain/posts/read/post-view.ts'
import { type PostScene, readScene, type SeenPost, type Sight } from './post-scene.ts'

/** What is read besides the posts themselves, what they repost, and what they quote. */
export interface ViewNeeds {
  readonly repliedTo: boolean
  readonly named: boolean
}

export type SceneServices = Parameters<typeof readScene>[0]

/** Apps see what is public. */
const EVERYBODY: Viewer = { userId: null }

/**
 * The views of those posts that everybody may see, by id: not protected, not suspended, not deleted, not dropped.
 * @param ids at most a few hundred
 */
export async function loadViews(
  services: SceneServices,
  ids: readonly bigint[],
  needs: ViewNeeds,
): Promise<ReadonlyMap<bigint, StreamedView>> {
  const scene = await readScene(services, EVERYBODY, ids, { repliedTo: needs.repliedTo })
  const seen = ids.map((id) => viewOf(scene, scene.sight(id)))
  const views = new Map<bigint, StreamedView>()
  for (const view of await withNamed(services, seen, needs))
    if (view !== undefined) views.set(view.post.id, view)
  return views
}

/**
 * As {@link loadViews}, each at the place of its id.
 * @throws why one of them cannot be read; what it quotes or answers is left out then
 */
export async function listViews(
  services: SceneServices,
  ids: readonly bigint[],
  needs: ViewNeeds,
): Promise<readonly (StreamedView | undefined)[]> {
  const scene = await readScene(services, EVERYBODY, ids, { repliedTo: needs.repliedTo })
  return withNamed(
    services,
    ids.map((id) => viewOf(scene, scene.requireReadable(id))),
    needs,
  )
}

async function withNamed(
  services: SceneServices,
  views: readonly (PostView | undefined)[],
  needs: ViewNeeds,
): Promise<readonly (StreamedView | undefined)[]> {
  const named = needs.named ? await usersNamed(services, views) : NOBODY
  return views.map((view) => (view === undefined ? undefined : { ...view, named }))
}

const NOBODY: ReadonlyMap<bigint, FullUser> = new Map()

function viewOf(scene: PostScene, seen: Sight): PostView | undefined {
  if (typeof seen === 'string') return undefined
  const { repostedId, inReplyToPostId } = seen.known.it
  const original = repostedId === null ? undefined : scene.original(repostedId)
  const repliedTo = inReplyToPostId === null ? undefined : scene.seen(inReplyToPostId)
  return {
    ...partOf(scene, seen),
    original: original === undefined || typeof original === 'string' ? undefined : partOf(scene, original),
    repliedTo: repliedTo === undefined ? undefined : alone(repliedTo),
  }
}

function partOf(scene: PostScene, seen: SeenPost): PostView {
  const { quotedId } = seen.known.it
  const quoted = quotedId === null ? undefined : scene.seen(quotedId)
  return { ...alone(seen), quoted: quoted === undefined ? undefined : alone(quoted) }
}

function alone({ known, author }: SeenPost): PostView {
  return { post: known.it, author: author.it, original: undefined, quoted: undefined, repliedTo: undefined }
}

/** Those whom the posts mention and answer, who are not hidden. */
async function usersNamed(
  { store }: SceneServices,
  views: readonly (PostView | undefined)[],
): Promise<ReadonlyMap<bigint, FullUser>> {
  const ids = new Set<bigint>()
  for (const view of views) {
    for (const each of [view, view?.original, view?.quoted, view?.repliedTo]) {
      if (each === undefined) continue
      const { inReplyToUserId, content } = each.post
      if (inReplyToUserId !== null) ids.add(inReplyToUserId)
      for (const { id_str } of content.user_mentions ?? []) ids.add(BigInt(id_str))
    }
  }
  const users = await findFullUsers(store, [...ids])
  return new Map([...users].filter(([, user]) => user.suspendedAt === null && user.deactivatedAt === null))
}
