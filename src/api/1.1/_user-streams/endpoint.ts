/** Declares user and site streams (spec/retired-endpoints.md#user-and-site-streams). */
import { Type } from 'typebox'
import { allows } from '../../../domain/apps/app.ts'
import { findLiveToken } from '../../../domain/apps/find-live-token.ts'
import { LATEST_DAY } from '../../../formats/fields/day.ts'
import { boolean, optionalText, type ParamSpec, type ParamValues } from '../../../http/params.ts'
import { acceptsGzip } from '../../../http/send.ts'
import type { FirstFollows, UserStreamRequest, ViewerRequest } from '../../../streams/users/streams.ts'
import type { EndpointCall } from '../../_endpoint.ts'
import type { Services } from '../../_services.ts'
import { V11Error, type V11ErrorName } from '../_errors.ts'
import { v11Endpoint } from '../_family.ts'
import { chargeConnect, streamAnswer } from '../statuses/_stream.ts'
import { documentedDisconnects, statusStreamFormat } from '../statuses/_stream-format.ts'
import { FILTER_PARAMS, filterIn } from '../statuses/_stream-params.ts'
import { userMessages } from './messages.ts'

/** From this day on, a stream begins with a warning about the end of the endpoint. */
const WARNED_SINCE = '2018-07-24'

export const USER_STREAM_PARAMS = {
  with: optionalText('`followings`: posts of followed users too. `user`: only what concerns the user.'),
  replies: optionalText('`all`: all replies of followed users, also to users who are not followed.'),
  stringify_friend_ids: boolean({ default: false, description: 'Send ids of followed users as texts.' }),
  delimited: optionalText('`length`: put the number of bytes of each message before it.'),
  stall_warnings: boolean({ default: false, description: 'Warn when the client falls behind.' }),
} as const

export const FILTERS = {
  track: FILTER_PARAMS.track,
  locations: FILTER_PARAMS.locations,
} as const

interface UserStreamDeclaration<Spec extends ParamSpec> {
  readonly product: UserStreamRequest['product']
  readonly method: 'GET' | 'POST'
  readonly summary: string
  readonly params: Spec
  readonly errors: readonly V11ErrorName[]
  /** The default of the parameter `with`. */
  readonly defaultWith: 'followings' | 'user'
  /** Returns the users for whom the stream has messages. @throws {V11Error} */
  readonly viewers: (
    params: ParamValues<Spec>,
    call: EndpointCall<'user'>,
  ) => Promise<readonly ViewerRequest[]>
  readonly filter: (params: ParamValues<Spec>) => UserStreamRequest['filter']
}

export function userStream<Spec extends typeof USER_STREAM_PARAMS>(declaration: UserStreamDeclaration<Spec>) {
  const { product, method, summary, params, errors } = declaration
  const path = `/1.1/${product}.json`
  return v11Endpoint({
    method,
    paths: [path],
    summary,
    auth: ['user'],
    // Maximum connections that a user opens with an app in 15 minutes.
    window: { user: 50, app: 0, countedAs: 'GET', isChargedByHandler: true },
    isEndless: true,
    params,
    errors: [...errors, 'streamFilterInvalid', 'streamConnectsTooMany'],
    answers: [
      {
        description: 'Messages as they happen, each a JSON object and a line break, without end.',
        schema: Type.String(),
      },
    ],
    async handle(call) {
      const { caller, services, outer, currentDay } = call
      const values: ParamValues<typeof USER_STREAM_PARAMS> = call.params
      const withFollowings = withIn(values.with ?? declaration.defaultWith) === 'followings'
      const filter = declaration.filter(call.params)
      const viewers = await declaration.viewers(call.params, call)
      await chargeConnect(call)
      const isDelimited = values.delimited === 'length'
      const framing = { isDelimited, streamName: `${caller.user.screenName}-${path}` }
      const isGzip = acceptsGzip(call.header('accept-encoding'))
      const isSite = product === 'site'
      const addressed: UserStreamRequest['addressed'] = (userId, json) =>
        isSite ? `{"for_user":"${userId}","message":${json}}` : json
      const admitted = await services.userStreams.admit({
        product,
        userId: caller.user.id,
        appId: caller.app.id,
        appOwnerId: caller.app.ownerId,
        token: caller.token,
        viewers,
        withFollowings,
        allReplies: values.replies === 'all',
        filter,
        wantsWarnings: values.stall_warnings,
        isGzip,
        format: statusStreamFormat(framing),
        firstMessages: () => firstMessages(currentDay(), services.clock.now()),
        followsMessage: (userId, follows) => followsMessage(userId, follows, values.stringify_friend_ids),
        messagesOf: userMessages(services, outer),
        addressed,
        isRetired: () => services.isRetired(method, path, currentDay()),
      })
      return { ...streamAnswer(admitted, isGzip), disconnects: documentedDisconnects(framing) }
    },
  })
}

/** Parses the parameter `with`. @throws {V11Error} `streamFilterInvalid` */
function withIn(text: string): 'followings' | 'user' {
  if (text !== 'followings' && text !== 'user') throw new V11Error('streamFilterInvalid', 'with')
  return text
}

/**
 * The filter of the parameters `track` and `locations`; undefined if both are missing.
 * @throws {V11Error} as {@link filterIn}
 */
export function furtherPosts(params: ParamValues<typeof FILTERS>): UserStreamRequest['filter'] {
  if (params.track === undefined && params.locations === undefined) return undefined
  return filterIn({ ...params, follow: undefined })
}

/** The messages at the start of a stream. @param now the time in milliseconds since the Unix epoch */
function firstMessages(day: string, now: number): readonly string[] {
  if (day === LATEST_DAY || day < WARNED_SINCE) return []
  const message =
    'This endpoint is deprecated and will be turned off on 2018-08-23. Please migrate to alternate APIs. See https://t.co/usss'
  return [JSON.stringify({ warning: { code: 'DEPRECATED_ENDPOINT', message, timestamp_ms: String(now) } })]
}

/**
 * The message that lists the follows of a user, or a warning if the user follows too many. The text is concatenated,
 * because JSON.stringify cannot write ids as exact numbers.
 */
function followsMessage(userId: bigint, { ids, hasMore }: FirstFollows, isText: boolean): string {
  if (hasMore) {
    const message = `User ${userId} follows more than 10000 users: only the newest 10000 are followed by this stream.`
    const warning = JSON.stringify({ code: 'FOLLOWS_OVER_LIMIT', message })
    return `{"warning":${warning.slice(0, -1)},"user_id":${userId}}}`
  }
  if (isText) return `{"friends_str":[${ids.map((id) => `"${id}"`).join()}]}`
  return `{"friends":[${ids.join()}]}`
}

/** The caller, with the rights of the used token. */
export function callerAsViewer({ caller }: Pick<EndpointCall<'user'>, 'caller'>): ViewerRequest {
  return { userId: caller.user.id, mayReadMessages: allows(caller.permissions, 'read-write-directmessages') }
}

/**
 * The viewers for these users. Users who have not authorized the app are left out, so the stream has no messages for
 * them.
 */
export async function authorizedViewers(
  { store }: Pick<Services, 'store'>,
  appId: bigint,
  userIds: readonly bigint[],
): Promise<readonly ViewerRequest[]> {
  const tokens = await Promise.all(userIds.map((userId) => findLiveToken(store, { appId, userId })))
  return tokens.flatMap((token) =>
    token === undefined
      ? []
      : [
          {
            userId: token.userId,
            mayReadMessages: allows(token.permissions, 'read-write-directmessages'),
          },
        ],
  )
}
