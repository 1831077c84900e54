/** The contract of rule endpoints, as tests for both APIs (spec/rules.md#create). */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { addAppToProject, createProject } from '../../../src/domain/apps/projects/projects.ts'
import type { Context } from '../../../src/domain/context.ts'
import { ask, type Credentials, createTestApp, type TestApp } from '../api-client.ts'
import { ENGINES, type Hooks } from '../engines.ts'
import { type DeclareTest, slowOnPostgres, type TestOn } from '../part.ts'
import { type SharedServer, serverFor, sharedServer, type TestServerOptions } from '../server.ts'
import { createOneUser } from '../users.ts'

/** Differences between the two endpoints. */
export interface RuleEndpoint {
  readonly path: string
  readonly base: string
  readonly max: number
  readonly duplicateType: string
  readonly countsValid: boolean
}

export interface RuleAnswer {
  readonly status: number
  readonly headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: a response may have any members
  readonly body: any
}

/** Sends a value as JSON, or a text as the body. */
export async function postJson(url: string, credentials: Credentials, body: unknown): Promise<RuleAnswer> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { authorization: credentials('POST', url), 'content-type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  return { status: response.status, headers: response.headers, body: JSON.parse(await response.text()) }
}

/** An app with access to every product. */
export async function createProjectApp(context: Context): Promise<TestApp> {
  const app = await createTestApp(context)
  const { id: ownerId } = await createOneUser(context)
  const project = await createProject(context, { name: 'Birds', ownerId })
  await addAppToProject(context, project.id, app.appId)
  return app
}

async function stage(t: Hooks, path: string, source: TestServerOptions | SharedServer) {
  const server = await serverFor(t, source)
  const app = await createProjectApp(server.context)
  const url = `${server.url}${path}`
  const post = (body: unknown, query = '') => postJson(`${url}${query}`, app.asApp, body)
  const list = async (query = ''): Promise<RuleAnswer> => {
    const { status, headers, text } = await ask(`${url}${query}`, app.asApp)
    return { status, headers, body: JSON.parse(text) }
  }
  return { ...server, url, app, post, list }
}

export function ruleSuite(place: RuleEndpoint, testOn: TestOn = slowOnPostgres): void {
  for (const engine of ENGINES) {
    describe(`rules of ${place.path} on ${engine}`, () => suite(testOn(engine), place, engine))
  }
}

function suite(test: DeclareTest, place: RuleEndpoint, engine: 'sqlite' | 'postgres'): void {
  const { path, base, max, countsValid } = place
  const shared = sharedServer({ engine, settings: { limits: 'off' } })
  const created = (good: number, bad: number) => ({
    created: good,
    not_created: bad,
    ...(countsValid ? { valid: good, invalid: bad } : {}),
  })

  /** The tag of a rule without a tag. Only API v2 has an empty tag for such a rule. */
  const untagged = path.startsWith('/2/') ? { tag: '' } : {}

  test('201 create, all valid; rules are listed oldest first; spec/rules.md#tags: a rule without a tag', async (t) => {
    const { post, list } = await stage(t, path, shared)
    const { status, body } = await post({
      add: [{ value: 'cat has:images', tag: 'cats' }, { value: ' dog ' }],
    })
    assert.equal(status, 201)
    const [cat, dog] = body.data
    assert.deepEqual(Object.keys(cat), ['value', 'tag', 'id'])
    assert.match(cat.id, /^[0-9]{1,19}$/)
    assert.deepEqual(dog, { value: 'dog', ...untagged, id: dog.id })
    assert.deepEqual(body.meta.summary, created(2, 0))
    assert.match(body.meta.sent, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    assert.equal('errors' in body, false)
    const listed = await list()
    assert.equal(listed.status, 200)
    assert.deepEqual(listed.body.data, [
      { id: cat.id, value: 'cat has:images', tag: 'cats' },
      { id: dog.id, value: 'dog', ...untagged },
    ])
    assert.deepEqual((await list(`?ids=${dog.id},1`)).body.data, [{ id: dog.id, value: 'dog', ...untagged }])
  })

  test('data is absent when there are no rules', async (t) => {
    const { list } = await stage(t, path, shared)
    const { status, body } = await list()
    assert.equal(status, 200)
    assert.deepEqual(Object.keys(body), ['meta'])
    assert.deepEqual(Object.keys(body.meta), path.startsWith('/2/') ? ['sent', 'result_count'] : ['sent'])
  })

  test('201 create, some duplicates: rules with equal trimmed texts are duplicates, whatever their tags', async (t) => {
    const { post } = await stage(t, path, shared)
    const first = await post({ add: [{ value: 'dog', tag: 'a' }] })
    const [{ id }] = first.body.data
    const error = { value: 'dog', id, title: 'DuplicateRule', type: `${base}${place.duplicateType}` }
    const mixed = await post({ add: [{ value: ' dog ', tag: 'b' }, { value: 'cat' }] })
    assert.equal(mixed.status, 201)
    assert.deepEqual(mixed.body.errors, [error])
    assert.deepEqual(mixed.body.meta.summary, created(1, 1))
    const none = await post({ add: [{ value: 'dog' }] })
    assert.equal(none.status, 201)
    const { sent } = none.body.meta
    assert.match(sent, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    // The test compares the text of the body, because the order of the members must be the recorded order.
    assert.equal(
      JSON.stringify(none.body),
      JSON.stringify({ meta: { sent, summary: created(0, 1) }, errors: [error] }),
      'nothing but duplicates',
    )
    const twice = await post({ add: [{ value: 'bird' }, { value: 'bird' }] })
    assert.equal(twice.body.errors[0].id, twice.body.data[0].id)
  })

  test('400 create, all invalid: nothing is created; 201 with valid and invalid rules', async (t) => {
    const { post, list } = await stage(t, path, shared)
    const { status, body } = await post({ add: [{ value: '--b' }, { value: '' }] })
    assert.equal(status, 400)
    const [error, empty] = body.errors
    assert.deepEqual(error, {
      value: '--b',
      details: [
        'Rules must contain a non-negation term (at position 1)',
        'Rules must contain at least one positive, non-stopword clause (at position 1)',
      ],
      title: 'UnprocessableEntity',
      type: `${base}invalid-rules`,
    })
    assert.equal(empty.value, '')
    assert.deepEqual(body.meta.summary, created(0, 2))
    assert.equal('data' in body, false)
    const long = await post({ add: [{ value: `${'a '.repeat(256)}b` }] })
    assert.equal(long.status, 400)
    const mixed = await post({ add: [{ value: 'cat' }, { value: 'cat nothing:dog' }] })
    assert.equal(mixed.status, 201)
    assert.deepEqual(mixed.body.meta.summary, created(1, 1))
    assert.equal((await list()).body.data.length, 1)
  })

  test(`422/1 create beyond the limit of ${max}: nothing is created`, async (t) => {
    const { post, list } = await stage(t, path, shared)
    const rules = (count: number, from = 0) =>
      Array.from({ length: count }, (_, index) => ({ value: `word${from + index}` }))
    assert.equal((await post({ add: rules(max - 1) })).status, 201)
    const { status, body, headers } = await post({ add: rules(2, max) })
    assert.equal(status, 422)
    assert.deepEqual(body, {
      title: 'RulesCapExceeded',
      detail: `Rule limit exceeded: ${max} rules allowed`,
      type: `${base}rule-cap`,
    })
    assert.equal(headers.get('content-type'), 'application/problem+json; charset=utf-8')
    assert.equal((await list()).body.data.length, max - 1)
    assert.equal(
      (await post({ add: [...rules(1, max), ...rules(3)] })).status,
      201,
      'duplicates need no room',
    )
  })

  test('200 delete by ids or values, plain or in objects; unknown rules count in not_deleted', async (t) => {
    const { post, list } = await stage(t, path, shared)
    const made = await post({ add: ['a1', 'b1', 'c1', 'd1'].map((value) => ({ value })) })
    const ids = made.body.data.map((rule: { id: string }) => rule.id)
    const byId = await post({ delete: { ids: [ids[0], '1'] } })
    assert.equal(byId.status, 200)
    assert.deepEqual(byId.body.meta.summary, { deleted: 1, not_deleted: 1 })
    assert.deepEqual(byId.body.errors, [
      {
        errors: [{ parameters: { ids: ['1'] }, message: 'Rule does not exist' }],
        title: 'Invalid Request',
        detail: 'One or more parameters to your request was invalid.',
        type: `${base}invalid-request`,
      },
    ])
    const byValue = await post({ delete: { values: [' b1 '] } })
    assert.deepEqual(byValue.body.meta.summary, { deleted: 1, not_deleted: 0 })
    assert.equal('errors' in byValue.body, false)
    assert.deepEqual((await post({ ids: [ids[2]] })).body.meta.summary, { deleted: 1, not_deleted: 0 })
    assert.deepEqual((await post({ values: ['d1', 'd1'] })).body.meta.summary, { deleted: 1, not_deleted: 0 })
    assert.equal('data' in (await list()).body, false)
  })

  test('ids beyond 64 bits match no rule, and unknown ids are reported as sent', async (t) => {
    const { post, list } = await stage(t, path, shared)
    const [{ id }] = (await post({ add: [{ value: 'cat' }] })).body.data
    const ids = ['9999999999999999999', '9223372036854775808', '007']
    for (const query of ['?dry_run=true', '']) {
      const { status, body } = await post({ delete: { ids } }, query)
      assert.deepEqual([status, body.meta.summary], [200, { deleted: 0, not_deleted: ids.length }])
      assert.deepEqual(
        body.errors.map(({ errors: [error] }: { errors: { parameters: object }[] }) => error?.parameters),
        ids.map((each) => ({ ids: [each] })),
      )
    }
    const asNumber = await post('{"delete":{"ids":[18446744073709551615]}}')
    assert.equal(asNumber.status, 400, 'twenty digits are not an id')
    assert.equal('data' in (await list(`?ids=${ids}`)).body, false)
    assert.equal((await list(`?ids=${ids},${id}`)).body.data.length, 1)
  })

  test('dry_run: the response has the status and body of the real call, including ids, and nothing is stored', async (t) => {
    const { post, list } = await stage(t, path, shared)
    const made = await post({ add: [{ value: 'cat' }] }, '?dry_run=true')
    assert.equal(made.status, 201)
    assert.match(made.body.data[0].id, /^[0-9]+$/)
    assert.equal('data' in (await list()).body, false)
    const real = await post({ add: [{ value: 'cat' }] })
    // tweepy spells booleans like this.
    const gone = await post({ delete: { ids: [real.body.data[0].id] } }, '?dry_run=True')
    assert.deepEqual([gone.status, gone.body.meta.summary], [200, { deleted: 1, not_deleted: 0 }])
    assert.equal((await list()).body.data.length, 1)
    const many = Array.from({ length: max }, (_, index) => ({ value: `word${index}` }))
    assert.equal((await post({ add: many }, '?dry_run=true')).status, 422)
  })

  test('spec/errors.md#invalid-parameters: 400 for a dry_run other than true and false, and nothing is stored', async (t) => {
    const { post, list } = await stage(t, path, shared)
    for (const value of ['yes', 'maybe']) {
      const { status, body } = await post({ add: [{ value: 'cat' }] }, `?dry_run=${value}`)
      assert.equal(status, 400, value)
      assert.deepEqual(body.errors[0].parameters, { dry_run: [value] })
    }
    for (const query of ['?dry_run', '?dry_run=']) {
      const { status, body } = await post({ add: [{ value: 'cat' }] }, query)
      assert.equal(status, 400, query)
      assert.deepEqual(body.errors, [
        { parameters: { dry_run: [] }, message: 'Request parameter `dry_run` can not be empty' },
      ])
    }
    assert.equal('data' in (await list()).body, false)
    assert.equal((await post({ add: [{ value: 'cat' }] }, '?dry_run=false')).status, 201)
    assert.equal((await list()).body.data.length, 1)
  })

  test('400/2 a body with both members, with neither, or with bad JSON, and unknown parameters', async (t) => {
    const { post, list } = await stage(t, path, shared)
    const bodies = [
      { add: [{ value: 'a' }], delete: { ids: ['1'] } },
      {},
      [],
      null,
      '{',
      '',
      '7',
      { add: [] },
      { add: {} },
      { add: ['a'] },
      { add: [{ tag: 'a' }] },
      { add: [{ value: 1 }] },
      { add: [{ value: 'a', tag: 1 }] },
      { add: [{ value: 'a', tag: 'x'.repeat(129) }] },
      { delete: {} },
      { delete: [] },
      { delete: { ids: [] } },
      { delete: { ids: ['x'] } },
      { delete: { ids: [1.5] } },
      { delete: { values: [1] } },
    ]
    for (const body of bodies) {
      const answer = await post(body)
      assert.deepEqual(
        [answer.status, answer.body.type],
        [400, `${base}invalid-request`],
        JSON.stringify(body),
      )
      assert.equal(answer.body.title, 'Invalid Request')
    }
    const names = path.startsWith('/2/') ? 'ids,max_results,pagination_token' : 'ids'
    const stranger = await list('?format=compact')
    assert.equal(stranger.status, 400)
    assert.deepEqual(stranger.body.errors, [
      { parameters: { format: ['compact'] }, message: `[format] is not one of [${names}]` },
    ])
    assert.equal((await list('?ids=x')).status, 400)
    for (const query of ['?ids=', '?ids']) {
      const { status, body } = await list(query)
      assert.equal(status, 400, query)
      assert.deepEqual(body.errors, [
        { parameters: { ids: [] }, message: 'Request parameter `ids` can not be empty' },
      ])
    }
    assert.equal((await post({ add: [{ value: 'a' }] }, '?dry=true')).status, 400)
  })

  test('OAuth 1.0a gets 403 unsupported-authentication from both calls', async (t) => {
    const { url, app, context } = await stage(t, path, shared)
    const { id } = await createOneUser(context)
    const asUser = await app.asUser(id)
    for (const answer of [await ask(url, asUser), await ask(url, asUser, 'POST')]) {
      assert.equal(answer.status, 403)
      assert.equal(JSON.parse(answer.text).type, `${base}unsupported-authentication`)
    }
  })

  test('rules belong to an app: other apps neither see nor delete them', async (t) => {
    const { url, post, context } = await stage(t, path, shared)
    const mine = await post({ add: [{ value: 'cat' }] })
    const other = await createProjectApp(context)
    assert.equal('data' in JSON.parse((await ask(url, other.asApp)).text), false)
    const stolen = await postJson(url, other.asApp, {
      delete: { ids: [mine.body.data[0].id], values: ['cat'] },
    })
    assert.deepEqual(stolen.body.meta.summary, { deleted: 0, not_deleted: 2 })
  })

  test('concurrent requests neither exceed the limit nor create duplicate rules', async (t) => {
    const { post, list } = await stage(t, path, shared)
    const add = (from: number) => ({
      add: Array.from({ length: max - 1 }, (_, index) => ({ value: `word${from + index}` })),
    })
    const statuses = (await Promise.all([post(add(0)), post(add(3)), post(add(0))])).map(
      ({ status }) => status,
    )
    assert.ok(statuses.includes(201))
    const { data } = (await list()).body
    assert.ok(data.length <= max)
    assert.equal(new Set(data.map((rule: { value: string }) => rule.value)).size, data.length)
  })
}

/**
 * Tests the windows of 450 reads and 450 changes in 15 minutes (spec/limits.md#labs-limits).
 * @param shared a server with the default options
 */
export function ruleWindowTest(place: RuleEndpoint, shared: SharedServer): void {
  test('429 after 450 requests in 15 minutes: the headers announce this limit, and reads and changes are counted separately', async (t) => {
    const { post, list } = await stage(t, place.path, shared)
    const first = await list()
    assert.deepEqual(
      ['limit', 'remaining'].map((name) => first.headers.get(`x-rate-limit-${name}`)),
      ['450', '449'],
    )
    assert.equal((await post({ add: [{ value: 'a' }] })).headers.get('x-rate-limit-remaining'), '449')
  })
}
