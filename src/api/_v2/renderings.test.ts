import assert from 'node:assert/strict'
import { test } from 'node:test'
import { freshConfig, testRuntime } from '../../../test/support/engines.ts'
import { createOneUser } from '../../../test/support/users.ts'
import { USER } from '../../formats/v2/fields.ts'
import { Tail } from '../../log/tail.ts'
import { CurrentLog } from '../../views/current-log.ts'
import { UserCache } from '../../views/user-cache.ts'
import { userText, withMembers } from './renderings.ts'

test('each set of fields is rendered once, a few renderings are cached, and the memory of the renderings is counted', async (t) => {
  const runtime = await testRuntime(t, await freshConfig(t, 'sqlite'))
  const { context } = runtime
  const { id } = await createOneUser(context)
  const tail = await Tail.open(runtime.store, context.clock)
  t.after(() => tail.close())
  const log = new CurrentLog(runtime.store, tail)
  const cache = new UserCache(log, context.store)
  await log.catchUp()
  const [user] = await cache.get([id])
  assert.ok(user !== undefined)
  const first = userText(cache, user, USER.id)
  assert.equal(userText(cache, user, USER.id), first, 'the very same bytes')
  assert.equal(cache.renderingsMade, 1)
  const one = cache.counts.bytes
  const sets = Object.values(USER)
  for (const fields of sets) userText(cache, user, fields)
  const full = cache.counts.bytes
  assert.equal(cache.renderingsMade, 1 + sets.length - 1, 'one for each other set')
  for (let round = 0; round < 50; round += 1) for (const fields of sets) userText(cache, user, fields)
  assert.ok(full > one && cache.counts.bytes - full < 500, 'however many sets are asked for')
  assert.notEqual(userText(cache, user, USER.id), first, 'it had to go')
  assert.deepEqual(userText(cache, user, USER.id), first)
})

test('members are inserted into an object that is encoded as bytes', () => {
  const object = Buffer.from('{"id":"é"}')
  assert.equal(withMembers(object, {}), object)
  assert.equal(String(withMembers(object, { a: 'ü', b: [1] })), '{"id":"é","a":"ü","b":[1]}')
})
