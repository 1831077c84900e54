/** Declares the schemas of all fields that are stored from the files of a personal archive, except posts. */
import { Type } from 'typebox'
import { MAX_STORED_MESSAGE_LENGTH } from '../../domain/messages/content-schema.ts'
import { ADDRESS, keywords, LINK, listOf, NAME, objectOf, WORDS } from '../../domain/posts/entity-schema.ts'
import { AS_IT_CAME, SHORT_TEXT } from '../posts/schema-parts.ts'

const MESSAGE_LINK = objectOf({ url: LINK }, { expanded: ADDRESS, display: ADDRESS })

/**
 * The sender and the recipient are not in this schema. archive-messages.ts reads them, because a message without them
 * is rejected.
 */
export const ARCHIVE_MESSAGE = Type.Object(
  objectOf(
    {},
    {
      text: Type.String(keywords({ longest: MAX_STORED_MESSAGE_LENGTH, isCut: true })),
      urls: listOf(MESSAGE_LINK),
      mediaUrls: listOf(ADDRESS),
    },
  ).properties,
  { additionalProperties: AS_IT_CAME },
)

export const ARCHIVE_ACCOUNT = objectOf(
  {},
  { accountId: AS_IT_CAME, username: NAME, accountDisplayName: NAME, createdAt: SHORT_TEXT },
)

export const ARCHIVE_PROFILE = objectOf(
  {},
  {
    description: objectOf({}, { bio: WORDS, website: ADDRESS, expandedWebsite: ADDRESS, location: NAME }),
    avatarMediaUrl: ADDRESS,
    headerMediaUrl: ADDRESS,
  },
)
