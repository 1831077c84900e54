/** Parameters of Labs v1 streams (spec/post-streams.md#filtered-stream). */

import { FORMATS } from '../../../formats/labs-v1/format.ts'
import type { Call } from '../../../http/endpoint.ts'
import type { ParamSpec, ParamValues } from '../../../http/params.ts'
import type { Rendering } from '../../../streams/posts/streamed-post.ts'
import { anyOf, oneOf } from '../../_post-stream/params.ts'
import { defaultPictureOf } from '../../1.1/_picture.ts'
import { EXPANSIONS, labs1Rendering } from './_stream-message.ts'

export const STREAM_PARAMS = {
  expansions: anyOf(EXPANSIONS, 'Objects to include with each post'),
  format: oneOf(FORMATS, 'Detail of every object; default: `default`.'),
  'tweet.format': oneOf(FORMATS, 'Detail of posts, overrides `format`.'),
  'user.format': oneOf(FORMATS, 'Detail of users, overrides `format`.'),
  'place.format': oneOf(FORMATS, 'Detail of places, overrides `format`.'),
} satisfies ParamSpec

type StreamCall = Pick<Call<unknown, unknown, ParamValues<typeof STREAM_PARAMS>>, 'params' | 'outer'>

/** Returns a rendering with the formats and expansions in the parameters of a call. */
export function renderingOf({ params, outer }: StreamCall): Rendering {
  const { format = 'default', expansions } = params
  return labs1Rendering({
    formats: {
      tweet: params['tweet.format'] ?? format,
      user: params['user.format'] ?? format,
      place: params['place.format'] ?? format,
    },
    expansions,
    origin: `${outer.scheme}://${outer.host}`,
    defaultPicture: defaultPictureOf(outer) ?? undefined,
    day: outer.apiDate,
  })
}
