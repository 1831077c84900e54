/**
 * Writing a post. Whoever waits to do so shares the statements: what the posts answer and quote, and what their authors
 * wrote in the last day, is read at once, decided on in memory by one after the other, and stored at once.
 */
import type { Outcome, Tx } from '../../db/store.ts'
import { must } from '../../lib/assert.ts'
import { linkUrl } from '../../text/links.ts'
import { lockUsers } from '../accounts/find-users.ts'
import { Refusal } from '../context.ts'
import { takeForPost } from '../media/attach.ts'
import { outcomeOf } from '../outcome.ts'
import { type Authors, readAuthors } from './authors.ts'
import { type DraftPost, type DraftPostInput, draftPost, refuseReply } from './draft-post.ts'
import { FirstQuotes } from './first-quotes.ts'
import { permalinkOf } from './permalink.ts'
import { NO_COUNTS, type Post } from './post.ts'
import { type DecidedPost, storeNewPosts } from './store-new-posts.ts'
import { holdTargets, type Target, type Targets } from './targets.ts'
import type { WritingContext, WrittenPost } from './written-posts.ts'

export interface CreatePostInput extends DraftPostInput {
  /** Whether there is an end to how many posts a user may write in a day; true when left out. */
  readonly isLimited?: boolean | undefined
}

/**
 * Writes a post, reply or quote (spec/followers.md section 3). A reply that does not name whom it answers is none.
 * @throws {Refusal} `user-not-found`, `post-empty`, `post-too-long`, `post-text-invalid`, `post-duplicate`,
 *   `post-looks-like-message`, `posts-too-many`, `reply-target-unseen`, `attachment-invalid`, `attachments-too-many`,
 *   `coordinates-invalid`, `media-not-found`, `media-invalid`, `media-mixed`
 */
export async function createPost(context: WritingContext, input: CreatePostInput): Promise<Post> {
  return (await writePost(context, input)).post
}

/** As {@link createPost}, with the author: whoever shows the post need not ask for it. @throws as {@link createPost} */
export async function writePost(context: WritingContext, input: CreatePostInput): Promise<WrittenPost> {
  const draft = await draftPost(context, input)
  const asked: Asked = {
    draft,
    id: context.ids.next(),
    now: context.clock.now(),
    isLimited: input.isLimited ?? true,
  }
  // Media are taken one by one, and may be refused when some are taken already: that needs a savepoint of its own.
  const written =
    draft.media === undefined
      ? await context.store.writeGathered(createAll, asked)
      : await context.store.write((tx) => createWithMedia(tx, asked))
  context.written?.note(written)
  return written
}

interface Asked {
  readonly draft: DraftPost
  readonly id: bigint
  readonly now: number
  readonly isLimited: boolean
}

async function createAll(tx: Tx, inputs: readonly Asked[]): Promise<readonly Outcome<WrittenPost>[]> {
  const ground = await readGround(tx, inputs)
  const outcomes = inputs.map((asked) => outcomeOf(() => decide(asked, ground)))
  const accepted = outcomes.flatMap((outcome) => ('value' in outcome ? [outcome.value] : []))
  storeNewPosts(tx, accepted)
  return outcomes
}

async function createWithMedia(tx: Tx, asked: Asked): Promise<WrittenPost> {
  const { draft, id, now } = asked
  const { ids: mediaIds, slug, indices } = must(draft.media, 'the media of a post that has some')
  const ground = await readGround(tx, [asked])
  const decided = decide(asked, ground)
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

/** What decisions stand on. */
interface Ground {
  readonly authors: Authors
  readonly targets: Targets
  readonly firstQuotes: FirstQuotes
}

async function readGround(tx: Tx, inputs: readonly Asked[]): Promise<Ground> {
  const drafts = inputs.map(({ draft }) => draft)
  const aims = drafts.flatMap(({ authorId: userId, replyTo, quotes }) =>
    [replyTo, quotes].flatMap((postId) => (postId === undefined ? [] : [{ userId, postId }])),
  )
  const [, targets, authors] = await Promise.all([
    lockUsers(tx, [...new Set(drafts.map(({ authorId }) => authorId))]),
    holdTargets(tx, aims),
    readAuthors(
      tx,
      inputs.map(({ draft: { authorId, textKey }, now, isLimited }) => ({
        authorId,
        textKey,
        now,
        isLimited,
      })),
    ),
  ])
  return { authors, targets, firstQuotes: new FirstQuotes() }
}

/** @throws {Refusal} before anything is written */
function decide(
  { draft, id, now, isLimited }: Asked,
  { authors, targets, firstQuotes }: Ground,
): DecidedPost & WrittenPost {
  const { authorId, replyTo, quotes } = draft
  authors.demand(authorId)
  if (isLimited) authors.demandRoom(authorId)
  authors.demandNew(draft)
  const seen = (postId: bigint | undefined) => {
    const target = postId === undefined ? undefined : targets.of({ userId: authorId, postId })
    return target?.unseen === undefined ? target : undefined
  }
  const [parent, quoted] = [seen(replyTo), seen(quotes)]
  if (replyTo !== undefined && parent === undefined) refuseReply(replyTo)
  if (quotes !== undefined && quoted === undefined) {
    throw new Refusal('attachment-invalid', `the post ${quotes} is deleted or not visible`)
  }
  const isFirstQuote = quoted !== undefined && firstQuotes.add(authorId, quoted)
  authors.add(draft)
  const post = postOf(draft, { id, now, parent, quoted })
  return { post, author: authors.user(authorId), draft, parent, quoted, isFirstQuote }
}

function postOf(
  { authorId, replyToUserId, content, geo }: DraftPost,
  {
    id,
    now,
    parent,
    quoted,
  }: { id: bigint; now: number; parent: Target | undefined; quoted: Target | undefined },
): DecidedPost['post'] {
  return {
    id,
    authorId,
    createdAt: now,
    initialId: id,
    latestId: id,
    inReplyToPostId: parent?.id ?? null,
    inReplyToUserId: replyToUserId,
    quotedId: quoted?.id ?? null,
    repostedId: null,
    conversationId: parent?.conversationId ?? id,
    content,
    geo,
    counts: NO_COUNTS,
    droppedAt: null,
    hiddenAt: null,
    withheldInCountries: [],
  }
}
