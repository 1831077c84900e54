/**
 * Promise 9 for the console: the test calls every endpoint of the console's API from a browser that is signed in as
 * the owner, signed in as another developer, or not signed in. Objects of another developer look like objects that do
 * not exist.
 */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { publicFamilies } from '../../src/api/_families.ts'
import { createApp } from '../../src/domain/apps/create-app.ts'
import { createStream } from '../../src/domain/console/stream.ts'
import { createPost } from '../../src/domain/posts/write/create-post.ts'
import { addRules } from '../../src/domain/rules/add-rules.ts'
import { ConsoleClient } from '../support/console/console.ts'
import { ENGINES } from '../support/engines.ts'
import { byPart, slowOnPostgres } from '../support/part.ts'
import { EVERY_PATH, startTestServer } from '../support/server.ts'
import { createUsers } from '../support/users.ts'
import type { ConsoleRow, ConsoleWorld } from './console-row.ts'
import { CONSOLE_ROWS } from './console-rows.ts'

const ENDPOINTS = publicFamilies()
  .filter(({ name }) => name === 'console')
  .flatMap(({ endpoints }) => endpoints)

describe('promise 9: the matrix of the console is complete', () => {
  test('every endpoint has a row, and every row has an endpoint', () => {
    const names = ENDPOINTS.map(({ method, paths }) => `${method} ${paths[0]}`)
    assert.deepEqual(Object.keys(CONSOLE_ROWS).sort(), names.sort())
  })

  for (const { method, paths, auth } of ENDPOINTS) {
    test(`${method} ${paths[0]} is public only if its row says so`, () => {
      const row = CONSOLE_ROWS[`${method} ${paths[0]}`]
      assert.equal(auth.includes('none'), row?.about === 'public')
    })
  }
})

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  test(`promise 9: every endpoint of the console × every caller on ${engine}`, async (t) => {
    const server = await startTestServer(t, { engine, settings: EVERY_PATH })
    const { context, url } = server
    const [owner, other] = await createUsers(context, 2)
    assert.ok(owner !== undefined && other !== undefined)
    const { appId } = await createApp(context, { name: 'Owned', ownerId: owner.id, permissions: 'read' })
    const { id: postId } = await createPost(context, { authorId: owner.id, text: 'a cat' })
    const rules = [{ value: 'cat', tag: undefined }]
    const [added] = await addRules(context, { appId, product: '2', rules, maxRules: 1, isDryRun: false })
    assert.ok(added !== undefined && 'rule' in added)
    const world: ConsoleWorld = { appId, postId, ruleId: added.rule.id, ownerId: owner.id }
    /**
     * Returns the same browser until its session has ended, because it takes time to hash the password of a new user.
     */
    const browserOf = (accountName: string, userId: bigint, isOperator = false) => {
      let browser: ConsoleClient | undefined
      return async (hasEnded = false) => {
        if (browser === undefined || hasEnded) {
          browser = await ConsoleClient.signedIn(server, { accountName, userId, isOperator })
        }
        return browser
      }
    }
    const asOwner = browserOf('acme', owner.id)
    await asOwner()
    await createStream(context, { accountName: 'acme', publisher: 'twitter', label: 'prod' })
    const asOther = browserOf('other', other.id)
    const asOperator = browserOf('aviary', owner.id, true)
    const ask = (client: ConsoleClient, endpoint: string, row: ConsoleRow, headers = {}) => {
      const [method = '', path = ''] = endpoint.split(' ')
      const target =
        row.path?.(world) ?? path.replace('/console/api', '').replace(':app_id', String(world.appId))
      return client.call(method, target, row.body?.(world), headers)
    }
    /** Signs in and repeats the request, if an earlier row has ended the session. */
    const askAs = async (
      browser: ReturnType<typeof browserOf>,
      ...asked: [endpoint: string, row: ConsoleRow, headers?: Record<string, string>]
    ) => {
      const answer = await ask(await browser(), ...asked)
      return answer.body?.reason === 'session-ended' ? ask(await browser(true), ...asked) : answer
    }
    for (const [endpoint, row] of Object.entries(CONSOLE_ROWS)) {
      await t.test(`${endpoint}: expected responses`, async () => {
        const without = await ask(new ConsoleClient(url), endpoint, row)
        const forged = await ask(new ConsoleClient(url, 'a'.repeat(43)), endpoint, row)
        if (row.about !== 'public') {
          for (const answer of [without, forged])
            assert.deepEqual([answer.status, answer.body.reason], [401, 'session-ended'])
        }
        if (!endpoint.startsWith('GET ')) {
          for (const site of [{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'same-site' }]) {
            const foreign = await askAs(asOwner, endpoint, row, site)
            assert.deepEqual([foreign.status, foreign.body.reason], [403, 'foreign-origin'])
          }
        }
        const others = await askAs(asOther, endpoint, row)
        if (row.about === 'operator') {
          for (const answer of [others, await askAs(asOwner, endpoint, row)])
            assert.deepEqual([answer.status, answer.body.reason], [403, 'operators-only'])
          if (row.startsThread === true && byPart(true, false)) return
          const operators = await askAs(asOperator, endpoint, row)
          assert.equal(operators.status, row.status, JSON.stringify(operators.body))
          return
        }
        if (row.about === 'app' || row.about === 'stream') {
          const missing = row.about === 'app' ? 'app-not-found' : 'stream-not-found'
          assert.deepEqual([others.status, others.body.reason], [404, missing])
        } else assert.equal(others.status, row.status)
        const owners = await askAs(asOwner, endpoint, row)
        assert.equal(owners.status, row.status, JSON.stringify(owners.body))
      })
    }
  })
}
