/** The contract of all endpoints that change a relation between the caller and a target user, as tests. */
import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { changeUserState } from '../../../src/domain/accounts/change-user-state.ts'
import { assertError } from '../id-list/stage.ts'
import type { Person, RelationStage } from './stage.ts'

export interface TargetSuite {
  readonly path: string
  /** Creates the state in which the endpoint responds with 200. */
  prepare?(asker: Person, other: Person): Promise<unknown>
}

export async function targetSuite(t: TestContext, stage: RelationStage, suite: TargetSuite): Promise<void> {
  const { path, prepare = async () => undefined } = suite
  const [asker, other] = [await stage.person(), await stage.person()]

  await t.test(
    '200 by user_id, and by screen_name in upper or lower case; user_id takes precedence, and the id has all digits',
    async () => {
      const third = await stage.person()
      for (const query of [
        `user_id=${other.id}`,
        `screen_name=${other.screenName.toUpperCase()}`,
        `screen_name=${third.screenName}&user_id=${other.id}`,
      ]) {
        await prepare(asker, other)
        const user = await stage.done(`${path}?${query}`, asker.as)
        assert.deepEqual([user.id, user.id_str], [other.id, String(other.id)])
        if (path.includes('friendships/create')) break
      }
    },
  )
  await t.test('spec/clients.md#requests: all parameters may be in a form body', async () => {
    await prepare(asker, other)
    const body = `user_id=${other.id}`
    const signed = asker.as('POST', `${stage.server.url}${path}?${body}`)
    const response = await fetch(`${stage.server.url}${path}`, {
      method: 'POST',
      headers: { authorization: signed, 'content-type': 'application/x-www-form-urlencoded' },
      body,
    })
    assert.equal(response.status, 200, await response.text())
  })
  await t.test('include_entities=false leaves out entities', async () => {
    const [a, b] = [await stage.person(), await stage.person()]
    await prepare(a, b)
    assert.ok(!('entities' in (await stage.done(`${path}?user_id=${b.id}&include_entities=false`, a.as))))
  })
  await t.test('400/25 no target', async () => {
    for (const query of ['', '?user_id=&screen_name=']) {
      assertError(await stage.post(path + query, asker.as), 400, 25, 'Query parameters are missing.')
    }
  })
  for (const bad of ['abc', '-5', '9223372036854775808']) {
    await t.test(`400/44 user_id=${bad}`, async () => {
      const answer = await stage.post(`${path}?user_id=${bad}`, asker.as)
      assertError(answer, 400, 44, 'user_id parameter is invalid.')
    })
  }
  await refusalsOfTheEdge(t, stage, path, `user_id=${other.id}`)
}

/** Parameters that name users who are unknown, suspended or deactivated. */
export async function unknownUserQueries(
  stage: RelationStage,
  prepare: (other: Person) => Promise<unknown> = async () => undefined,
): Promise<string[]> {
  const [suspended, deactivated] = [await stage.person(), await stage.person()]
  for (const gone of [suspended, deactivated]) await prepare(gone)
  await changeUserState(stage.context, { userId: suspended.id, action: 'suspend' })
  await changeUserState(stage.context, { userId: deactivated.id, action: 'deactivate' })
  return [
    'user_id=1',
    'screen_name=nobody',
    'screen_name=%00',
    `screen_name=${'n'.repeat(4_000)}`,
    `user_id=${suspended.id}`,
    `screen_name=${deactivated.screenName}`,
  ]
}

/** Tests that an endpoint refuses unknown and hidden users. */
export async function unknownUsers(
  t: TestContext,
  stage: RelationStage,
  { path, prepare = async () => undefined }: TargetSuite,
): Promise<void> {
  await t.test('404/50 an unknown, a suspended and a deactivated user', async () => {
    const asker = await stage.person()
    for (const query of await unknownUserQueries(stage, (other) => prepare(asker, other))) {
      assertError(await stage.post(`${path}?${query}`, asker.as), 404, 50, 'User not found.')
    }
  })
}

/** Declares tests of refusals before the endpoint runs, for all calls that write. */
export async function refusalsOfTheEdge(
  t: TestContext,
  stage: RelationStage,
  path: string,
  query: string,
): Promise<void> {
  const asker = await stage.person()
  await t.test('403/220 a bearer token', async () => {
    const answer = await stage.post(`${path}?${query}`, stage.app.asApp)
    assertError(answer, 403, 220, 'Your credentials do not allow access to this resource.')
  })
  await t.test('403/261 a read-only token', async () => {
    const answer = await stage.post(`${path}?${query}`, await stage.reader(asker.id))
    assertError(answer, 403, 261, 'Application cannot perform write actions.')
  })
  await t.test('400/215 no credentials, 404/34 a GET', async () => {
    assertError(await stage.post(`${path}?${query}`), 400, 215, 'Bad Authentication data.')
    assertError(await stage.get(`${path}?${query}`, asker.as), 404, 34, 'Sorry, that page does not exist.')
  })
}
