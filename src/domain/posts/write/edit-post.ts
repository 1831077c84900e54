import type { Outcome, Reader, Tx } from '../../../db/store.ts'
import { append } from '../../../log/append.ts'
import { lockUsers } from '../../accounts/find-users.ts'
import { type AuditStamp, auditStamp, recordAudits } from '../../audit/record-audit.ts'
import { type Context, Refusal } from '../../context.ts'
import { outcomeOf } from '../../outcome.ts'
import { EDIT_LIMITS, isEditable } from '../edit-limits.ts'
import type { Post } from '../post.ts'
import { allVersionsOf, findPosts } from '../read/find-posts.ts'
import { requireExisting, requireStep, type Taken } from '../state/post-states.ts'
import { storeStates } from '../state/store-states.ts'
import { type DraftPost, draftVersion } from './draft-version.ts'
import { countFirstQuotes } from './first-quotes.ts'
import { insertMentions, insertPosts, insertShortLinks } from './store-posts.ts'
import { lockPosts } from './targets.ts'

export interface EditPostInput {
  /** Id of any version of the post. */
  readonly postId: bigint
  /** The user who must be the author, and for whom {@link EDIT_LIMITS} apply; undefined for the operator. */
  readonly userId?: bigint | undefined
  /**
   * The new text. The new version keeps the inserted mentions and the attachments of the old version, even if the text
   * does not repeat their names and links.
   */
  readonly text: string
  /** Hosts whose permalinks quote a post, as in `createPost`. */
  readonly hosts?: readonly string[] | undefined
  /** Reason, for the event and the audit log. */
  readonly reason?: string | undefined
  /** Name of the operator who edits the post; undefined when the author edits it. */
  readonly actor?: string | undefined
}

/**
 * Adds a version with a new id. Likes, reposts and counts stay with the first version. Concurrent requests share their
 * statements.
 * @throws {Refusal} `post-not-found`, `post-not-own`, `edit-not-allowed`, `post-duplicate`, `post-empty`,
 *   `post-too-long`, `post-text-invalid`
 */
export async function editPost(context: Context, input: EditPostInput): Promise<Post> {
  const named = await findExistingPost(context.store, input.postId)
  const before = await findExistingPost(context.store, named.latestId)
  requireEditable(before, input)
  const draft = await draftVersion(context, before, input)
  const stamp = await auditStamp(context)
  const edit = { input, before, draft, id: await context.ids.make(), now: context.clock.now(), stamp }
  return context.store.writeBatched(editAll, edit)
}

interface Edit {
  readonly input: EditPostInput
  /** The version that was the newest when the text was prepared. */
  readonly before: Post
  readonly draft: DraftPost
  readonly id: bigint
  readonly now: number
  /** Undefined when no operator acts. */
  readonly stamp: AuditStamp | undefined
}

/** @throws {Refusal} `post-not-found` */
async function findExistingPost(reader: Reader, id: bigint): Promise<Post> {
  return requireExisting((await findPosts(reader, [id])).get(id), 'edit')
}

/** @throws {Refusal} `post-not-own`, `edit-not-allowed` */
function requireEditable(post: Post, { userId }: EditPostInput): void {
  if (userId !== undefined && post.authorId !== userId) {
    throw new Refusal('post-not-own', `the post ${post.id} is not by ${userId}`)
  }
  requireStep(post, 'edit')
  if (!isEditable(post)) throw new Refusal('edit-not-allowed', 'a repost has no text to edit')
}

async function editAll(tx: Tx, edits: readonly Edit[]): Promise<readonly Outcome<Post>[]> {
  const initials = [...new Set(edits.map(({ before }) => before.initialId))]
  await lockUsers(tx, [...new Set(edits.map(({ before }) => before.authorId))])
  await lockPosts(tx, initials)
  const found = new Map(await findPosts(tx, await allVersionsOf(tx, initials)))
  const outcomes = edits.map((edit) =>
    outcomeOf(() => {
      const decided = decide(edit, found)
      found.set(edit.id, decided.post)
      return decided
    }),
  )
  const accepted = outcomes.flatMap((outcome) => ('value' in outcome ? [outcome.value] : []))
  await storeVersions(tx, accepted)
  await recordAudits(tx, accepted.map(auditOf))
  for (const { edit, post, versions, taken } of accepted) {
    const { actor, reason } = edit.input
    append(tx, edit.now, {
      kind: taken.event,
      user_id: post.authorId,
      post_id: post.id,
      initial_id: post.initialId,
      quoted_id: post.quotedId,
      versions: versions.map(String),
      ...(reason === undefined ? {} : { reason }),
      ...(actor === undefined ? {} : { actor }),
    })
  }
  return outcomes.map((outcome) => ('value' in outcome ? { value: outcome.value.post } : outcome))
}

function auditOf({ edit: { stamp, input }, post }: Decided) {
  const details = { author_id: String(post.authorId), version: String(post.id) }
  const subject = { kind: 'post', key: post.initialId } as const
  return { stamp, entry: { action: 'post.edit', subject, reason: input.reason, details } } as const
}

interface Decided {
  readonly edit: Edit
  readonly post: Post
  /** Ids of all versions; the new version is last. */
  readonly versions: readonly bigint[]
  readonly taken: Taken<'edit'>
}

/** @param found every version of the posts, including the versions that this transaction adds */
function decide(edit: Edit, found: ReadonlyMap<bigint, Post>): Decided {
  const { input, before, draft, id, now } = edit
  const versions = [...found.values()].filter(({ initialId }) => initialId === before.initialId)
  const [first, newest] = [found.get(before.initialId), found.get(before.id)]
  const taken = requireStep(first, 'edit')
  const latest = versions.reduce((last, version) => (version.id > last ? version.id : last), 0n)
  if (first === undefined || newest === undefined || latest !== newest.id) {
    throw new Refusal('edit-not-allowed', `the post ${before.id} was edited in this moment`)
  }
  requireRoom(first, versions.length - 1, input, now)
  const ids = [...versions.map((version) => version.id).sort((a, b) => (a < b ? -1 : 1)), id]
  const history = { ids, createdAt: first.createdAt }
  const post = { ...versionOf(newest, draft, { id, now }), history }
  if (saidIn(post) === saidIn(newest)) {
    throw new Refusal('post-duplicate', 'the text is what the post says already')
  }
  return { edit, post, versions: ids, taken }
}

async function storeVersions(tx: Tx, accepted: readonly Decided[]): Promise<void> {
  const posts = accepted.map(({ post }) => post)
  await countFirstQuotes(tx, posts)
  await Promise.all([
    insertPosts(
      tx,
      accepted.map(({ edit, post }) => ({ ...post, textKey: edit.draft.textKey })),
    ),
    storeStates(tx, posts),
    insertMentions(
      tx,
      accepted.flatMap(({ edit, post }) =>
        edit.draft.mentioned.map((userId) => ({ userId, postId: post.id })),
      ),
    ),
    insertShortLinks(
      tx,
      accepted.flatMap(({ edit, post }) => edit.draft.links.map((link) => ({ ...link, postId: post.id }))),
    ),
  ])
}

/** @throws {Refusal} `edit-not-allowed` */
function requireRoom(first: Post, edits: number, { userId }: EditPostInput, now: number): void {
  if (userId === undefined) return
  if (edits >= EDIT_LIMITS.edits || now >= first.createdAt + EDIT_LIMITS.milliseconds) {
    throw new Refusal('edit-not-allowed', `a post may be edited ${EDIT_LIMITS.edits} times in 30 minutes`)
  }
}

function versionOf(
  newest: Post,
  { content, quotes, media: link }: DraftPost,
  { id, now }: { readonly id: bigint; readonly now: number },
): Post {
  const { media, ...before } = newest.content
  const { source, possibly_sensitive, in_reply_to_screen_name, card_uri, poll, reply_settings } = before
  const kept = { source, possibly_sensitive, in_reply_to_screen_name, card_uri, poll, reply_settings }
  const present = Object.fromEntries(Object.entries(kept).filter(([, value]) => value !== undefined))
  const placed = link === undefined ? media : media?.map((each) => ({ ...each, indices: link.indices }))
  return {
    ...newest,
    id,
    latestId: id,
    createdAt: now,
    quotedId: quotes ?? null,
    content: { ...content, ...present, ...(placed === undefined ? {} : { media: placed }) },
  }
}

/**
 * The text with targets instead of short links. Short links cannot be compared, because an edited text gets new short
 * links.
 */
function saidIn({ content: { text, urls = [], quoted_status_permalink: quoted } }: Post): string {
  const targets = new Map(urls.map(({ url, expanded_url }) => [url, expanded_url]))
  if (quoted !== undefined) targets.set(quoted.url, quoted.expanded)
  return text.replace(SHORT_LINK, (link) => targets.get(link) ?? link)
}

const SHORT_LINK = /https?:\/\/t\.co\/[A-Za-z0-9]+/g
