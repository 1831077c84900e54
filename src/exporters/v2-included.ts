/** What the answer of an exported post includes, with what the second generation came to tell later. */

import type { FullUser } from '../domain/accounts/find-users.ts'
import type { Place, Poll, PostMedia } from '../domain/posts/content.ts'
import { POLL } from '../formats/v2/fields.ts'
import { mediaObject } from '../formats/v2/media.ts'
import { MEDIA_FIELDS } from '../formats/v2/media-fields.ts'
import { placeObject } from '../formats/v2/place.ts'
import { PLACE_FIELDS } from '../formats/v2/place-fields.ts'
import { pollObject } from '../formats/v2/poll.ts'
import { POLL_FIELDS } from '../formats/v2/poll-fields.ts'
import { userObject } from '../formats/v2/user.ts'
import { USER_FIELDS } from '../formats/v2/user-fields.ts'

type Members = Record<string, unknown>

/**
 * The description is there even when it is empty: by it an import knows that the profile is told. Of who has no picture, not
 * even an imported default one, none is told.
 */
export function v2User(user: FullUser): Members {
  return {
    ...userObject(user, USER_FIELDS.all),
    description: user.profile.description,
    ...(user.suspendedAt === null ? {} : { suspended: true }),
  }
}

export function v2Place(place: Place): Members {
  return placeObject(place, PLACE_FIELDS.all)
}

/** Open or closed as it was told, so that a file does not depend on when it is written. */
export function v2Poll(poll: Poll): Members {
  const { voting_status: told } = poll
  return {
    ...pollObject(poll, POLL_FIELDS.all & ~POLL.voting_status, 0),
    ...(told === undefined ? {} : { voting_status: told }),
  }
}

/** Files of this server stay paths. */
export function v2Media(medium: PostMedia): Members {
  const { ext_alt_text: altText, video_info: video, kept } = medium
  const variants = video?.variants?.map(({ bitrate, content_type, url }) => ({
    ...(bitrate === undefined ? {} : { bit_rate: bitrate }),
    content_type,
    url,
  }))
  return {
    ...kept,
    ...mediaObject(medium, MEDIA_FIELDS.all, ''),
    ...(video?.duration_millis === undefined ? {} : { duration_ms: video.duration_millis }),
    ...(altText === undefined ? {} : { alt_text: altText }),
    ...(variants === undefined ? {} : { variants }),
  }
}
