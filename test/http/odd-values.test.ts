/**
 * Tests that one odd record never stops the processing of other records. With an odd value at any path of a
 * stored post, user or message, all endpoints that show the object respond, and the objects next to it are
 * shown unchanged.
 */
import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, type TestContext } from 'node:test'
import { query } from '../../src/db/query.ts'
import { exportPostsFile } from '../../src/exporters/posts.ts'
import { exportUsersFile } from '../../src/exporters/users.ts'
import { importPostsFile } from '../../src/importers/posts/posts.ts'
import { importUsersFile } from '../../src/importers/users.ts'
import { ask, type Credentials } from '../support/api-client.ts'
import { consumed } from '../support/consumed.ts'
import { ENGINES, temporaryDirectory } from '../support/engines.ts'
import {
  WHOLE_APPEARANCE,
  WHOLE_GEO,
  WHOLE_LINKS,
  WHOLE_MESSAGE,
  wholeContent,
} from '../support/odd/bases.ts'
import { OddData } from '../support/odd/data.ts'
import { V2, V11 } from '../support/odd/import-objects.ts'
import { someOddCopies } from '../support/odd/values.ts'
import { seedOf, slowTest } from '../support/part.ts'
import { PostReader } from '../support/streams/post-stream.ts'
import { postJson } from '../support/streams/rule-suite.ts'
import { WebhookStage } from '../support/webhooks/webhook-stage.ts'

/** The seed of random values. It is printed, so that a failure can be reproduced. */
const SEED = seedOf() ?? Date.now() % 2 ** 31

/** Number of random copies, in addition to one copy for each path. */
const COUNT = 60

/** Maximum number of ids in a lookup. */
const AT_ONCE = 100

const ALL_FIELDS = [
  'tweet.fields=attachments,author_id,context_annotations,created_at,entities,geo,in_reply_to_user_id,lang',
  ',possibly_sensitive,public_metrics,referenced_tweets,source,withheld',
  '&user.fields=created_at,description,entities,location,profile_image_url,protected,public_metrics,url,verified,withheld',
  '&media.fields=duration_ms,height,preview_image_url,public_metrics,url,width',
  '&place.fields=contained_within,country,country_code,full_name,geo,name,place_type',
  '&poll.fields=duration_minutes,end_datetime,options,voting_status',
  '&expansions=attachments.poll_ids,attachments.media_keys,author_id,entities.mentions.username,geo.place_id',
].join('')

const USER_FIELDS =
  'user.fields=created_at,description,entities,location,profile_image_url,protected,public_metrics,url,verified,withheld'

interface Known {
  readonly id_str?: string
  readonly id?: string
}

class Asker {
  readonly url: string
  readonly #as: Credentials

  constructor(url: string, as: Credentials) {
    this.url = url
    this.#as = as
  }

  /** Reads the response of a path. The response must be successful. */
  async got(path: string): Promise<unknown> {
    const { status, text } = await ask(this.url + path, this.#as)
    assert.equal(status, 200, `${path.slice(0, 100)}: ${text.slice(0, 500)}`)
    return JSON.parse(text)
  }

  /** Requests these objects, a hundred at a time, and asserts that the responses contain all of them. */
  async all(path: string, ids: readonly bigint[]): Promise<readonly Known[]> {
    const found: Known[] = []
    for (let from = 0; from < ids.length; from += AT_ONCE) {
      const answer = await this.got(path + ids.slice(from, from + AT_ONCE).join(','))
      found.push(...((Array.isArray(answer) ? answer : (answer as { data: Known[] }).data) as Known[]))
    }
    const seen = new Set(found.map(({ id_str, id }) => id_str ?? id))
    assert.deepEqual(
      ids.filter((id) => !seen.has(String(id))),
      [],
      path,
    )
    return found
  }
}

const POST_LOOKUPS = [
  '/1.1/statuses/lookup.json?id=',
  '/1.1/statuses/lookup.json?tweet_mode=extended&include_ext_alt_text=true&include_card_uri=true&id=',
  `/labs/2/tweets?${ALL_FIELDS}&ids=`,
  `/2/tweets?${ALL_FIELDS},referenced_tweets.id&ids=`,
]
const USER_LOOKUPS = [
  '/1.1/users/lookup.json?user_id=',
  `/labs/2/users?${USER_FIELDS}&ids=`,
  `/2/users?${USER_FIELDS}&ids=`,
]

for (const engine of ENGINES) {
  describe(`spec/contract.md#services: odd values at every path on ${engine}`, () => {
    slowTest('of objects that an older version stored: all endpoints that show them respond', async (t) => {
      t.diagnostic(`TEST_SEED=${SEED}`)
      await planted(t, engine)
    })
    slowTest('of objects from an imported file: they are shown, found and exported', async (t) => {
      t.diagnostic(`TEST_SEED=${SEED}`)
      await imported(t, engine)
    })
  })
}

async function open(t: TestContext, engine: (typeof ENGINES)[number]) {
  const stage = await WebhookStage.set(t, { engine, settings: { limits: 'off' } })
  const { server, mine, user } = stage
  const odd = new OddData(server.context, user.id)
  await odd.enrol(mine.app.appId)
  const rules = await postJson(`${server.url}/labs/1/tweets/stream/filter/rules`, mine.asApp, {
    add: [{ value: 'owl' }, { value: 'has:links neighbour' }],
  })
  assert.equal(rules.status, 201, JSON.stringify(rules.body))
  const stream = await PostReader.open(
    `${server.url}/labs/1/tweets/stream/filter?format=detailed`,
    mine.asApp,
  )
  t.after(() => stream.close())
  assert.equal(stream.status, 200)
  const asUser = await stage.asUser(user)
  await stage.register('all/dev/webhooks.json')
  assert.equal((await stage.ask('POST', 'all/dev/subscriptions.json', asUser)).status, 204)
  const asApp = new Asker(server.url, mine.asApp)
  return {
    stage,
    odd,
    stream,
    asUser,
    asApp,
    store: server.context.store,
    directory: await temporaryDirectory(t),
  }
}

type Place = Awaited<ReturnType<typeof open>>

/**
 * Asserts that the object next to the odd objects is streamed, sent to webhooks and found by searches after
 * them.
 */
async function assertNeighbour(place: Place, id: bigint): Promise<void> {
  const { stage, asApp, stream, store } = place
  await stream.until(() => stream.texts.some((text) => text.includes(`"id":"${id}"`)))
  const { receiver } = stage
  const hasCome = () => receiver.deliveries.some(({ raw }) => raw.includes(`"id_str":"${id}"`))
  while (!hasCome()) await receiver.until(receiver.deliveries.length + 1)
  await consumed(store, 'search')
  const found = (await asApp.got('/labs/2/tweets/search?query=neighbour')) as { data: Known[] }
  assert.deepEqual(
    found.data?.map((post) => post.id),
    [String(id)],
  )
  const old = (await asApp.got('/1.1/search/tweets.json?q=neighbour')) as { statuses: Known[] }
  assert.deepEqual(
    old.statuses.map((post) => post.id_str),
    [String(id)],
  )
}

async function assertExports({ store, directory }: Place, count: number): Promise<void> {
  for (const format of ['v1', 'v2'] as const) {
    const file = join(directory, `${format}.jsonl`)
    assert.equal(await exportPostsFile(store, file, { format }), count)
    for (const line of (await readFile(file, 'utf8')).trimEnd().split('\n')) JSON.parse(line)
  }
  await exportUsersFile(store, join(directory, 'users.jsonl'))
}

async function planted(t: TestContext, engine: (typeof ENGINES)[number]): Promise<void> {
  const place = await open(t, engine)
  const { odd, asApp, stage, asUser } = place
  const contents = someOddCopies(wholeContent(), COUNT, SEED)
  const [before = 0n] = await odd.plantPosts([wholeContent('before')])
  const ids = await odd.plantPosts([...contents, null, [], 'x', 7])
  const geos = someOddCopies(WHOLE_GEO, COUNT, SEED)
  const somewhere = await odd.plantPosts(geos.map(() => wholeContent()))
  await odd.plantGeos(somewhere, geos)
  const neighbour = await odd.plantPosts([wholeContent('neighbour')])
  const all = [before, ...ids, ...somewhere, ...neighbour]
  await odd.appendCreated(all)
  await assertNeighbour(place, neighbour[0] ?? 0n)
  for (const path of POST_LOOKUPS) await asApp.all(path, all)
  await asApp.got(`/1.1/statuses/user_timeline.json?count=200&user_id=${odd.authorId}`)
  await asApp.got('/labs/2/tweets/search?query=owl&max_results=100')
  const shown = (await asApp.all(POST_LOOKUPS[3] ?? '', [before])) as readonly { text?: string }[]
  assert.equal(shown[0]?.text, wholeContent('before').text)
  await assertExports(place, all.length)

  const users = await odd.plantUsers(
    someOddCopies(WHOLE_LINKS, COUNT, SEED),
    someOddCopies(WHOLE_APPEARANCE, COUNT, SEED),
  )
  for (const path of USER_LOOKUPS) await asApp.all(path, users)

  const messages = someOddCopies(WHOLE_MESSAGE, COUNT, SEED)
  const sent = await odd.plantMessages(
    [...messages, null, 7, WHOLE_MESSAGE],
    stage.other.owner.id,
    odd.authorId,
  )
  const asReader = new Asker(asApp.url, asUser)
  const seen = new Set<string>()
  for (let cursor = ''; ; ) {
    const page = (await asReader.got(`/1.1/direct_messages/events/list.json?count=50${cursor}`)) as {
      readonly events: readonly { readonly id: string }[]
      readonly next_cursor?: string
    }
    for (const { id } of page.events) seen.add(id)
    if (page.next_cursor === undefined) break
    cursor = `&cursor=${page.next_cursor}`
  }
  assert.equal(seen.size, sent.length)
}

async function imported(t: TestContext, engine: (typeof ENGINES)[number]): Promise<void> {
  const place = await open(t, engine)
  const { odd, asApp, stage, directory } = place
  const { context, config } = stage.server
  const user = { id_str: String(odd.authorId), screen_name: stage.user.screenName }
  const own = (object: unknown) =>
    typeof object === 'object' && object !== null && !Array.isArray(object) ? object : {}
  const author = { ...V11.user, id_str: '4242', id: 4242 }
  const v11 = [V11, ...someOddCopies(V11, COUNT, SEED)].map((post) => ({
    ...own(post),
    id_str: String(odd.nextId()),
    user: author,
    retweeted_status: undefined,
  }))
  const v2 = [V2, ...someOddCopies(V2, COUNT, SEED)].map((answer) => {
    const { data } = own(answer) as { readonly data?: unknown }
    return { ...own(answer), data: { text: 'x', ...own(data), id: String(odd.nextId()), author_id: '4242' } }
  })
  const lines = [...v11, ...v2]
  const last = { id_str: String(odd.nextId()), text: 'neighbour https://t.co/a', user }
  const file = join(directory, 'odd.jsonl')
  await writeFile(file, [...lines, last].map((line) => JSON.stringify(line)).join('\n'))
  const report = await importPostsFile(context, file, { data: config.data, live: { rate: 10_000 } })
  assert.ok(report.repairs.length > 50, `${report.repairs.length} kinds of repairs`)
  assert.equal(report.imported + report.skipped + report.rejected, lines.length + 1)
  const unread = lines.length + 1 - report.imported
  assert.ok(unread <= 30, `${unread} posts were not imported`)
  await assertNeighbour(place, BigInt(last.id_str))
  const ids = (await asApp.got(`/1.1/statuses/user_timeline.json?count=200&user_id=4242`)) as readonly Known[]
  const known = [...ids.map(({ id_str }) => BigInt(id_str ?? 0)), BigInt(last.id_str)]
  assert.ok(known.length > 100)
  for (const path of POST_LOOKUPS) await asApp.all(path, known)
  await assertExports(place, (await place.store.rows(allPosts, {})).length)

  const users = someOddCopies(author, COUNT, SEED).map((each, index) => ({
    ...own(each),
    id: 5_000 + index,
    id_str: undefined,
    screen_name: `odd${index}`,
  }))
  const people = join(directory, 'people.jsonl')
  await writeFile(people, users.map((each) => JSON.stringify(each)).join('\n'))
  const result = await importUsersFile(context, people, { data: config.data })
  assert.deepEqual([result.imported, result.rejected], [users.length, 0])
  for (const path of USER_LOOKUPS)
    await asApp.all(
      path,
      users.map(({ id }) => BigInt(id)),
    )
}

const allPosts = query()((k) => k.selectFrom('posts').select('id'))
