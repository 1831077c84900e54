/**
 * Creates posts. Concurrent requests without media share their statements: the transaction first locks and reads the referenced posts
 * and the authors of all requests. Then {@link decide} accepts or refuses each post in memory, one after another. At
 * the end, the accepted posts are stored together.
 */
import type { Outcome, Tx } from '../../../db/store.ts'
import { must } from '../../../lib/assert.ts'
import { linkUrl } from '../../../text/links.ts'
import { takeForPost } from '../../media/attach.ts'
import { outcomeOf } from '../../outcome.ts'
import type { Post } from '../post.ts'
import { permalinkOf } from '../text/permalink.ts'
import { decide, readDecisionInputs } from './decide-posts.ts'
import { type DraftPostInput, draftPost } from './draft-post.ts'
import type { PostRequest } from './post-request.ts'
import { storeNewPosts } from './store-new-posts.ts'
import type { WritingContext, WrittenPost } from './written-posts.ts'

export interface CreatePostInput extends DraftPostInput {
  /** False skips the daily limit of posts; default: true. */
  readonly isLimited?: boolean | undefined
}

/**
 * Writes a post, reply or quote (spec/posts.md#replies). A reply must mention the author of the answered post, unless
 * the server adds the mention or the author answers an own post. Otherwise the post is stored as no reply.
 * @throws {Refusal} `user-not-found`, `user-suspended`, `user-deactivated`, `reply-not-allowed`, `post-empty`,
 *   `post-too-long`, `post-text-invalid`, `post-duplicate`, `post-looks-like-message`, `posts-too-many`,
 *   `reply-target-unseen`, `attachment-invalid`, `attachments-too-many`, `coordinates-invalid`, `media-not-found`,
 *   `media-invalid`, `media-mixed`
 */
export async function createPost(context: WritingContext, input: CreatePostInput): Promise<Post> {
  return (await writePost(context, input)).post
}

/** As {@link createPost}, but also returns the author, for rendering. @throws as {@link createPost} */
export async function writePost(context: WritingContext, input: CreatePostInput): Promise<WrittenPost> {
  const draft = await draftPost(context, input)
  const request: PostRequest = {
    draft,
    id: await context.ids.make(),
    now: context.clock.now(),
    isLimited: input.isLimited ?? true,
  }
  // A post with media has its own savepoint: its media are attached one by one, and when one is refused, the attachments
  // before it are undone.
  const written =
    draft.media === undefined
      ? await context.store.writeBatched(createAll, request)
      : await context.store.write((tx) => createWithMedia(tx, request))
  context.written?.add(written)
  return written
}

async function createAll(tx: Tx, inputs: readonly PostRequest[]): Promise<readonly Outcome<WrittenPost>[]> {
  const ground = await readDecisionInputs(tx, inputs)
  const outcomes = inputs.map((request) => outcomeOf(() => decide(request, ground)))
  const accepted = outcomes.flatMap((outcome) => ('value' in outcome ? [outcome.value] : []))
  storeNewPosts(tx, accepted)
  return outcomes
}

async function createWithMedia(tx: Tx, request: PostRequest): Promise<WrittenPost> {
  const { draft, id, now } = request
  const { ids: mediaIds, slug, indices } = must(draft.media, 'the media of a post that has some')
  const ground = await readDecisionInputs(tx, [request])
  const decided = decide(request, ground)
  const taken = await takeForPost(tx, { ownerId: draft.authorId, mediaIds, postId: id, now })
  const { author } = decided
  const expandedUrl = `${permalinkOf(author.screenName, id)}/${taken[0]?.type === 'video' ? 'video' : 'photo'}/1`
  const link = {
    indices,
    url: linkUrl(slug),
    display_url: `pic.twitter.com/${slug}`,
    expanded_url: expandedUrl,
  }
  const media = taken.map((each) => ({ ...each, ...link }))
  const post = { ...decided.post, content: { ...decided.post.content, media } }
  const links = [...decided.draft.links, { slug, expandedUrl }]
  storeNewPosts(tx, [{ ...decided, post, draft: { ...decided.draft, links } }])
  return { post, author }
}
