/** /console/api/apps/:app_id/windows: the current rate windows; reading uses no requests (docs/console.md#usage). */
import { Type } from 'typebox'
import { windowFacts } from '../../../../auth/caller.ts'
import { listTokens } from '../../../../domain/apps/list-tokens.ts'
import { findGrant } from '../../../../domain/apps/oauth2/grants.ts'
import { listGrants } from '../../../../domain/apps/oauth2/list-grants.ts'
import type { CallerFacts } from '../../../../http/endpoint.ts'
import { optionalId } from '../../../../http/params.ts'
import { type Budget, furtherBudgetsOf, scaledLimit, windowOf } from '../../../../http/rate-limit/budget.ts'
import type { LimitedEndpoint, Services } from '../../../_services.ts'
import { TIME, timeText } from '../../_apps/own-app.ts'
import { consoleEndpoint, jsonAnswer } from '../../_family.ts'
import { ownApp } from '../../_own-app.ts'
import { ConsoleProblem } from '../../_problems.ts'
import { OF_APP } from '../../_traffic/params.ts'

/** Maximum number of users in the response, and of grants. */
const MAX_USERS = 100

const WINDOW = Type.Object(
  {
    method: Type.String(),
    path: Type.String(),
    per: Type.String({ description: 'Owner of the budget: `caller`, `user` or `app`.' }),
    limit: Type.Integer(),
    remaining: Type.Integer(),
    reset: Type.Integer({ description: 'Unix seconds.' }),
    seconds: Type.Integer({ description: 'Length of the window.' }),
  },
  { title: 'ConsoleWindow' },
)

const GRANT = Type.Object(
  {
    id: Type.String(),
    screen_name: Type.String(),
    scopes: Type.Array(Type.String()),
    created_at: TIME,
  },
  { title: 'ConsoleGrant' },
)

const WINDOWS = Type.Object(
  {
    windows: Type.Array(WINDOW),
    users: Type.Array(Type.Object({ id: Type.String(), screen_name: Type.String() }), {
      description: `Users with an OAuth 1.0a token of the app, at most ${MAX_USERS}.`,
    }),
    grants: Type.Array(GRANT, { description: `OAuth 2.0 grants of the app, at most ${MAX_USERS}.` }),
    is_enforced: Type.Boolean({ description: 'False with the setting `limits` off.' }),
  },
  { title: 'ConsoleWindows' },
)

export const listWindows = consoleEndpoint({
  paths: ['/console/api/apps/:app_id/windows'],
  summary: 'The current rate windows of an app, of a user’s token of the app, or of an OAuth 2.0 grant.',
  params: {
    ...OF_APP,
    user_id: optionalId('A user with a token of the app; default: the app itself.'),
    grant_id: optionalId('An OAuth 2.0 grant of the app, in place of `user_id`.'),
  },
  answers: [{ schema: WINDOWS }],
  errors: ['app-not-found', 'token-not-found'],
  async handle({ services, caller, params, outer }) {
    const app = await ownApp(services, caller, params.app_id ?? '')
    const facts = await factsOf(services, app.id, params)
    const [{ items }, grants] = await Promise.all([
      listTokens(
        services.store,
        { appId: app.id, withRevoked: false },
        { after: undefined, count: MAX_USERS },
      ),
      listGrants(services.store, { appId: app.id, now: services.clock.now(), count: MAX_USERS }),
    ])
    const isGrant = params.grant_id !== undefined
    const users = new Map(items.map(({ userId, screenName }) => [String(userId), screenName]))
    return jsonAnswer({
      windows: await windowsOf(services, facts, { day: outer.apiDate, isGrant }),
      users: [...users].map(([id, screen_name]) => ({ id, screen_name })),
      grants: grants.map(({ id, screenName: screen_name, scopes, createdAt }) => ({
        id: String(id),
        screen_name,
        scopes,
        created_at: timeText(createdAt),
      })),
      is_enforced: services.limits !== 'off',
    })
  },
})

interface Wanted {
  readonly user_id: bigint | undefined
  readonly grant_id: bigint | undefined
}

async function factsOf(services: Services, appId: bigint, wanted: Wanted): Promise<CallerFacts> {
  const { store, clock } = services
  const { user_id: userId, grant_id: grantId } = wanted
  if (grantId !== undefined) {
    const grant = await findGrant(store, grantId)
    if (grant?.appId !== appId || grant.expiresAt <= clock.now()) throw new ConsoleProblem('token-not-found')
    return windowFacts({ id: appId }, { grantId, userId: grant.userId })
  }
  if (userId === undefined) return windowFacts({ id: appId })
  const { items } = await listTokens(
    store,
    { appId, userId, withRevoked: false },
    { after: undefined, count: 1 },
  )
  const [token] = items
  if (token === undefined) throw new ConsoleProblem('token-not-found')
  return windowFacts({ id: appId }, token)
}

interface Row {
  readonly method: string
  readonly path: string
  readonly per: string
  readonly budget: Budget
}

async function windowsOf(
  services: Services,
  facts: CallerFacts,
  { day, isGrant }: { readonly day: string; readonly isGrant: boolean },
): Promise<readonly object[]> {
  const { limits, windows } = services
  const rows = new Map<string, Row>()
  for (const each of services.limitedEndpoints(day)) {
    // Endpoints without scopes do not accept tokens of OAuth 2.0 grants.
    if (isGrant && each.endpoint.scopes === undefined) continue
    for (const row of rowsOf(each, facts)) if (!rows.has(row.budget.key)) rows.set(row.budget.key, row)
  }
  const list = [...rows.values()]
  const decisions = await windows.peekAll(
    list.map(({ budget: { key, limit, seconds } }) => ({
      key,
      window: { limit: scaledLimit(limit, limits), seconds },
    })),
  )
  return list.map(({ method, path, per, budget }, index) => {
    const { limit = 0, remaining = 0, reset = 0 } = decisions[index] ?? {}
    return { method, path, per, limit, remaining, reset, seconds: budget.seconds }
  })
}

function rowsOf({ endpoint, windowBy }: LimitedEndpoint, facts: CallerFacts): readonly Row[] {
  const { method, paths } = endpoint
  const own = windowOf({ windowBy }, endpoint, facts)
  if (own === undefined || !endpoint.auth.includes(facts.kind)) return []
  const further = furtherBudgetsOf({ windowBy }, endpoint, facts)
  return [{ per: 'caller', budget: own }, ...further.map((budget) => ({ per: budget.of, budget }))].map(
    (row) => ({
      method,
      path: paths[0],
      ...row,
    }),
  )
}
