import assert from 'node:assert/strict'
import { ENGINES } from '../../../../test/support/engines.ts'
import { makeList } from '../../../../test/support/lists/make-list.ts'
import { seenListCases, type V11List, V11ListStage } from '../../../../test/support/lists/v11-stage.ts'
import { slowOnPostgres } from '../../../../test/support/part.ts'
import { followList } from '../../../domain/lists/follow-list.ts'

const PATH = '/1.1/lists/show.json'

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  test(`lists/show on ${engine}`, async (t) => {
    const stage = await V11ListStage.open(t, engine)
    const { owner, other, context, relations } = stage
    const { id } = await makeList(context, owner.id, {
      name: 'My Birds',
      description: 'All',
      memberIds: [other.id],
    })
    await followList(context, { userId: other.id, listId: id })
    await t.test(
      'spec/v1-streams-and-lists.md#list-object: 200 with the fields of the list object, in order',
      async () => {
        const { created_at, user, ...list } = await relations.got<V11List & { created_at: string }>(
          `${PATH}?list_id=${id}`,
          other.as,
        )
        assert.deepEqual(Object.entries(list), [
          ['id', id],
          ['id_str', String(id)],
          ['name', 'My Birds'],
          ['uri', `/${owner.screenName}/my-birds`],
          ['subscriber_count', 1n],
          ['member_count', 1n],
          ['mode', 'public'],
          ['description', 'All'],
          ['slug', 'my-birds'],
          ['full_name', `@${owner.screenName}/my-birds`],
          ['following', true],
        ])
        assert.match(created_at, /^[A-Z][a-z]{2} [A-Z][a-z]{2} \d\d [\d:]{8} \+0000 \d{4}$/)
        assert.equal(user.id, owner.id)
      },
    )
    await t.test('200 spec/v1-streams-and-lists.md#lists: by slug and owner, also for apps', async () => {
      for (const named of [`owner_id=${owner.id}`, `owner_screen_name=${owner.screenName.toUpperCase()}`]) {
        const list = await relations.got<V11List>(`${PATH}?slug=My-Birds&${named}`, relations.app.asApp)
        assert.deepEqual([list.id, list.following], [id, false])
      }
    })
    await seenListCases(t, stage, { method: 'GET', path: PATH })
  })
}
