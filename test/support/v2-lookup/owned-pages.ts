/** The contract of pages of API v2 that belong to a user or a post, as tests (spec/v2.md#paging). */
import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { block } from '../../../src/domain/graph/block.ts'
import { deletePost } from '../../../src/domain/posts/write/delete-post.ts'
import { type Credentials, createTestApp } from '../api-client.ts'
import { letFollow } from '../follows.ts'
import type { LookupStage } from './stage.ts'

export interface OwnedPage {
  readonly stage: LookupStage
  /** Path below the prefix, such as `/users/1/liked_tweets`. */
  readonly path: string
  /** Credentials of the caller. The default is the app. */
  readonly as?: Credentials
  /** The expected ids, in the order of the pages. There must be enough ids for three pages. */
  readonly expected: readonly string[]
  /** Number of objects on a page, when the test reads all pages. */
  readonly size: number
  readonly min: number
  readonly max: number
  readonly default: number
}

type Body = Awaited<ReturnType<LookupStage['got']>>

export function idsIn(body: Body): string[] {
  return (body.data ?? []).map(({ id }: { id: string }) => id)
}

/** Declares tests of reading all pages, of page sizes, and of tokens. */
export async function pageCases(t: TestContext, page: OwnedPage): Promise<void> {
  const { stage, path, as, expected, size } = page
  const got = (query: string) => stage.got(`${path}?${query}`, as)
  const faults = async (query: string) => {
    const { status, body } = await stage.get(`${path}?${query}`, as)
    assert.equal(status, 400, JSON.stringify(body))
    return body.errors.map(({ message }: { message: string }) => message)
  }
  await t.test('200 spec/v2.md#paging: newest first, and the default number of objects', async () => {
    const body = await stage.got(path, as)
    assert.deepEqual(idsIn(body), expected.slice(0, page.default))
    assert.equal(body.meta.result_count, Math.min(expected.length, page.default))
    assert.equal(body.meta.next_token !== undefined, expected.length > page.default)
    assert.equal(body.meta.previous_token, undefined)
  })
  await t.test('200 spec/v2.md#paging: page by page to the end, and back', async () => {
    const there: string[] = []
    let body = await got(`max_results=${size}`)
    for (;;) {
      assert.equal(body.meta.result_count, idsIn(body).length)
      there.push(...idsIn(body))
      if (body.meta.next_token === undefined) break
      assert.match(body.meta.next_token, /^[A-Za-z0-9]+$/)
      assert.ok(there.length < expected.length, 'a next_token when nothing is left')
      body = await got(`max_results=${size}&pagination_token=${body.meta.next_token}`)
    }
    assert.deepEqual(there, expected)
    const last = idsIn(body).length
    const back: string[] = []
    while (body.meta.previous_token !== undefined) {
      body = await got(`max_results=${size}&pagination_token=${body.meta.previous_token}`)
      back.unshift(...idsIn(body))
      assert.ok(back.length < expected.length)
    }
    assert.deepEqual(back, expected.slice(0, -last))
  })
  await t.test(
    '400/2 spec/errors.md#invalid-parameters: invalid page sizes and tokens, and an unknown parameter',
    async () => {
      for (const bad of [page.min - 1, page.max + 1, -1, 'x', '1.5']) {
        assert.deepEqual(await faults(`max_results=${bad}`), [
          `The \`max_results\` query parameter value [${bad}] is not between ${page.min} and ${page.max}`,
        ])
      }
      const { meta } = await got(`max_results=${size}`)
      for (const bad of ['x', '1', 'N1', `${meta.next_token}0`, meta.next_token.slice(0, -1)]) {
        assert.deepEqual(await faults(`pagination_token=${bad}`), [
          `The \`pagination_token\` query parameter value [${bad}] is not valid`,
        ])
      }
      const [unknown] = await faults('cursor=1')
      assert.match(unknown, /^\[cursor\] is not one of \[id,max_results,pagination_token,/)
    },
  )
}

/** Tests the refusal of an app without a project. */
export async function refusedApp(t: TestContext, { stage, path }: Pick<OwnedPage, 'stage' | 'path'>) {
  await t.test('403/3 spec/labs-lookup.md#pages-of-followers: an app without a project', async () => {
    const alone = await createTestApp(stage.context)
    assert.equal((await stage.get(path, alone.asApp)).status, 403)
  })
}

/**
 * Declares tests of users whose page a caller may not see.
 * @param pathOf returns the path of the page of a user
 */
export async function userOwnerCases(
  t: TestContext,
  stage: LookupStage,
  pathOf: (userId: bigint) => string,
): Promise<void> {
  const { context, app } = stage
  await t.test(
    '200 spec/v2-posts.md#engagement-lists: a missing, suspended or protected user, or a user who blocks the caller',
    async () => {
      const [offender, leaver, hermit, blocker, viewer] = await Promise.all(
        [{}, {}, { isProtected: true }, {}, {}].map((input) => stage.user(input)),
      )
      assert.ok(offender && leaver && hermit && blocker && viewer)
      await stage.act(offender.id, 'suspend')
      await stage.act(leaver.id, 'deactivate')
      await block(context, { userId: blocker.id, blockedId: viewer.id })
      const asViewer = await app.asUser(viewer.id)
      for (const id of [5n, 9999999999999999999n, leaver.id]) {
        assert.deepEqual(await stage.got(pathOf(id)), { errors: [stage.notFound('user', 'id', id)] })
      }
      assert.deepEqual(await stage.got(pathOf(offender.id)), { errors: [stage.suspended('id', offender.id)] })
      for (const as of [app.asApp, asViewer]) {
        assert.deepEqual(await stage.got(pathOf(hermit.id), as), {
          errors: [stage.notAuthorized('user', 'id', hermit.id)],
        })
      }
      assert.deepEqual(await stage.got(pathOf(blocker.id), asViewer), {
        errors: [stage.notAuthorized('user', 'id', blocker.id)],
      })
      await letFollow(context, { follower: viewer.id, followee: hermit.id })
      assert.deepEqual(await stage.got(pathOf(hermit.id), asViewer), { meta: { result_count: 0 } })
    },
  )
}

/**
 * Declares tests of posts whose page a caller may not see.
 * @param pathOf returns the path of the page of a post
 */
export async function postOwnerCases(
  t: TestContext,
  stage: LookupStage,
  pathOf: (postId: bigint) => string,
): Promise<void> {
  const { context, app } = stage
  await t.test('200 spec/v2-posts.md#engagement-lists: a missing or hidden post', async () => {
    const [offender, hermit, blocker, viewer] = await Promise.all(
      [{}, { isProtected: true }, {}, {}].map((input) => stage.user(input)),
    )
    assert.ok(offender && hermit && blocker && viewer)
    const posts: bigint[] = []
    for (const { id } of [offender, hermit, blocker, viewer]) posts.push(await stage.post(id, 'a post'))
    const [ofOffender = 0n, ofHermit = 0n, ofBlocker = 0n, deleted = 0n] = posts
    await stage.act(offender.id, 'suspend')
    await block(context, { userId: blocker.id, blockedId: viewer.id })
    await deletePost(context, { postId: deleted })
    const asViewer = await app.asUser(viewer.id)
    for (const id of [5n, 9999999999999999999n, deleted, ofOffender]) {
      assert.deepEqual(await stage.got(pathOf(id)), { errors: [stage.notFound('tweet', 'id', id)] })
    }
    for (const as of [app.asApp, asViewer]) {
      assert.deepEqual(await stage.got(pathOf(ofHermit), as), {
        errors: [stage.notAuthorized('tweet', 'id', ofHermit)],
      })
    }
    assert.deepEqual(await stage.got(pathOf(ofBlocker), asViewer), {
      errors: [stage.notAuthorized('tweet', 'id', ofBlocker)],
    })
    await letFollow(context, { follower: viewer.id, followee: hermit.id })
    assert.deepEqual(await stage.got(pathOf(ofHermit), asViewer), { meta: { result_count: 0 } })
  })
}
