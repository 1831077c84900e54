/** Parameters of Labs v1 streams (spec/post-streams.md#filtered-stream). */

import { FORMATS } from '../../../formats/labs-v1/format.ts'
import type { Call } from '../../../http/endpoint.ts'
import type { ParamSpec, ParamValues } from '../../../http/params.ts'
import type { Rendering } from '../../../streams/posts/streamed-post.ts'
import { anyOf, oneOf } from '../../_post-stream/params.ts'
import { defaultPictureOf } from '../../1.1/_picture.ts'
import { EXPANSIONS, labs1Rendering } from './_stream-message.ts'

export const STREAM_PARAMS = {
  expansions: anyOf(EXPANSIONS, 'What comes with each post'),
  format: oneOf(FORMATS, 'How much of every object is shown; `default` when left out.'),
  'tweet.format': oneOf(FORMATS, 'How much of posts, in place of `format`.'),
  'user.format': oneOf(FORMATS, 'How much of users, in place of `format`.'),
  'place.format': oneOf(FORMATS, 'How much of places, in place of `format`.'),
} satisfies ParamSpec

type StreamCall = Pick<Call<unknown, unknown, ParamValues<typeof STREAM_PARAMS>>, 'params' | 'outer'>

/** Parsed parameters of a call. */
export function renderingOf({ params, outer }: StreamCall): Rendering {
  const { format = 'default', expansions } = params
  return labs1Rendering({
    formats: {
      tweet: params['tweet.format'] ?? format,
      user: params['user.format'] ?? format,
      place: params['place.format'] ?? format,
      other: format,
    },
    expansions,
    origin: `${outer.scheme}://${outer.host}`,
    defaultPicture: defaultPictureOf(outer) ?? undefined,
  })
}
