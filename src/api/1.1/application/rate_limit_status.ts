/**
 * GET application/rate_limit_status: every window of the caller, from the endpoints' declarations
 * (spec/limits.md#rate-limit-status).
 */
import { Type } from 'typebox'
import type { Caller } from '../../../auth/caller.ts'
import type { Endpoint, WindowOwner } from '../../../http/endpoint.ts'
import { optionalText } from '../../../http/params.ts'
import { scaledLimit, windowOf } from '../../../http/rate-limit/budget.ts'
import type { WindowQuery } from '../../../http/rate-limit/window.ts'
import type { Services } from '../../_services.ts'
import { v11Endpoint } from '../_family.ts'

/** A row of the response: an endpoint that has a rate window for this caller. */
interface Row extends WindowQuery {
  /** The family in the response, such as `followers`. */
  readonly resource: string
  /** The key in the family, such as `/followers/ids`. */
  readonly path: string
}

const WINDOW = Type.Object(
  {
    limit: Type.Integer({ description: 'Maximum number of requests in the window.' }),
    remaining: Type.Integer({ description: 'Requests left in the window.' }),
    reset: Type.Integer({
      format: 'int64',
      description: 'End of the window, in seconds since the Unix epoch.',
    }),
  },
  { title: 'RateWindow' },
)

const STATUS = Type.Object(
  {
    rate_limit_context: Type.Object(
      { access_token: Type.Optional(Type.String()), application: Type.Optional(Type.String()) },
      { description: 'The token to which the windows apply.' },
    ),
    resources: Type.Record(Type.String(), Type.Record(Type.String(), WINDOW), {
      description: 'By family, such as `followers`, and by path, such as `/followers/ids`.',
    }),
  },
  { title: 'RateLimitStatus' },
)

export const applicationRateLimitStatus = v11Endpoint({
  paths: ['/1.1/application/rate_limit_status.json'],
  summary: 'Requests left in every rate limit window of the caller.',
  window: { user: 180, app: 180 },
  params: { resources: optionalText('Families to return, such as `followers,users`; default: all.') },
  answers: [{ schema: STATUS }],
  async handle({ params, caller, services, outer }) {
    const asked = params.resources?.split(',').map((name) => name.trim())
    const rows = services
      .limitedEndpoints(outer.apiDate)
      .flatMap(({ endpoint, windowBy }) => rowOf(endpoint, windowBy, caller, services))
      .filter(({ resource }) => asked === undefined || asked.includes(resource))
    const decisions = await services.windows.peekAll(rows)
    const resources: Record<string, Record<string, unknown>> = {}
    rows.forEach(({ resource, path }, index) => {
      const { limit, remaining, reset } = decisions[index] ?? { limit: 0, remaining: 0, reset: 0 }
      resources[resource] ??= {}
      resources[resource][path] = { limit, remaining, reset }
    })
    const context = caller.kind === 'user' ? { access_token: caller.token } : { application: 'dummykey' }
    return { status: 200, body: JSON.stringify({ rate_limit_context: context, resources }) }
  },
})

function rowOf(
  endpoint: Endpoint<Caller, Services>,
  windowBy: WindowOwner,
  caller: Caller,
  { limits }: Services,
): Row[] {
  const window = windowOf({ windowBy }, endpoint, caller)
  if (window === undefined || window.isUnlisted === true || isToldElsewhere(endpoint)) return []
  const { key, seconds } = window
  const path = shownPath(endpoint)
  const resource = path.split('/')[1] ?? ''
  return [{ key, window: { limit: scaledLimit(window.limit, limits), seconds }, resource, path }]
}

/** True if the response lists the window under another method of the same path, as for POST `/users/lookup`. */
function isToldElsewhere({ method, window }: Endpoint<Caller, Services>): boolean {
  return (window?.countedAs ?? method) !== method
}

/**
 * The name of an endpoint in the response: `/1.1/followers/ids.json` becomes `/followers/ids`, and both versions of
 * Labs have one name. A method other than GET is appended to the path. As recorded, the path of a stream ends in a
 * slash, and an endpoint with two paths has the path with `:id` (`/users/show/:id`, `/statuses/show/:id`).
 */
function shownPath({ paths, method }: Endpoint<Caller, Services>): string {
  const shown = (paths.find((path) => path.includes('/:id')) ?? paths[0])
    .replace(/^\/1\.1/, '')
    .replace(/\.json$/, '')
    .replace(/^\/labs\/\d+\//, '/labs/:version/')
    .replace(/\/stream\/(filter|sample)$/, '$&/')
  return method === 'GET' ? shown : `${shown}&${method}`
}
