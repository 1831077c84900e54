/** Tests that posts that apps received are counted once, even if the server that counts them is killed. */
import assert from 'node:assert/strict'
import { createPost } from '../../src/domain/posts/write/create-post.ts'
import { addRules } from '../../src/domain/rules/add-rules.ts'
import { ask } from '../support/api-client.ts'
import { atTime } from '../support/at-time.ts'
import { ENGINES, freshConfig, testRuntime } from '../support/engines.ts'
import { slowTest as test } from '../support/part.ts'
import { KillableServer } from '../support/processes/killable-server.ts'
import { PostReader } from '../support/streams/post-stream.ts'
import { createProjectApp } from '../support/streams/rule-suite.ts'
import { createOneUser } from '../support/users.ts'

const STREAM = '/2/tweets/search/stream?positions=true'

for (const engine of ENGINES) {
  test(`usage and counts of rules stay correct when the server is killed, on ${engine}`, async (t) => {
    const config = await freshConfig(t, engine)
    const { context } = await testRuntime(t, config)
    const app = await createProjectApp(context)
    const { id } = await createOneUser(context)
    const author = await app.asUser(id)
    const rules = [{ value: 'cat', tag: undefined }]
    await addRules(context, { appId: app.appId, product: '2', maxRules: 10, isDryRun: false, rules })
    const before = context.clock.now() - 120_000
    // Each post has a different time, because ids depend on the time.
    for (const [index, text] of ['owl 0', 'owl 1', 'owl 2'].entries()) {
      await createPost(atTime(context, before + index), { authorId: id, text })
    }
    const server = new KillableServer(t, config)
    await server.start()
    const get = async (path: string) => JSON.parse((await ask(`${server.url}${path}`, app.asApp)).text)
    const post = async (text: string) => {
      const url = `${server.url}/1.1/statuses/update.json?status=${encodeURIComponent(text)}`
      assert.equal((await ask(url, author, 'POST')).status, 200)
    }
    const used = async (): Promise<number> => {
      const { data } = await get('/labs/2/usage')
      return data.find((each: { product: string }) => each.product === '2').posts_this_month
    }
    const matched = async (): Promise<number> => (await get('/labs/2/rules/counts')).data[0].matched
    const open = async (more = '') => {
      const reader = await PostReader.open(`${server.url}${STREAM}${more}`, app.asApp)
      t.after(() => reader.close())
      assert.equal(reader.status, 200)
      return reader
    }

    const reader = await open()
    for (const text of ['cat 0', 'cat 1', 'cat 2']) await post(text)
    const position = (await reader.some(3)).at(-1).position
    // Counts are stored within a second.
    while ((await used()) < 3 || (await matched()) < 3);

    let counted = 0

    await t.test('posts of a search are counted before the response', async () => {
      let found = 0
      let last = 0
      // The search is repeated until the server has indexed the three posts.
      while (last < 3) {
        last = (await get('/2/tweets/search/recent?query=owl')).meta.result_count
        found += last
      }
      await server.killAndStart()
      assert.equal(await used(), 3 + found)
      assert.equal(await matched(), 3)
      counted = 3 + found
    })

    await t.test(
      'stored counts of a stream are not added again after a restart, and later posts are added',
      async () => {
        const again = await open(`&resume_after=${position}`)
        await post('cat 3')
        assert.equal((await again.some(1)).length, 1)
        while ((await matched()) < 4);
        assert.equal(await matched(), 4)
        while ((await used()) < counted + 1);
        assert.equal(await used(), counted + 1)
      },
    )
  })
}
