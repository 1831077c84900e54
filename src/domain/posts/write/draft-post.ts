/**
 * Prepares a post before its transaction: the text, the mentions, and the answered and quoted posts. The transaction
 * checks this data again, because the data may have changed.
 */
import { type Entities, extractEntities } from '../../../text/entities.ts'
import { expandedUrl, randomSlug, type Shortener } from '../../../text/links.ts'
import { normaliseText } from '../../../text/normalise.ts'
import { type Context, Refusal } from '../../context.ts'
import type { PostContent, PostGeo } from '../content.ts'
import { type AttachedLink, checkAddedParts, checkText, compose, type NamedUser } from '../text/compose.ts'
import { messageRecipient } from '../text/message-command.ts'
import { namedUsers } from '../text/named-users.ts'
import { isMessageLink, permalinkOf, postIdOf } from '../text/permalink.ts'
import { editedHead, NO_HEAD, replyHead } from '../text/reply-head.ts'
import { knownLinks, slugOf } from '../text/short-links.ts'
import { type ContentInput, contentOf, geoOf, newPoll, REPEATABLE, textKeyOf } from './draft-content.ts'
import { requireMayReply } from './reply-limits.ts'
import type { ShortLink } from './store-posts.ts'
import { readTargets, type Target } from './targets.ts'

/** Input of a post draft. */
export interface DraftPostInput extends ContentInput {
  readonly authorId: bigint
  readonly text: string
  readonly inReplyToId?: bigint | undefined
  /** True inserts mentions of the answered users before the text. */
  readonly autoPopulateReplyMetadata?: boolean | undefined
  /** Users whose mentions are not inserted. */
  readonly excludeReplyUserIds?: readonly bigint[] | undefined
  /** Permalink of the quoted post, or a link that opens a new direct message. */
  readonly attachmentUrl?: string | undefined
  /** Id of the quoted post. With `attachmentUrl`, this id must belong to the post at that URL. */
  readonly quoteId?: bigint | undefined
  /** Ids of uploads of the author, in display order. */
  readonly mediaIds?: readonly bigint[] | undefined
  /** True refuses texts with which old clients sent direct messages. */
  readonly failDmCommands?: boolean | undefined
  /** ISO date whose rules about the length of posts apply; default: the newest rules. */
  readonly day?: string | undefined
  /** Hosts whose permalinks quote a post, in addition to the hosts of the documented network. */
  readonly hosts?: readonly string[] | undefined
}

/** The parts of a new post that are prepared before its transaction. */
export interface DraftPost {
  readonly authorId: bigint
  /** Id of the answered version; undefined for a post that is not a reply. */
  readonly replyTo: bigint | undefined
  /** The answered user. If no post is answered, this is the user whom the text mentions at its beginning. */
  readonly replyToUserId: bigint | null
  readonly quotes: bigint | undefined
  readonly content: PostContent
  readonly geo: PostGeo | undefined
  readonly textKey: string
  readonly links: readonly ShortLink[]
  readonly mentioned: readonly bigint[]
  readonly media: DraftMedia | undefined
}

/** Media that the transaction attaches. */
export interface DraftMedia {
  readonly ids: readonly bigint[]
  readonly slug: string
  readonly indices: readonly [number, number]
}

/** Parts of the previous version that an edit keeps. */
export interface EarlierVersion {
  /** The hidden beginning of the text: mentions, each with a space after it. */
  readonly head: string
  /** Screen name of the answered author; undefined for a post that is not a reply. */
  readonly answered: string | undefined
  /** Slug of the short link to the media. */
  readonly mediaSlug: string | undefined
}

/**
 * @throws {Refusal} `post-empty`, `post-too-long`, `post-text-invalid`, `post-looks-like-message`,
 *   `reply-target-unseen`, `reply-not-allowed`, `attachment-invalid`, `attachments-too-many`, `coordinates-invalid`
 */
export async function draftPost(
  context: Context,
  input: DraftPostInput,
  earlier?: EarlierVersion,
): Promise<DraftPost> {
  const mediaSlug = earlier?.mediaSlug ?? (input.mediaIds?.length ? randomSlug(context.random) : undefined)
  const written = normaliseText(input.text)
  checkText(written, mediaSlug !== undefined || input.quoteId !== undefined, input.day)
  const geo = geoOf(input)
  const typed = extractEntities(written)
  const attachment = attachmentOf(input)
  // Reads only the data that the text needs, because most posts have no links or mentions, and do not answer or quote a
  // post.
  const known = typed.urls.length === 0 ? NO_LINKS : await readLinks(context, typed)
  const link = attachment === undefined ? lastPermalink(typed, known, input.hosts) : undefined
  const isTied = (input.inReplyToId ?? attachment?.postId ?? link) !== undefined
  const { parent, quoted } = isTied ? await readTargetsOf(context, input, attachment, link) : NO_TARGETS
  const head = earlier
    ? editedHead(earlier.head, earlier.answered, typed)
    : parent === undefined
      ? NO_HEAD
      : await replyHead(context.store, input, parent, typed)
  const attached = attachment === undefined ? undefined : attachedLink(attachment, quoted, input.hosts)
  const isWritten = typed.urls.some(({ url }) => attached?.isAt(expandedUrl(url)) === true)
  const links = (mediaSlug === undefined ? 0 : 1) + (attached === undefined || isWritten ? 0 : 1)
  checkAddedParts(written, { filledIn: head.filledIn, links }, input.day)
  const text = head.filledIn + written
  const entities = head.filledIn === '' ? typed : extractEntities(text)
  const detectLanguage = await context.languages?.()
  const slugs = new Map<string, string>()
  const isNaming = entities.mentions.length > 0 || input.failDmCommands === true
  const named = isNaming ? await readNames(context, input, written, entities) : NO_NAMES
  const kept = isKept(input, parent, entities, named) ? parent : undefined
  if (kept !== undefined) await requireMayReply(context.store, input.authorId, kept)
  const composed = compose({
    text,
    filledIn: head.filledIn.length,
    answered: kept !== undefined || earlier !== undefined ? head.answered : NO_SCREEN_NAMES,
    entities,
    named,
    shortener: shortenerOf(context, known, slugs),
    attached,
    quotedUrl: quoted === undefined ? undefined : link?.url,
    mediaSlug,
  })
  const answered = kept === undefined ? composed.leading : { id: kept.authorId, screenName: kept.authorName }
  return {
    authorId: input.authorId,
    replyTo: kept?.id,
    replyToUserId: answered?.id ?? null,
    quotes: quoted?.id,
    content: contentOf(context, input, composed, {
      lang: detectLanguage?.(written),
      screenName: answered?.screenName,
      poll: input.poll === undefined ? undefined : await newPoll(context, input.poll),
    }),
    geo,
    textKey: mediaSlug !== undefined ? REPEATABLE : textKeyOf(text, attachment?.postId),
    links: [...slugs].map(([address, slug]) => ({ slug, expandedUrl: address })),
    mentioned:
      composed.mentions.length === 0 ? NO_USER_IDS : [...new Set(composed.mentions.map(({ id }) => id))],
    media: composed.media === undefined ? undefined : { ids: input.mediaIds ?? [], ...composed.media },
  }
}

const NO_SCREEN_NAMES: ReadonlySet<string> = new Set()

const NO_USER_IDS: readonly bigint[] = []

const NO_LINKS: ReadonlyMap<string, string> = new Map()

const NO_NAMES: ReadonlyMap<string, NamedUser> = new Map()

const NO_TARGETS: PostTargets = { parent: undefined, quoted: undefined }

/** The answered post and the quoted post, if the author can see them. */
interface PostTargets {
  readonly parent: Target | undefined
  readonly quoted: Target | undefined
}

/** The targets of the short links in a text. */
function readLinks({ store }: Context, { urls }: Entities): Promise<ReadonlyMap<string, string>> {
  return knownLinks(
    store,
    urls.map(({ url }) => url),
  )
}

interface Attachment {
  /** Undefined for a link that opens a new direct message. */
  readonly postId: bigint | undefined
  /** The URL in the request; undefined for a post that is given by its id. */
  readonly url: string | undefined
}

function attachmentOf({
  attachmentUrl,
  quoteId,
  mediaIds = [],
  hosts,
}: DraftPostInput): Attachment | undefined {
  if (attachmentUrl === undefined && quoteId === undefined) return undefined
  // Requests of API v2 give the quoted post by its id, and can also have media.
  if (mediaIds.length > 0 && quoteId === undefined) {
    throw new Refusal('attachments-too-many', 'a post has media or a post attached, not both')
  }
  if (quoteId === undefined && attachmentUrl !== undefined && isMessageLink(attachmentUrl)) {
    return { postId: undefined, url: attachmentUrl }
  }
  const postId = quoteId ?? postIdOf(attachmentUrl ?? '', hosts)
  if (postId === undefined) {
    throw new Refusal('attachment-invalid', `${JSON.stringify(attachmentUrl)} is no address of a post`)
  }
  return { postId, url: attachmentUrl }
}

/** @param post the attached post; undefined when the author cannot see it */
function attachedLink(
  { postId, url }: Attachment,
  post: Target | undefined,
  hosts?: readonly string[],
): AttachedLink | undefined {
  if (postId === undefined) {
    return url === undefined ? undefined : { url, isPost: false, isAt: (address) => address === url }
  }
  if (post === undefined) return undefined
  const ids = [postId, post.id, post.initialId, post.latestId]
  return {
    url: url ?? permalinkOf(post.authorName, post.id),
    isPost: true,
    isAt(address) {
      const id = postIdOf(address, hosts)
      return id !== undefined && ids.includes(id)
    },
  }
}

/** The last permalink, or short link to a permalink, in a text. The post quotes the post at that URL. */
function lastPermalink(
  { urls }: Entities,
  known: ReadonlyMap<string, string>,
  hosts: readonly string[] | undefined,
): { readonly postId: bigint; readonly url: string } | undefined {
  for (const { url } of urls.toReversed()) {
    const written = expandedUrl(url)
    const address = known.get(slugOf(written) ?? '') ?? written
    const postId = postIdOf(address, hosts)
    if (postId !== undefined) return { postId, url: address }
  }
  return undefined
}

/** @throws {Refusal} `reply-target-unseen`, `attachment-invalid` */
async function readTargetsOf(
  { store }: Context,
  { authorId: userId, inReplyToId }: DraftPostInput,
  attachment: Attachment | undefined,
  link: { readonly postId: bigint } | undefined,
): Promise<PostTargets> {
  const quotedId = attachment?.postId ?? link?.postId
  const aims = [inReplyToId, quotedId].flatMap((postId) => (postId === undefined ? [] : [{ userId, postId }]))
  const targets = await readTargets(store, aims)
  const seen = (postId: bigint | undefined) => {
    const target = postId === undefined ? undefined : targets.of({ userId, postId })
    return target?.unseen === undefined ? target : undefined
  }
  const [parent, quoted] = [seen(inReplyToId), seen(quotedId)]
  if (inReplyToId !== undefined && parent === undefined) refuseReply(inReplyToId)
  if (attachment?.postId !== undefined && quoted === undefined) {
    throw new Refusal('attachment-invalid', `the post ${attachment.postId} is deleted or not visible`)
  }
  return { parent, quoted }
}

/** @throws {Refusal} `reply-target-unseen` */
export function refuseReply(postId: bigint): never {
  throw new Refusal('reply-target-unseen', `the post ${postId} is deleted or not visible`)
}

/** @throws {Refusal} `post-looks-like-message` */
async function readNames(
  { store }: Context,
  { failDmCommands }: DraftPostInput,
  written: string,
  { mentions }: Entities,
): Promise<ReadonlyMap<string, NamedUser>> {
  const recipient = failDmCommands === true ? messageRecipient(written) : undefined
  const names = mentions.map(({ screenName }) => screenName)
  const named = await namedUsers(store, recipient === undefined ? names : [...names, recipient])
  if (recipient !== undefined && named.has(recipient.toLowerCase())) {
    throw new Refusal('post-looks-like-message', 'messages are not sent by posts')
  }
  return named
}

/**
 * @param known targets of short links that exist already
 * @param slugs new slugs by target, which the function fills
 */
function shortenerOf(
  { random }: Context,
  known: ReadonlyMap<string, string>,
  slugs: Map<string, string>,
): Shortener {
  return {
    slugFor(address) {
      const slug = slugs.get(address) ?? randomSlug(random)
      slugs.set(address, slug)
      return slug
    },
    targetOf: (slug) => known.get(slug),
  }
}

/**
 * True if the post stays a reply. A reply must mention the answered author (spec/posts.md#replies), unless this author
 * has also written the reply, or the server inserts the mention.
 */
function isKept(
  { authorId, autoPopulateReplyMetadata }: DraftPostInput,
  parent: Target | undefined,
  { mentions }: Entities,
  named: ReadonlyMap<string, NamedUser>,
): boolean {
  if (parent === undefined) return false
  if (autoPopulateReplyMetadata === true || parent.authorId === authorId) return true
  return mentions.some(({ screenName }) => named.get(screenName.toLowerCase())?.id === parent.authorId)
}
