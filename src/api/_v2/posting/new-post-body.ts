/** Parses the body of a new post, or of a new version, in API v2; all its errors are reported together. */
import { Type } from 'typebox'
import type { JsonValue } from '../../../lib/json.ts'
import { type BodyPart, readBody } from '../json-body.ts'
import { ID_PATTERN } from '../validation-errors.ts'

const ID = Type.String({ pattern: ID_PATTERN.source })
const MAX_EXCLUDED = 100
const MAX_MEDIA = 4

/** Schema for the API document. */
export const NEW_POST = Type.Object(
  {
    text: Type.Optional(Type.String({ description: 'Weighted length of up to 280; optional with media.' })),
    edit_options: Type.Optional(
      Type.Object(
        {
          previous_post_id: Type.Optional(ID),
          previous_tweet_id: Type.Optional(ID),
        },
        {
          description: 'Post of the user to edit: the text becomes its new version. Both names are accepted.',
        },
      ),
    ),
    reply: Type.Optional(
      Type.Object({
        in_reply_to_tweet_id: ID,
        exclude_reply_user_ids: Type.Optional(Type.Array(ID, { maxItems: MAX_EXCLUDED })),
      }),
    ),
    quote_tweet_id: Type.Optional(ID),
    media: Type.Optional(Type.Object({ media_ids: Type.Array(ID, { minItems: 1, maxItems: MAX_MEDIA }) })),
  },
  { title: 'V2NewPost' },
)

/** A parsed body. */
export interface NewPost {
  /** Empty when it was not sent. */
  readonly text: string
  /** The version in whose place the text is written; undefined for a post of its own. */
  readonly previousId: bigint | undefined
  readonly inReplyToId: bigint | undefined
  readonly excludeReplyUserIds: readonly bigint[]
  readonly quoteId: bigint | undefined
  readonly mediaIds: readonly bigint[]
}

/** @throws {Problem} `invalidRequest` with every fault */
export function readNewPost(json: JsonValue): NewPost {
  return readBody(json, ['text', 'edit_options', 'reply', 'quote_tweet_id', 'media'], newPostIn)
}

function newPostIn(body: BodyPart): NewPost {
  const edit = body.part('edit_options', ['previous_post_id', 'previous_tweet_id'])
  const reply = body.part('reply', ['in_reply_to_tweet_id', 'exclude_reply_user_ids'])
  const media = body.part('media', ['media_ids'])
  const older = edit?.id('previous_tweet_id')
  const newPost = {
    text: body.text('text') ?? '',
    previousId: edit?.id('previous_post_id') ?? older,
    inReplyToId: reply?.id('in_reply_to_tweet_id'),
    excludeReplyUserIds: reply?.ids('exclude_reply_user_ids', MAX_EXCLUDED) ?? [],
    quoteId: body.id('quote_tweet_id'),
    mediaIds: media?.ids('media_ids', MAX_MEDIA) ?? [],
  }
  if (edit !== undefined) {
    edit.requireOneOf(['previous_post_id', 'previous_tweet_id'])
    body.refuse(['reply', 'quote_tweet_id', 'media'], 'is what it was of a post that is edited')
  }
  reply?.requireOneOf(['in_reply_to_tweet_id'])
  media?.requireOneOf(['media_ids'])
  return newPost
}
