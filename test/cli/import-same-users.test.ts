/** Tests an import of users while a server changes the same users. */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { findFullUsers } from '../../src/domain/accounts/find-users.ts'
import { updateProfile } from '../../src/domain/accounts/update-profile.ts'
import { cli, cliJson, startCli } from '../support/cli.ts'
import { ENGINES, freshConfig, temporaryDirectory } from '../support/engines.ts'
import { writeLines } from '../support/files/edge-list.ts'
import { slowTest as test } from '../support/part.ts'
import { startTestServer } from '../support/server.ts'

const USERS = 3_000
const CHANGED = Array.from({ length: 50 }, (_, index) => BigInt(1 + index * (USERS / 50)))

function lines(description: string): readonly string[] {
  return Array.from({ length: USERS }, (_, index) => {
    const id = index + 1
    return `{"id":${id},"id_str":"${id}","screen_name":"u${id}","name":"User ${id}","description":"${description}"}`
  })
}

for (const engine of ENGINES) {
  test(`spec/server.md#writing-beside-a-server: an import of users completes while a server changes the same users, on ${engine}`, async (t) => {
    const config = await freshConfig(t, engine, { limits: 'off' })
    const settings = [
      '--data',
      config.data,
      ...(config.database === '' ? [] : ['--database', config.database]),
    ]
    const directory = await temporaryDirectory(t)
    const { context } = await startTestServer(t, { config })
    const first = await writeLines(join(directory, 'first.jsonl'), lines('first'))
    await cliJson(t, ['import', 'users', first, ...settings])

    const second = await writeLines(join(directory, 'second.jsonl'), lines('second'))
    const run = startCli(t, ['import', 'users', second, ...settings, '--json'])
    let changes = 0
    while (!run.isOver) {
      const userId = CHANGED[changes % CHANGED.length] ?? 1n
      await updateProfile(context, { userId, name: `changed ${changes}` })
      changes += 1
    }
    const { code, out, err } = await run.ended
    assert.equal(code, 0, err)
    const { read, imported, rejected } = JSON.parse(out) as Record<string, number>
    assert.deepEqual([read, imported, rejected], [USERS, USERS, 0])
    assert.ok(changes > CHANGED.length, `${changes} changes`)

    const users = await findFullUsers(context.store, [...CHANGED, 2n])
    assert.equal(users.get(2n)?.profile.description, 'second')
    for (const id of CHANGED) {
      const { name, profile } = users.get(id) ?? assert.fail(`no user ${id}`)
      assert.match(name, new RegExp(`^(?:User ${id}|changed \\d+)$`))
      assert.equal(profile.description, 'second', 'a change of the name keeps the description of the import')
    }
    assert.equal((await cli(t, ['verify', ...settings])).code, 0)
  })
}
