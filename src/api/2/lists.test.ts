/** Tests POST 2/lists; GET, PUT and DELETE 2/lists/:id over HTTP. */
import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { createTestApp } from '../../../test/support/api-client.ts'
import { ENGINES } from '../../../test/support/engines.ts'
import { forbidden, ListStage, messagesOf } from '../../../test/support/lists/stage.ts'
import { slowOnPostgres } from '../../../test/support/part.ts'
import { block } from '../../domain/graph/block.ts'
import { follow } from '../../domain/graph/follow.ts'
import { addListMembers } from '../../domain/lists/change-members.ts'

const FIELDS = 'list.fields=created_at,description,follower_count,id,member_count,name,owner_id,private'

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  test(`2/lists on ${engine}`, async (t) => {
    const stage = await ListStage.open(t, engine)
    await manages(t, stage)
    await shows(t, stage)
    await refuses(t, stage)
  })
}

async function manages(t: TestContext, stage: ListStage): Promise<void> {
  await t.test(
    'spec/v2-users-and-lists.md#list-calls: 201 a list is created, changed and deleted',
    async () => {
      const owner = await stage.person()
      const created = await stage.send('POST', '/lists', owner.as, { name: ' Birds ', description: null })
      const { id } = created.body.data
      assert.deepEqual([created.status, created.body], [201, { data: { id, name: 'Birds' } }])
      const path = `/lists/${id}`
      const show = async () => (await stage.send('GET', `${path}?${FIELDS}`, owner.as)).body.data
      const { created_at, ...first } = await show()
      assert.match(created_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.000Z$/)
      const plain = { id, name: 'Birds', private: false, follower_count: 0, member_count: 0 }
      assert.deepEqual(first, { ...plain, owner_id: String(owner.id) })
      const change = { name: 'Bees', description: 'All', private: true }
      const changed = await stage.send('PUT', path, owner.as, change)
      assert.deepEqual([changed.status, changed.body], [200, { data: { updated: true } }])
      assert.deepEqual(await show(), { ...first, ...change, created_at })
      const deleted = await stage.send('DELETE', path, owner.as)
      assert.deepEqual([deleted.status, deleted.body], [200, { data: { deleted: true } }])
      assert.deepEqual((await stage.send('GET', path, owner.as)).body, { errors: [stage.notFound(id)] })
      const again = await stage.send('DELETE', path, owner.as)
      assert.deepEqual([again.status, again.body], [200, { errors: [stage.notFound(id)] }])
    },
  )
}

async function shows(t: TestContext, stage: ListStage): Promise<void> {
  await t.test('200 a list has the default fields, the owner as an expansion, and counts', async () => {
    const [owner, member] = await stage.people(2)
    assert.ok(owner && member)
    const { id } = await stage.list(owner, { memberIds: [member.id] })
    const path = `/lists/${id}`
    assert.deepEqual(await stage.lookups.got(path), { data: { id: String(id), name: 'Birds' } })
    const body = await stage.lookups.got(`${path}?expansions=owner_id&user.fields=public_metrics&${FIELDS}`)
    assert.equal(body.data.member_count, 1)
    assert.deepEqual(
      body.includes.users.map((user: { id: string }) => user.id),
      [String(owner.id)],
    )
    const { data } = await stage.lookups.got(`/users/${member.id}?user.fields=public_metrics`)
    assert.equal(data.public_metrics.listed_count, 1)
  })
  await t.test(
    'spec/v2-users-and-lists.md#list-visibility: each kind of viewer sees exactly the lists that it may see',
    async () => {
      const [owner, fan, blocked, other] = await stage.people(4)
      assert.ok(owner && fan && blocked && other)
      await follow(stage.context, { follower: fan.id, followee: owner.id })
      await block(stage.context, { userId: owner.id, blockedId: blocked.id })
      const { id: open } = await stage.list(owner)
      const { id: closed } = await stage.list(owner, { isPrivate: true })
      const errorsFor = async (id: bigint) => {
        const viewers = [owner, fan, blocked, other].map(({ as }) => as)
        const bodies = await Promise.all(
          [...viewers, stage.lookups.app.asApp].map((as) => stage.lookups.got(`/lists/${id}`, as)),
        )
        return bodies.map(({ errors }) => errors?.[0])
      }
      const [missing, denied] = [stage.notFound(closed), stage.notAuthorized(open)]
      assert.deepEqual(await errorsFor(closed), [undefined, missing, missing, missing, missing])
      assert.deepEqual(await errorsFor(open), [undefined, undefined, denied, undefined, undefined])
      await stage.lookups.act(owner.id, 'protect')
      assert.deepEqual(await errorsFor(open), [undefined, undefined, denied, denied, denied])
      await stage.lookups.act(owner.id, 'unprotect')
      await stage.lookups.act(owner.id, 'suspend')
      const gone = stage.notFound(open)
      assert.deepEqual((await stage.lookups.got(`/lists/${open}`, other.as)).errors, [gone])
      for (const id of [5n, '9999999999999999999']) {
        assert.deepEqual(await stage.lookups.got(`/lists/${id}`), { errors: [stage.notFound(id)] })
      }
    },
  )
}

async function refuses(t: TestContext, stage: ListStage): Promise<void> {
  const [owner, other] = await stage.people(2)
  assert.ok(owner && other)
  const { id } = await stage.list(owner)
  const { id: closed } = await stage.list(owner, { isPrivate: true })
  await t.test('403/1 spec/v2-users-and-lists.md#list-rules: the list of another user', async () => {
    const update = await stage.send('PUT', `/lists/${id}`, other.as, { name: 'Mine' })
    assert.deepEqual(
      [update.status, update.body],
      [403, forbidden('You are not allowed to update this List.')],
    )
    const remove = await stage.send('DELETE', `/lists/${id}`, other.as)
    assert.deepEqual(
      [remove.status, remove.body],
      [403, forbidden('You are not allowed to delete this List.')],
    )
    for (const [method, body] of [
      ['PUT', { private: false }],
      ['DELETE', undefined],
    ] as const) {
      const answer = await stage.send(method, `/lists/${closed}`, other.as, body)
      assert.deepEqual([answer.status, answer.body], [200, { errors: [stage.notFound(closed)] }])
    }
  })
  await t.test('400/2 spec/errors.md#invalid-parameters: invalid bodies and parameters', async () => {
    const faultsOf = async (body: unknown) => messagesOf(await stage.send('POST', '/lists', owner.as, body))
    assert.deepEqual(await faultsOf({}), ['name: can not be empty'])
    assert.deepEqual(await faultsOf({ name: 'a'.repeat(26) }), ['name: must have 1 to 25 characters'])
    assert.deepEqual(await faultsOf({ name: ' ' }), ['name: must have 1 to 25 characters'])
    assert.deepEqual(await faultsOf({ name: 'a', description: 'b'.repeat(101) }), [
      'description: must have at most 100 characters',
    ])
    assert.deepEqual(await faultsOf({ name: 'a', private: 'yes', mode: 1 }), [
      'mode: is not one of [name,description,private]',
      'private: must be true or false',
    ])
    assert.deepEqual(messagesOf(await stage.send('PUT', `/lists/${id}`, owner.as, {})), [
      'name: can not be empty',
    ])
    assert.deepEqual(messagesOf(await stage.send('DELETE', `/lists/${id}?x=1`, owner.as)), [
      '[x] is not one of [id]',
    ])
    assert.deepEqual(messagesOf(await stage.send('GET', '/lists/x', owner.as)), [
      'The `id` query parameter value [x] does not match ^[0-9]{1,19}$',
    ])
  })
  await t.test('403/3 spec/labs-lookup.md#enrolment: an app without a project', async () => {
    const alone = await createTestApp(stage.context)
    const as = await alone.asUser(owner.id)
    for (const [method, path, body] of [
      ['POST', '/lists', { name: 'a' }],
      ['GET', `/lists/${id}`, undefined],
      ['PUT', `/lists/${id}`, { name: 'a' }],
      ['DELETE', `/lists/${id}`, undefined],
    ] as const) {
      const { status, body: answer } = await stage.send(method, path, as, body)
      assert.deepEqual([status, answer.type], [403, `${stage.lookups.base}client-forbidden`])
    }
  })
  await t.test('403/2 spec/v2.md#problem-bodies: a bearer token may not change lists', async () => {
    const { status, body } = await stage.send('POST', '/lists', stage.lookups.app.asApp, { name: 'a' })
    assert.deepEqual([status, body.type], [403, `${stage.lookups.base}unsupported-authentication`])
  })
  await t.test('200 a hidden user is not shown as a member', async () => {
    const change = { userId: owner.id, listId: id, memberIds: [other.id], skips: false }
    await addListMembers(stage.context, change)
    await stage.lookups.act(other.id, 'suspend')
    assert.deepEqual((await stage.lookups.got(`/lists/${id}/members`)).meta, { result_count: 0 })
  })
}
