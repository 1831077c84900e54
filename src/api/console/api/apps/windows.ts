/** /console/api/apps/:app_id/windows: rate windows as they are now; reading charges nothing (docs/console.md#usage). */
import { Type } from 'typebox'
import { windowFacts } from '../../../../auth/caller.ts'
import { listTokens } from '../../../../domain/apps/list-tokens.ts'
import type { CallerFacts } from '../../../../http/endpoint.ts'
import { optionalId } from '../../../../http/params.ts'
import { type Budget, furtherBudgetsOf, scaledLimit, windowOf } from '../../../../http/rate-limit/budget.ts'
import type { LimitedEndpoint, Services } from '../../../_services.ts'
import { consoleEndpoint, jsonAnswer } from '../../_family.ts'
import { ownApp } from '../../_own-app.ts'
import { ConsoleProblem } from '../../_problems.ts'
import { OF_APP } from '../../_traffic/params.ts'

/** Users of an app that the page offers. */
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

const WINDOWS = Type.Object(
  {
    windows: Type.Array(WINDOW),
    users: Type.Array(Type.Object({ id: Type.String(), screen_name: Type.String() }), {
      description: `Users with an OAuth 1.0a token of the app, at most ${MAX_USERS}.`,
    }),
    is_enforced: Type.Boolean({ description: 'False with the setting `limits` off.' }),
  },
  { title: 'ConsoleWindows' },
)

export const listWindows = consoleEndpoint({
  paths: ['/console/api/apps/:app_id/windows'],
  summary: 'The current rate windows of an app, or of a user’s token of the app.',
  params: { ...OF_APP, user_id: optionalId('A user with a token of the app; default: the app itself.') },
  answers: [{ schema: WINDOWS }],
  errors: ['app-not-found', 'token-not-found'],
  async handle({ services, caller, params, outer }) {
    const app = await ownApp(services, caller, params.app_id ?? '')
    const facts = await factsOf(services, app.id, params.user_id)
    const { items } = await listTokens(
      services.store,
      { appId: app.id, withRevoked: false },
      { after: undefined, count: MAX_USERS },
    )
    const users = new Map(items.map(({ userId, screenName }) => [String(userId), screenName]))
    return jsonAnswer({
      windows: await windowsOf(services, facts, outer.apiDate),
      users: [...users].map(([id, screen_name]) => ({ id, screen_name })),
      is_enforced: services.limits !== 'off',
    })
  },
})

async function factsOf({ store }: Services, appId: bigint, userId: bigint | undefined): Promise<CallerFacts> {
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

async function windowsOf(services: Services, facts: CallerFacts, day: string): Promise<readonly object[]> {
  const { limits, windows } = services
  const rows = new Map<string, Row>()
  for (const each of services.limitedEndpoints(day)) {
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
