/** Makes the `includes` of an exported v2 response. Its objects have the fields of all days of API v2. */

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
 * The user object. It has the description even if the description is empty, because an import recognises a profile by
 * this field. The URL of the picture is left out, unless the user has a picture or was imported with the URL of a
 * default picture.
 */
export function v2User(user: FullUser): Members {
  const { verifiedType } = user.profile
  return {
    ...userObject(user, USER_FIELDS.all),
    description: user.profile.description,
    ...(verifiedType === undefined ? {} : { verified_type: verifiedType }),
    ...(user.suspendedAt === null ? {} : { suspended: true }),
  }
}

export function v2Place(place: Place): Members {
  return placeObject(place, PLACE_FIELDS.all)
}

/** The poll with its recorded status, because the file must not depend on the time of the export. */
export function v2Poll(poll: Poll): Members {
  const { voting_status: recorded } = poll
  return {
    ...pollObject(poll, POLL_FIELDS.all & ~POLL.voting_status, 0),
    ...(recorded === undefined ? {} : { voting_status: recorded }),
  }
}

/** The media object. URLs of files on this server are paths. */
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
