/** Runs the commands of POST 2/tweets, and renders their refusals in the format of API v2. */
import type { UserCaller } from '../../../auth/caller.ts'
import { Refusal, type RefusalReason } from '../../../domain/context.ts'
import type { Place } from '../../../domain/posts/content.ts'
import { findPlace } from '../../../domain/posts/places.ts'
import type { Post } from '../../../domain/posts/post.ts'
import { createPost } from '../../../domain/posts/write/create-post.ts'
import { editPost } from '../../../domain/posts/write/edit-post.ts'
import type { RequestOrigin } from '../../../http/request-origin.ts'
import { readPostGraph } from '../../../views/post-graph.ts'
import { PROJECTS_PAGE } from '../../_enrolment.ts'
import { sourceOf } from '../../_post-source.ts'
import { Problem } from '../../_problems.ts'
import type { Services } from '../../_services.ts'
import { V11_ERRORS } from '../../1.1/_errors.ts'
import type { Forbidden, NewPost } from './new-post-body.ts'

/**
 * Writes a new post, or edits the post that the body names.
 * @throws {Problem} `forbidden` or `invalidRequest` for refusals of the commands
 */
export async function writePost(
  services: Services,
  caller: UserCaller,
  asked: NewPost,
  outer: RequestOrigin,
): Promise<Post> {
  try {
    return await write(services, caller, asked, outer)
  } catch (error) {
    throw error instanceof Refusal ? problemOf(error) : error
  }
}

async function write(
  services: Services,
  { user, app }: UserCaller,
  { previousId, placeId, forbidden, ...asked }: NewPost,
  { host }: RequestOrigin,
): Promise<Post> {
  if (forbidden !== undefined) throw forbiddenMember(forbidden, app.id)
  const hosts = host === '' ? [] : [host]
  if (previousId !== undefined) {
    await requireVisiblePost(services, user.id, previousId)
    return editPost(services, { postId: previousId, userId: user.id, text: asked.text, hosts })
  }
  const place = placeId === undefined ? undefined : await requirePlace(services, placeId)
  return createPost(services, {
    ...asked,
    place,
    authorId: user.id,
    source: sourceOf(app),
    // In API v2, a post is a reply if the body names the post to which it replies. The text does not need a mention.
    autoPopulateReplyMetadata: true,
    hosts,
    isLimited: services.limits !== 'off',
  })
}

function forbiddenMember({ member, why }: Forbidden, appId: bigint): Problem {
  if (why === 'feature') return new Problem('forbidden', `You are not permitted to use ${member}.`)
  return new Problem('clientForbidden', `This app may not use ${member}.`, undefined, {
    client_id: String(appId),
    reason: 'client-not-enrolled',
    required_enrollment: 'Appropriate Level of API Access',
    registration_url: PROJECTS_PAGE,
  })
}

/** @throws {Problem} `invalidRequest` for a place that the server has not stored */
async function requirePlace({ store }: Services, id: string): Promise<Place> {
  const place = await findPlace(store, id)
  if (place !== undefined) return place
  const message = 'geo.place_id: there is no such place'
  throw new Problem('invalidRequest', undefined, [{ parameters: { 'geo.place_id': [] }, message }])
}

/**
 * Checks that the user may see a post. Other posts are treated as unknown, so that the error does not reveal
 * their author.
 * @throws {Refusal} `post-not-found`
 */
async function requireVisiblePost(services: Services, userId: bigint, postId: bigint): Promise<void> {
  const graph = await readPostGraph(services, { userId }, [postId], { quoted: false })
  if (typeof graph.visibility(postId) === 'string') {
    throw new Refusal('post-not-found', `${userId} sees no post with the id ${postId}`)
  }
}

/** Messages for forbidden actions. Clients compare them. */
const FORBIDDEN: Partial<Record<RefusalReason, string>> = {
  'post-duplicate': 'You are not allowed to create a Tweet with duplicate content.',
  'post-not-own': 'You are not allowed to edit a Tweet of somebody else.',
  'edit-not-allowed': 'You are not allowed to edit this Tweet.',
  'posts-too-many': V11_ERRORS.postsTooMany.message,
  'reply-target-unseen': V11_ERRORS.replyTargetUnseen.message,
  'reply-not-allowed':
    'Reply to this conversation is not allowed because you have not been mentioned or otherwise engaged by the author of the post you are replying to.',
}

const BAD_MEDIA = ['media.media_ids', 'Your media IDs are invalid.'] as const

/** Errors of the body that only the commands detect. Each has the member of the body and the message. */
const INVALID: Partial<Record<RefusalReason, readonly [string, string]>> = {
  'post-too-long': [
    'text',
    'Your Tweet text is too long. For more information on how Twitter determines text length see https://github.com/twitter/twitter-text.',
  ],
  'post-empty': ['text', 'text: can not be empty'],
  'post-text-invalid': ['text', 'text: has characters that no Tweet may have'],
  'post-not-found': ['edit_options', 'edit_options: there is no such Tweet'],
  'attachment-invalid': ['quote_tweet_id', 'quote_tweet_id: there is no such Tweet'],
  'media-not-found': BAD_MEDIA,
  'media-invalid': BAD_MEDIA,
  'media-mixed': BAD_MEDIA,
}

/** The problem for a refusal. Refusals that no client can cause have no problem, and are returned unchanged. */
function problemOf(refusal: Refusal): Error {
  const detail = FORBIDDEN[refusal.reason]
  if (detail !== undefined) return new Problem('forbidden', detail)
  const fault = INVALID[refusal.reason]
  if (fault === undefined) return refusal
  const [name, message] = fault
  return new Problem('invalidRequest', undefined, [{ parameters: { [name]: [] }, message }])
}
