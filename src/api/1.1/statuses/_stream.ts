/** Declares the v1.1 streams (spec/v1-streams-and-lists.md#filter-and-sample). */
import { Type } from 'typebox'
import { type Day, isOn } from '../../../formats/fields/day.ts'
import { type Answer, EdgeError } from '../../../http/endpoint.ts'
import type { ParamSpec, ParamValues } from '../../../http/params.ts'
import { acceptsGzip } from '../../../http/send.ts'
import type { Admitted } from '../../../streams/runtime.ts'
import type { StatusRefusal } from '../../../streams/statuses/streams.ts'
import type { StatusFilter } from '../../../streams/statuses/subscriptions.ts'
import type { EndpointCall } from '../../_endpoint.ts'
import { V11Error, type V11ErrorName } from '../_errors.ts'
import { v11Endpoint } from '../_family.ts'
import { defaultPictureOf } from '../_picture.ts'
import { documentedDisconnects, statusRendering, statusStreamFormat } from './_stream-format.ts'
import { languagesIn, type STREAM_PARAMS } from './_stream-params.ts'

/**
 * From this day on, streams have no notices about posts, such as deletions
 * (spec/retired-endpoints.md#ended-v11-streams).
 */
const NOTICES_UNTIL: Day = '2022-10-29'

interface StatusStreamDeclaration<Spec extends ParamSpec> {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly summary: string
  readonly params: Spec
  readonly errors: readonly V11ErrorName[]
  /** Reads the filter of a request; returns undefined for the sampled stream. @throws {V11Error} */
  readonly filter: (params: ParamValues<Spec>) => StatusFilter | undefined
}

export function statusStream<Spec extends typeof STREAM_PARAMS>(declaration: StatusStreamDeclaration<Spec>) {
  const { method, path, summary, params } = declaration
  return v11Endpoint({
    method,
    paths: [path],
    summary,
    auth: ['user'],
    // Maximum connections that a user opens with an app in 15 minutes.
    window: { user: 50, app: 0, countedAs: 'GET', isChargedByHandler: true },
    isEndless: true,
    params,
    errors: [...declaration.errors, 'streamConnectsTooMany'],
    answers: [
      {
        description: 'Posts as they are created, each a JSON object and a line break, without end.',
        schema: Type.String(),
      },
    ],
    async handle(call) {
      const { caller, services, outer, currentDay } = call
      const values: ParamValues<typeof STREAM_PARAMS> = call.params
      const filter = declaration.filter(call.params)
      await chargeConnect(call)
      const isDelimited = values.delimited === 'length'
      const framing = { isDelimited, streamName: `${caller.user.screenName}-${path}` }
      const isGzip = acceptsGzip(call.header('accept-encoding'))
      const admitted = await services.statusStreams.admit({
        userId: caller.user.id,
        appId: caller.app.id,
        token: caller.token,
        filter,
        languages: languagesIn(values.language),
        verifiedOnly: values.filter_level === 'medium',
        wantsWarnings: values.stall_warnings,
        isGzip,
        format: statusStreamFormat(framing),
        rendering: statusRendering({
          origin: outer.host === '' ? '' : `${outer.scheme}://${outer.host}`,
          defaultPicture: defaultPictureOf(outer) ?? '',
          day: outer.apiDate,
          isDelimited,
        }),
        hasNotices: () => isOn({ until: NOTICES_UNTIL }, currentDay()),
        isRetired: () => services.isRetired(method, path, currentDay()),
      })
      return { ...streamAnswer(admitted, isGzip), disconnects: documentedDisconnects(framing) }
    },
  })
}

/**
 * Counts a new connection in the rate window.
 * @throws {V11Error} `streamConnectsTooMany`, with status 420, because the client twarc waits a minute only after
 * this status
 */
export async function chargeConnect(call: Pick<EndpointCall<'user'>, 'charge'>): Promise<void> {
  try {
    await call.charge()
  } catch (error) {
    const isLimited = error instanceof EdgeError && error.reason === 'rate-limited'
    throw isLimited ? new V11Error('streamConnectsTooMany') : error
  }
}

/** The response of an admitted connection. @throws {EdgeError} `over-capacity` */
export function streamAnswer(admitted: Admitted | StatusRefusal, isGzip: boolean): Answer {
  if (admitted === 'stopping') throw new EdgeError('over-capacity', 'the server is stopping')
  if (admitted === 'full') throw new EdgeError('over-capacity', 'the streams have too many filters or users')
  return {
    status: 200,
    body: undefined,
    stream: admitted.body,
    headers: isGzip ? { 'content-encoding': 'gzip' } : {},
  }
}
