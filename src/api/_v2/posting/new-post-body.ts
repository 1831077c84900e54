/**
 * Parses the body of a new post, or of a new version of a post, in API v2. All errors of the body are reported
 * together.
 */
import { Type } from 'typebox'
import { REPLY_SETTINGS, type ReplySettings } from '../../../domain/posts/reply-settings.ts'
import { isMessageLink } from '../../../domain/posts/text/permalink.ts'
import type { PollInput } from '../../../domain/posts/write/draft-content.ts'
import type { JsonValue } from '../../../lib/json.ts'
import { codePointLength } from '../../../text/index-units.ts'
import { normaliseText } from '../../../text/normalise.ts'
import { refusalOf } from '../../../text/weigh.ts'
import { type BodyPart, readBody } from '../json-body.ts'
import { ID_PATTERN } from '../validation-errors.ts'

const MAX_EXCLUDED = 100
const MAX_MEDIA = 4
const MAX_TAGGED = 10
const POLL_OPTIONS = { min: 2, max: 4, maxLength: 25 } as const
const POLL_MINUTES = { min: 5, max: 10_080 } as const

const ID = Type.String({ pattern: ID_PATTERN.source })
const REPLIES = ['everyone', ...REPLY_SETTINGS] as const
const REPLY_SETTING = Type.Optional(Type.Union(REPLIES.map((setting) => Type.Literal(setting))))
const UNUSED = Type.Optional(Type.Boolean({ description: 'Only false, which is ignored.' }))
const EDIT = { previous_post_id: Type.Optional(ID), previous_tweet_id: Type.Optional(ID) }

const POLL = Type.Object({
  options: Type.Array(Type.String({ minLength: 1, maxLength: POLL_OPTIONS.maxLength }), {
    minItems: POLL_OPTIONS.min,
    maxItems: POLL_OPTIONS.max,
  }),
  duration_minutes: Type.Integer({ minimum: POLL_MINUTES.min, maximum: POLL_MINUTES.max }),
  reply_settings: REPLY_SETTING,
})

/** The schema of the body, for the API document. */
export const NEW_POST = Type.Object(
  {
    text: Type.Optional(Type.String({ description: 'Weighted length of up to 280; optional with media.' })),
    edit_options: Type.Optional(
      Type.Object(EDIT, {
        description:
          'The post of the user to edit. The text becomes a new version of this post. Both names are accepted.',
      }),
    ),
    reply: Type.Optional(
      Type.Object({
        in_reply_to_tweet_id: ID,
        exclude_reply_user_ids: Type.Optional(Type.Array(ID, { maxItems: MAX_EXCLUDED })),
      }),
    ),
    quote_tweet_id: Type.Optional(ID),
    media: Type.Optional(
      Type.Object({
        media_ids: Type.Array(ID, { minItems: 1, maxItems: MAX_MEDIA }),
        tagged_user_ids: Type.Optional(Type.Array(ID, { maxItems: MAX_TAGGED, description: 'Ignored.' })),
      }),
    ),
    poll: Type.Optional(POLL),
    geo: Type.Optional(Type.Object({ place_id: Type.String({ description: 'A place of this server.' }) })),
    reply_settings: REPLY_SETTING,
    direct_message_deep_link: Type.Optional(
      Type.String({ description: 'A link that starts a direct message, to show with the post.' }),
    ),
    for_super_followers_only: UNUSED,
    nullcast: UNUSED,
    made_with_ai: UNUSED,
    paid_partnership: UNUSED,
    share_with_followers: Type.Optional(Type.Boolean({ description: 'Ignored.' })),
    community_id: Type.Optional(Type.String({ description: 'Forbidden: there are no communities.' })),
    card_uri: Type.Optional(Type.String({ description: 'Forbidden.' })),
  },
  { title: 'V2NewPost' },
)

/** A parsed body. */
export interface NewPost {
  /** The text; empty when it was not sent. */
  readonly text: string
  /** The version that the text replaces; undefined for a new post. */
  readonly previousId: bigint | undefined
  readonly inReplyToId: bigint | undefined
  readonly excludeReplyUserIds: readonly bigint[]
  readonly quoteId: bigint | undefined
  readonly mediaIds: readonly bigint[]
  readonly poll: PollInput | undefined
  readonly placeId: string | undefined
  /** The users who may reply; undefined when everyone may reply. */
  readonly replySettings: ReplySettings | undefined
  /** A link that opens a new direct message. */
  readonly attachmentUrl: string | undefined
  /** A member that no app may use in Aviary; undefined when there is none. */
  readonly forbidden: Forbidden | undefined
}

/**
 * A member that no app may use. `feature` is for an unsupported feature with the value true. `access` is for a
 * member that requires another access level.
 */
export interface Forbidden {
  readonly member: string
  readonly why: 'feature' | 'access'
}

/** @throws {Problem} `invalidRequest` with every error */
export function readNewPost(json: JsonValue): NewPost {
  return readBody(json, Object.keys(NEW_POST.properties), newPostIn)
}

const ONLY_ONE =
  'You can only provide one of poll or quote_tweet_id or direct_message_deep_link or media or card_uri.'

/** Kinds of attachments. A post can have one kind of attachments, or media together with a quoted post. */
const ATTACHMENTS = ['poll', 'quote_tweet_id', 'direct_message_deep_link', 'media', 'card_uri'] as const

const NEW_MEMBERS = ['reply', ...ATTACHMENTS, 'geo', 'reply_settings'] as const

function newPostIn(body: BodyPart): NewPost {
  const { previousId, isEdit } = previousIn(body)
  const reply = body.part('reply', ['in_reply_to_tweet_id', 'exclude_reply_user_ids'])
  const media = body.part('media', ['media_ids', 'tagged_user_ids'])
  const geo = body.part('geo', ['place_id'])
  const poll = body.part('poll', Object.keys(POLL.properties))
  media?.ids('tagged_user_ids', MAX_TAGGED)
  const pollReplies = poll === undefined ? undefined : repliesIn(poll)
  const newPost = {
    text: body.text('text') ?? '',
    previousId,
    inReplyToId: reply?.id('in_reply_to_tweet_id'),
    excludeReplyUserIds: reply?.ids('exclude_reply_user_ids', MAX_EXCLUDED) ?? [],
    quoteId: body.id('quote_tweet_id'),
    mediaIds: media?.ids('media_ids', MAX_MEDIA) ?? [],
    poll: poll === undefined ? undefined : pollIn(poll),
    placeId: geo?.text('place_id'),
    replySettings: repliesIn(body) ?? pollReplies,
    attachmentUrl: messageLinkIn(body),
    forbidden: forbiddenIn(body),
  }
  if (isEdit) body.refuse(NEW_MEMBERS, 'is what it was of a post that is edited')
  else requireOneAttachment(body)
  reply?.requireOneOf(['in_reply_to_tweet_id'])
  media?.requireOneOf(['media_ids'])
  geo?.requireOneOf(['place_id'])
  return newPost
}

function previousIn(body: BodyPart): { readonly previousId: bigint | undefined; readonly isEdit: boolean } {
  const edit = body.part('edit_options', Object.keys(EDIT))
  const older = edit?.id('previous_tweet_id')
  edit?.requireOneOf(['previous_post_id', 'previous_tweet_id'])
  return { previousId: edit?.id('previous_post_id') ?? older, isEdit: edit !== undefined }
}

function requireOneAttachment(body: BodyPart): void {
  const sent = ATTACHMENTS.filter((name) => body.has(name))
  const isQuoteWithMedia = sent.length === 2 && body.has('media') && body.has('quote_tweet_id')
  if (sent.length > 1 && !isQuoteWithMedia) body.addMessage(ONLY_ONE)
}

function repliesIn(part: BodyPart): ReplySettings | undefined {
  const setting = part.choice('reply_settings', REPLIES)
  return setting === 'everyone' ? undefined : setting
}

function pollIn(poll: BodyPart): PollInput {
  poll.requireOneOf(['options'])
  poll.requireOneOf(['duration_minutes'])
  const options = poll.texts('options').map(normaliseText)
  const { min, max, maxLength } = POLL_OPTIONS
  const isGood = (option: string) => refusalOf(option) === undefined && codePointLength(option) <= maxLength
  if (poll.has('options') && (options.length < min || options.length > max || !options.every(isGood))) {
    poll.addError('options', `must be ${min} to ${max} texts of 1 to ${maxLength} characters`)
  }
  const durationMinutes = poll.integer('duration_minutes', POLL_MINUTES.min, POLL_MINUTES.max)
  return { options, durationMinutes: durationMinutes ?? POLL_MINUTES.min }
}

function messageLinkIn(body: BodyPart): string | undefined {
  const link = body.text('direct_message_deep_link')
  if (link === undefined || isMessageLink(link)) return link
  body.addError('direct_message_deep_link', 'is no link that starts a direct message')
  return undefined
}

const FEATURES = ['for_super_followers_only', 'nullcast', 'made_with_ai', 'paid_partnership'] as const

function forbiddenIn(body: BodyPart): Forbidden | undefined {
  body.looseFlag('share_with_followers')
  for (const member of FEATURES) if (body.looseFlag(member) === true) return { member, why: 'feature' }
  for (const member of ['community_id', 'card_uri']) if (body.has(member)) return { member, why: 'access' }
  return undefined
}
