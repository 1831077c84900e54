import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { ENGINES, freshConfig, type Hooks, testRuntime } from '../../../test/support/engines.ts'
import { byPart, slowOnPostgres } from '../../../test/support/part.ts'
import { TestClock } from '../../../test/support/test-clock.ts'
import type { Engine } from '../../db/query.ts'
import { createUser } from '../../domain/accounts/create-user.ts'
import { findFullUsers } from '../../domain/accounts/find-users.ts'
import { importFiles } from './import-files.ts'
import { findInputs } from './inputs.ts'

const FIRST = '490828800000000001'
const SECOND = '490828800000000002'

const TABLE = `id,user_id,screen_name,text\n${FIRST},7,ann,one\n`
const FULL = { id_str: '7', screen_name: 'ann', name: 'Ann Real', description: 'bio' }

/** A file with one post of v1.1. */
function recorded(id: string, user: object): string {
  const created_at = 'Wed Aug 12 00:00:00 +0000 2020'
  return `${JSON.stringify({ id_str: id, created_at, full_text: 'two', user })}\n`
}

type Files = readonly (readonly [string, string])[]

async function stage(t: Hooks, engine: Engine) {
  const config = await freshConfig(t, engine)
  const { context, store } = await testRuntime(t, config, new TestClock())
  return {
    context,
    /** Imports files together. @param files names and contents */
    async run(files: Files) {
      for (const [name, content] of files) await writeFile(join(config.data, name), content)
      const inputs = await findInputs(files.map(([name]) => join(config.data, name)))
      const { tally } = await importFiles(context, inputs, undefined, {
        data: config.data,
        stdin: Readable.from([]),
        importArchive: async () => assert.fail('there is no archive'),
      })
      assert.equal(tally.rejected, 0)
    },
    async user(id: bigint) {
      const user = (await findFullUsers(store, [id])).get(id)
      return [user?.screenName, user?.name, user?.profile.description]
    },
  }
}

for (const engine of ENGINES) {
  slowOnPostgres(engine)(
    `spec/odd-values.md#repetition: the order of files does not change the name and the profile of an author, on ${engine}`,
    async (t) => {
      const cases = [FIRST, SECOND].flatMap((id) =>
        [FULL, { ...FULL, screen_name: 'no name' }].map((user) => [id, user] as const),
      )
      // In the fast part, each post and each author once.
      for (const [id, author] of byPart(
        cases.filter((_, index) => index % 3 === 0),
        cases,
      )) {
        const table = ['table.csv', TABLE] as const
        const object = ['posts.jsonl', recorded(id, author)] as const
        const orders = [[[table], [object]], [[object], [table]], [[table, object]], [[object, table]]]
        for (const [index, imports] of orders.entries()) {
          const { run, user } = await stage(t, engine)
          for (const files of imports) await run(files)
          assert.deepEqual(
            await user(7n),
            ['ann', 'Ann Real', 'bio'],
            `order ${index}, post ${id}, ${author.screen_name}`,
          )
        }
      }
    },
  )

  slowOnPostgres(engine)(
    `spec/odd-values.md#repetition: a copy of an author changes neither a user with a profile nor a user of this server, on ${engine}`,
    async (t) => {
      const { context, run, user } = await stage(t, engine)
      await run([['posts.jsonl', recorded(FIRST, FULL)]])
      await run([
        ['later.jsonl', recorded(SECOND, { ...FULL, screen_name: 'b', name: 'B', description: 'new' })],
      ])
      assert.deepEqual(await user(7n), ['ann', 'Ann Real', 'bio'])
      const signIn = { email: 'cy@example.org', password: 'a long password' }
      const { id } = await createUser(context, { screenName: 'cy', ...signIn })
      const copy = { ...FULL, id_str: String(id), screen_name: 'cy' }
      await run([['local.jsonl', recorded('490828800000000003', copy)]])
      assert.deepEqual(await user(id), ['cy', 'cy', ''])
    },
  )
}
