import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { ENGINES, freshConfig, testRuntime } from '../../../test/support/engines.ts'
import { eventsOf, factsOf } from '../../../test/support/events.ts'
import { createOneUser } from '../../../test/support/users.ts'
import { must } from '../../lib/assert.ts'
import type { Runtime } from '../../runtime.ts'
import { findFullUsers } from './find-users.ts'
import { searchUsers } from './search-users.ts'
import { type UpdateProfileInput, updateProfile } from './update-profile.ts'

type Changes = Omit<UpdateProfileInput, 'userId'>

for (const engine of ENGINES) {
  test(`profiles on ${engine}`, async (t) => {
    const config = await freshConfig(t, engine)
    const runtime = await testRuntime(t, config)
    await whatIsStored(t, runtime)
    await whatIsNot(t, runtime)
    await words(t, runtime)
    await t.test('concurrent changes of different fields are all stored', async () => {
      const processes = engine === 'postgres' ? [runtime, await testRuntime(t, config)] : [runtime, runtime]
      const { id: userId } = await createOneUser(runtime.context)
      const changes: Changes[] = [
        { name: 'New' },
        { location: 'Here' },
        { description: 'This' },
        { url: 'example.org' },
        { linkColor: '123456' },
      ]
      await Promise.all(
        changes.map((change, index) =>
          updateProfile(must(processes[index % 2], 'a process').context, { userId, ...change }),
        ),
      )
      const { name, profile } = await read(runtime, userId)
      const { location, description, link, appearance } = profile
      assert.deepEqual(
        [name, location, description, link?.expanded_url, appearance['profile_link_color']],
        ['New', 'Here', 'This', 'http://example.org', '123456'],
      )
    })
  })
}

async function read({ store }: Runtime, userId: bigint) {
  return must((await findFullUsers(store, [userId])).get(userId), 'a user')
}

async function whatIsStored(t: TestContext, runtime: Runtime): Promise<void> {
  const { context } = runtime
  await t.test(
    'a change appends one event; undefined fields stay, and empty texts clear a field',
    async () => {
      const { id: userId } = await createOneUser(context, { name: 'Before' })
      const events = await eventsOf(runtime, async () => {
        const first = await updateProfile(context, {
          userId,
          location: ' Here\n ',
          description: 'at https://example.org/a',
          url: 'https://example.org/b',
          linkColor: '#aBc',
        })
        assert.deepEqual(first, await read(runtime, userId))
        assert.equal(first.name, 'Before')
        assert.equal(first.profile.location, 'Here')
        const [link] = first.profile.descriptionLinks
        assert.equal(first.profile.description, `at ${link?.url}`)
        assert.deepEqual(first.profile.appearance, { profile_link_color: 'AABBCC', default_profile: false })
        const second = await updateProfile(context, { userId, url: '', linkColor: '', name: 'After' })
        assert.deepEqual(second, await read(runtime, userId))
        assert.equal(second.name, 'After')
        assert.deepEqual(second.profile, { ...first.profile, link: undefined, appearance: {} })
      })
      assert.deepEqual(
        events.map(factsOf),
        [1, 2].map(() => ({ kind: 'user.profile_changed', user_id: userId })),
      )
    },
  )
  await t.test('an update without changes appends no event and keeps the links', async () => {
    const { id: userId } = await createOneUser(context)
    const all = { userId, name: 'A', location: 'B', description: 'https://example.org/', url: 'example.org' }
    const before = await updateProfile(context, all)
    const sentBack = { ...all, description: before.profile.description, url: before.profile.link?.url }
    const events = await eventsOf(runtime, async () => {
      for (const input of [{ userId }, all, sentBack]) {
        assert.deepEqual(await updateProfile(context, input), before)
      }
    })
    assert.deepEqual(events, [])
  })
}

async function whatIsNot(t: TestContext, runtime: Runtime): Promise<void> {
  const { context } = runtime
  const longAddress = `https://example.org/${'a'.repeat(400)}`
  const good: Record<string, Changes> = {
    'a name of 50': { name: '😀'.repeat(50) },
    'an address of 100': { url: `example.org/${'a'.repeat(88)}` },
    'a location of 30': { location: 'é'.repeat(30) },
    'a description of 160': { description: '☃'.repeat(160) },
    'a description of 160 in which an address counts 23': {
      description: `${'x'.repeat(136)} ${longAddress}`,
    },
  }
  for (const [label, change] of Object.entries(good)) {
    await t.test(`spec/users.md#update-profile: ${label} code points is accepted`, async () => {
      const { id: userId } = await createOneUser(context)
      assert.deepEqual(await updateProfile(context, { userId, ...change }), await read(runtime, userId))
    })
  }
  const bad: Record<string, readonly [Changes, string]> = {
    'a name of 51': [{ name: '😀'.repeat(51) }, 'name is too long (maximum is 50 characters)'],
    'an empty name': [{ name: '' }, "name can't be blank"],
    'a name of spaces': [{ name: ' \n ' }, "name can't be blank"],
    'an address of 101': [
      { url: `example.org/${'a'.repeat(89)}` },
      'url is too long (maximum is 100 characters)',
    ],
    'what is no address': [{ url: 'javascript:alert(1)' }, 'url is not valid'],
    'a location of 31': [{ location: 'é'.repeat(31) }, 'location is too long (maximum is 30 characters)'],
    'a description of 161': [
      { description: '☃'.repeat(161) },
      'description is too long (maximum is 160 characters)',
    ],
    'a description of 161 in which an address counts 23': [
      { description: `${'x'.repeat(137)} ${longAddress}` },
      'description is too long (maximum is 160 characters)',
    ],
    'a colour that is none': [{ linkColor: 'blue' }, 'profile_link_color is not valid'],
    'a colour of four digits': [{ linkColor: '#1234' }, 'profile_link_color is not valid'],
  }
  for (const [label, [change, message]] of Object.entries(bad)) {
    await t.test(
      `spec/users.md#update-profile: ${label} is refused, and nothing else is stored`,
      async () => {
        const { id: userId } = await createOneUser(context)
        const before = await read(runtime, userId)
        const events = await eventsOf(runtime, () =>
          assert.rejects(updateProfile(context, { userId, name: 'Other', location: 'Other', ...change }), {
            reason: 'profile-invalid',
            message,
          }),
        )
        assert.deepEqual([await read(runtime, userId), events], [before, []])
      },
    )
  }
  await t.test('an unknown user is refused', async () => {
    await assert.rejects(updateProfile(context, { userId: 1n, name: 'A' }), { reason: 'user-not-found' })
  })
}

async function words(t: TestContext, { context, store }: Runtime): Promise<void> {
  await t.test('a search finds a user by the new name, and not by the old name', async () => {
    const user = await createOneUser(context, { name: 'Lovelace' })
    await updateProfile(context, { userId: user.id, name: 'Byron' })
    const search = (query: string) => searchUsers(store, { userId: null }, { query, offset: 0, count: 20 })
    assert.deepEqual(await search('byron'), [user.id])
    assert.deepEqual(await search('lovelace'), [])
    assert.deepEqual(await search(user.screenName), [user.id])
  })
}
