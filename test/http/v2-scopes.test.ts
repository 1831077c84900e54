/**
 * Tests the scopes of all endpoints of API v2 (spec/v2.md#callers). The tests are generated from the
 * declarations. A token that lacks one required scope gets 403. A token that has only the required scopes is
 * not refused because of its scopes.
 */
import assert from 'node:assert/strict'
import { V2_ENDPOINTS } from '../../src/api/2/_endpoints.ts'
import { BASE_SCOPES } from '../../src/domain/apps/oauth2/scopes.ts'
import { SCOPES, type Scope, type ScopeRequirement } from '../../src/lib/scopes.ts'
import { ENGINES } from '../support/engines.ts'
import { OAuth2Flow, userTokens } from '../support/oauth/oauth2.ts'
import { slowOnPostgres } from '../support/part.ts'
import { EVERY_PATH } from '../support/server.ts'
import type { AnyEndpoint } from './bad-input/any-family.ts'
import { filled } from './bad-input/asker.ts'

const FORBIDDEN = { title: 'Forbidden', detail: 'Forbidden', status: 403, type: 'about:blank' }

const ENDPOINTS: readonly AnyEndpoint[] = V2_ENDPOINTS.filter(
  ({ auth }) => auth.includes('user') || auth.includes('app'),
)

/** The scopes of a requirement; a token needs one of them. */
function choicesOf(requirement: ScopeRequirement): readonly Scope[] {
  return typeof requirement === 'string' ? [requirement] : requirement.anyOf
}

function requirementsOf({ scopes = [] }: AnyEndpoint): readonly ScopeRequirement[] {
  return [...BASE_SCOPES, ...scopes]
}

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  test(`403/about:blank for a token that lacks a required scope, on all endpoints of API v2, on ${engine}`, async (t) => {
    const input = { permissions: 'read-write-directmessages' } as const
    const flow = await OAuth2Flow.begin(t, { engine, settings: EVERY_PATH, app: input })
    const { context, user } = flow
    // Each set of scopes has an app, because only the newest tokens of a user and an app are valid. Calls with
    // equal scopes have the same token, because it takes time to issue tokens.
    const tokens = new Map<string, string>()
    const tokenOf = async (scopes: readonly Scope[]) => {
      const scope = scopes.join(' ')
      const known = tokens.get(scope)
      if (known !== undefined) return known
      const { app } = await flow.withApp('public', input)
      const { accessToken } = await userTokens(context, { appId: app.appId, userId: user.id, scope })
      tokens.set(scope, accessToken)
      return accessToken
    }
    const id = String(user.id)
    const good = { self: id, user_id: id, target_id: id, username: user.screenName }
    const call = async (endpoint: AnyEndpoint, scopes: readonly Scope[]) => {
      const { method, paths } = endpoint
      const stop = new AbortController()
      const response = await flow.call(filled(endpoint, paths[0], good), await tokenOf(scopes), {
        method,
        signal: stop.signal,
        ...(method === 'GET' ? {} : { headers: { 'content-type': 'application/json' }, body: '{}' }),
      })
      if (response.status >= 400) return { status: response.status, body: (await response.json()) as object }
      // The bodies of successful responses are not read, because streams have no end.
      stop.abort()
      return { status: response.status, body: undefined }
    }

    assert.ok(ENDPOINTS.length > 70)
    for (const endpoint of ENDPOINTS) {
      const requirements = requirementsOf(endpoint)
      await t.test(`${endpoint.method} ${endpoint.paths[0]}`, async () => {
        for (const requirement of requirements) {
          const lacked = choicesOf(requirement)
          const answer = await call(
            endpoint,
            SCOPES.filter((scope) => !lacked.includes(scope)),
          )
          assert.deepEqual(answer, { status: 403, body: FORBIDDEN }, `without ${lacked.join()}`)
        }
        for (const choice of choicesOf(requirements.at(-1) ?? 'tweet.read')) {
          const least = [...requirements.slice(0, -1).map((each) => choicesOf(each)[0] as Scope), choice]
          const { body } = await call(endpoint, [...new Set(least)])
          assert.notDeepEqual(body, FORBIDDEN, `with ${least.join()}`)
        }
      })
    }
  })
}
