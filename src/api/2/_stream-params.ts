/** Parameters of API v2 streams (spec/labs-lookup.md#early-access). */
import type { Call } from '../../http/endpoint.ts'
import type { ParamSpec } from '../../http/params.ts'
import type { Rendering } from '../../streams/posts/streamed-post.ts'
import type { Services } from '../_services.ts'
import { readSelection, selectionParams } from '../_v2/parameters.ts'
import { ValidationErrors } from '../_v2/validation-errors.ts'
import { defaultPictureOf } from '../1.1/_picture.ts'
import { v2Rendering } from './_stream-message.ts'

export const STREAM_PARAMS = selectionParams('posts', '2') satisfies ParamSpec

type StreamCall = Pick<Call<unknown, Pick<Services, 'clock'>, unknown>, 'sent' | 'outer' | 'services'>

/** Reads the parameters of a call. @throws {Problem} `invalidRequest` with all errors */
export function renderingOf({ sent, outer, services }: StreamCall): Rendering {
  const errors = new ValidationErrors(sent)
  const selection = readSelection(errors, 'posts', '2', outer.apiDate)
  errors.throwIfAny()
  return v2Rendering({
    selection,
    day: outer.apiDate,
    origin: `${outer.scheme}://${outer.host}`,
    defaultPicture: defaultPictureOf(outer) ?? undefined,
    now: () => services.clock.now(),
  })
}
