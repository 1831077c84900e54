import assert from 'node:assert/strict'
import { statSync } from 'node:fs'
import { copyFile, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, type TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { caseFile } from '../../../test/support/cases.ts'
import { ENGINES, freshConfig, temporaryDirectory, testRuntime } from '../../../test/support/engines.ts'
import { slowOnPostgres } from '../../../test/support/part.ts'
import type { Engine } from '../../db/query.ts'
import { exportPostsFile } from '../../exporters/posts.ts'
import { exportUsersFile } from '../../exporters/users.ts'
import { importFiles } from '../files/import-files.ts'

const FIXTURES = fileURLToPath(new URL('../../../test/fixtures/forms', import.meta.url))

type Exported = Readonly<Record<string, unknown>> & { readonly user: Exported }

async function place(t: TestContext, engine: Engine) {
  const config = await freshConfig(t, engine)
  const { context, store } = await testRuntime(t, config)
  const folder = await temporaryDirectory(t)
  const runOnly = async (only: 'users' | undefined, ...paths: readonly string[]) => {
    const inputs = paths.map((path) => ({
      name: path.slice(path.lastIndexOf('/') + 1),
      is: 'file' as const,
      path,
      size: statSync(path).size,
    }))
    const { tally } = await importFiles(context, inputs, undefined, {
      data: config.data,
      stdin: emptyInput(),
      only,
      importArchive: async () => assert.fail('no archive'),
    })
    const { current, state } = tally
    return {
      rejected: current.rejected,
      repairs: state.repairs.map(({ path, fault }) => `${path}: ${fault}`),
    }
  }
  const run = (...paths: readonly string[]) => runOnly(undefined, ...paths)
  const read = async (name: string): Promise<readonly Exported[]> =>
    (await readFile(join(folder, name), 'utf8'))
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Exported)
  let exports = 0
  const posts = async () => {
    exports += 1
    await exportPostsFile(store, join(folder, `p${exports}.jsonl`))
    return read(`p${exports}.jsonl`)
  }
  const users = async () => {
    exports += 1
    await exportUsersFile(store, join(folder, `u${exports}.jsonl`))
    return read(`u${exports}.jsonl`)
  }
  return { run, runOnly, posts, users, folder }
}

async function* emptyInput(): AsyncGenerator<Buffer> {
  // The generator yields nothing, because standard input is empty.
}

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)

  describe(`inputs of public bug reports on ${engine}`, () => {
    for (const [name, texts] of [
      ['10-search-page.json', ['first', 'second']],
      ['12-mongoexport.json', ['mongo']],
      ['17-gnip-activity.json', ['gnip one']],
      ['18-note-page.jsonl', [/Finally it says quokkaland\.$/]],
      ['24-nul-in-profile.json', ['fine text']],
    ] as const) {
      test(`${name}: every post is imported, and nothing is rejected`, async (t) => {
        const { run, posts, users } = await place(t, engine)
        const { rejected, repairs } = await run(caseFile(name))
        assert.equal(rejected, 0)
        const found = await posts()
        assert.equal(found.length, texts.length)
        for (const [index, text] of texts.entries()) {
          if (typeof text === 'string') assert.equal(found[index]?.['full_text'], text)
          else assert.match(String(found[index]?.['full_text']), text)
        }
        if (!name.startsWith('24')) return
        const [author] = await users()
        assert.deepEqual([author?.['screen_name'], author?.['description']], ['spritz_a', 'abcdef'])
        assert.deepEqual(repairs, ['user.description: NUL or half a character'])
      })
    }

    for (const [name, names] of [
      ['14-users-list.json', ['spritz_a', 'spritz_b']],
      ['15-users-v2-page.jsonl', ['v_two']],
    ] as const) {
      test(`${name}: every user is imported`, async (t) => {
        const { run, users } = await place(t, engine)
        assert.equal((await run(caseFile(name))).rejected, 0)
        assert.deepEqual(
          (await users()).map((user) => user['screen_name']),
          names,
        )
      })
    }
  })

  describe(`spec/data-files.md#post-objects: files of academictwitteR on ${engine}`, () => {
    test('posts are joined with the includes in the file with the same id, in any order of the files', async (t) => {
      const { run, posts, folder } = await place(t, engine)
      const [data, includes] = [join(folder, 'data_61.json'), join(folder, 'users_61.json')]
      await copyFile(join(FIXTURES, 'acad-data.json'), data)
      await copyFile(join(FIXTURES, 'acad-users.json'), includes)
      for (const order of [
        [data, includes],
        [includes, data],
      ]) {
        assert.equal((await run(...order)).rejected, 0)
      }
      const [first] = (await posts()).filter((post) => post['full_text'] === 'academic')
      const { media } = (first?.['extended_entities'] ?? {}) as { readonly media?: readonly Exported[] }
      assert.equal(media?.[0]?.['media_url_https'], 'https://pbs.twimg.com/media/a.jpg')
      assert.equal(first?.user['screen_name'], 'ann')
    })

    test('posts are imported although their includes are not JSON', async (t) => {
      const { run, posts, folder } = await place(t, engine)
      const data = join(folder, 'data_61.json')
      await copyFile(join(FIXTURES, 'acad-data.json'), data)
      await writeFile(join(folder, 'users_61.json'), '{"users":')
      assert.equal((await run(data)).rejected, 0)
      assert.equal((await posts()).length, 2)
    })
  })

  describe(`spec/data-files.md#user-files: included users of a page on ${engine}`, () => {
    const user = (id: string, username: string, name: string) => ({ id, username, name, description: name })
    const page = {
      data: [{ id: '1293500000000001901', text: 'of a page', author_id: '11' }],
      includes: { users: [user('11', 'ann', 'Ann'), user('15', 'dog', 'Dog')] },
    }

    test('all users are imported, and stored users with a name do not change', async (t) => {
      const { run, posts, users, folder } = await place(t, engine)
      const [newer, older] = [join(folder, 'newer.json'), join(folder, 'page.json')]
      await writeFile(newer, JSON.stringify(user('15', 'dog', 'Newer')))
      await writeFile(older, JSON.stringify(page))
      await run(newer, older)
      assert.deepEqual(
        (await users()).map(({ screen_name, name }) => [screen_name, name]),
        [
          ['ann', 'Ann'],
          ['dog', 'Newer'],
        ],
      )
      assert.equal((await posts()).length, 1)
    })

    test('"import users" imports the users of a page of posts, and not the posts', async (t) => {
      const { runOnly, posts, users, folder } = await place(t, engine)
      await writeFile(join(folder, 'page.json'), JSON.stringify(page))
      assert.equal((await runOnly('users', join(folder, 'page.json'))).rejected, 0)
      assert.deepEqual([(await users()).length, await posts()], [2, []])
      const faulty = { users: [user('16', 'emu', 'Emu'), { id: '17', username: 'no name' }] }
      await writeFile(join(folder, 'faulty.json'), JSON.stringify(faulty))
      assert.equal((await runOnly('users', join(folder, 'faulty.json'))).rejected, 1)
    })
  })
}
