/** The page of a post: the posts to which it replies, the post itself, and its replies (spec/pages.md#threads). */
import type { PostView } from '../../domain/posts/read/post-view.ts'
import { repliesTo } from '../../domain/posts/read/timelines.ts'
import { whyUnseen } from '../../domain/posts/read/visibility.ts'
import type { Answer } from '../../http/endpoint.ts'
import { type Html, html } from '../../text/html.ts'
import type { Services } from '../_services.ts'
import type { Member } from './member.ts'
import { errorAnswer, networkAnswer, type PageCall } from './page.ts'
import { postCard, postPath } from './post-card.ts'
import { ownFile } from './post-media.ts'
import { marked, readId, shownViews } from './posts.ts'
import { withheldWords } from './withheld.ts'
import { writeForm } from './write-form.ts'

/** Maximum number of posts that are shown above the post. */
const MAX_ANSWERED = 20

/** Maximum replies of a page. */
const MAX_REPLIES = 50

type ThreadCall = PageCall & { readonly services: Services }

/** The path of the page of a post; undefined for a post that the reader may not see. */
export async function permalinkPath(
  services: Services,
  text: string | undefined,
  member: Member | undefined,
): Promise<string | undefined> {
  const view = await viewOf(services, readId(text), member)
  return view === undefined ? undefined : postPath(view.author, view.post.id)
}

/** @param before an id; only replies with smaller ids are shown. An invalid value is ignored */
export async function threadAnswer(
  call: ThreadCall,
  { id: text, before }: { readonly id: string | undefined; readonly before: string | undefined },
): Promise<Answer> {
  const { services, member } = call
  const id = readId(text)
  const view = await viewOf(services, id, member)
  if (view === undefined) return unseenAnswer(call, id)
  const { post, author, original } = view
  const withheld = withheldWords([
    post,
    author,
    ...(original === undefined ? [] : [original.post, original.author]),
  ])
  const [answered, replies] = await Promise.all([
    answeredBy(services, view, member),
    repliesOf(services, post.initialId, before, member),
  ])
  const reader = await marked(member, [...answered, view, ...replies.views])
  const answers = (original ?? view).post.id
  return networkAnswer(200, call, {
    title: `${author.name} (@${author.screenName})`,
    heading: html`Post by <bdi>${author.name}</bdi>`,
    main: html`${answered.map((each) => postCard(each, reader))}
<div class="focused">${postCard(view, reader)}</div>
${reader !== undefined && withheld === undefined && writeForm(reader, { id: answers, screenName: (original ?? view).author.screenName })}
${replyList(replies, postPath(author, post.id), reader)}`,
    described: withheld === undefined ? describe(view) : undefined,
  })
}

async function viewOf(
  services: Services,
  id: bigint | undefined,
  member: Member | undefined,
): Promise<PostView | undefined> {
  return id === undefined ? undefined : (await shownViews(services, [id], member))[0]
}

async function unseenAnswer(call: ThreadCall, id: bigint | undefined): Promise<Answer> {
  const [cached] = id === undefined ? [] : await call.services.posts.get([id])
  const post = cached?.entity
  const [author] = post === undefined ? [] : await call.services.users.get([post.authorId])
  switch (whyUnseen(post, author?.entity, { userId: null }, undefined)) {
    case 'protected':
      return errorAnswer(call, 'protectedPost')
    case 'author-suspended':
      return errorAnswer(call, 'postOfSuspended')
    default:
      return errorAnswer(call, 'unknownPost')
  }
}

function describe({ post, author, original }: PostView) {
  const { content } = original?.post ?? post
  return {
    type: 'article',
    path: postPath(author, post.id),
    title: `${author.name} (@${author.screenName})`,
    text: content.text,
    image:
      content.possibly_sensitive === true ? undefined : ownFile(content.media?.[0]?.media_url_https ?? ''),
  } as const
}

/**
 * The posts above a post: the post to which it replies, the post to which that post replies, and so on, oldest
 * first. The list ends before a post that the reader may not see.
 */
async function answeredBy(
  services: Services,
  view: PostView,
  member: Member | undefined,
): Promise<readonly PostView[]> {
  const found: PostView[] = []
  let id = view.post.inReplyToPostId
  while (id !== null && found.length < MAX_ANSWERED) {
    const next = await viewOf(services, id, member)
    if (next === undefined) break
    found.unshift(next)
    id = next.post.inReplyToPostId
  }
  return found
}

interface Replies {
  readonly views: readonly PostView[]
  readonly next: bigint | undefined
}

async function repliesOf(
  services: Services,
  postId: bigint,
  before: string | undefined,
  member: Member | undefined,
): Promise<Replies> {
  const until = readId(before)
  const maxId = until === undefined ? {} : { maxId: until - 1n }
  const ids = await repliesTo(services.store, { postId, count: MAX_REPLIES + 1, ...maxId })
  const shown = ids.slice(0, MAX_REPLIES)
  return {
    views: await shownViews(services, shown, member),
    next: ids.length > MAX_REPLIES ? shown.at(-1) : undefined,
  }
}

/**
 * The replies. As in the public service, replies that the author of the post has hidden show after a click.
 */
function replyList({ views, next }: Replies, path: string, member: Member | undefined): Html | false {
  if (views.length === 0) return false
  const open = views.filter(({ post }) => post.hiddenAt === null)
  const hidden = views.filter(({ post }) => post.hiddenAt !== null)
  return html`<h2>Replies</h2>
${open.map((view) => postCard(view, member))}
${hidden.length > 0 && html`<details><summary>Show replies that the author has hidden</summary>${hidden.map((view) => postCard(view, member))}</details>`}
${next !== undefined && html`<p><a class="button" rel="next" href="${path}?before=${next}">Older replies</a></p>`}`
}
