/** Opens the filtered stream with the library's own methods, and reports events as JSON lines. */
import { text } from 'node:stream/consumers'
import { ETwitterStreamEvent, TwitterApi } from 'twitter-api-v2'
import type { World } from './world.ts'

const world = JSON.parse(await text(process.stdin)) as World

function report(event: string, facts: object = {}): void {
  process.stdout.write(`${JSON.stringify({ event, ...facts })}\n`)
}

const app = new TwitterApi(world.bearer)
const user = new TwitterApi({
  appKey: world.key,
  appSecret: world.secret,
  accessToken: world.accessToken,
  accessSecret: world.accessSecret,
})

const none = await app.v2.streamRules()
const added = await app.v2.updateStreamRules({
  add: [{ value: 'cat', tag: 'cats' }, { value: 'dog' }],
})
const dogs = added.data.find(({ value }) => value === 'dog')
const deleted = await app.v2.updateStreamRules({ delete: { ids: [dogs?.id ?? ''] } })
const rules = await app.v2.streamRules()
report('rules', {
  before: none.data ?? null,
  created: added.meta.summary.created,
  deleted: deleted.meta.summary.deleted,
  values: rules.data.map(({ value }) => value),
})

const stream = await app.v2.searchStream({ expansions: ['author_id'], autoConnect: false })
stream.autoReconnect = true
stream.autoReconnectRetries = Number.POSITIVE_INFINITY
stream.on(ETwitterStreamEvent.Data, ({ data, includes, matching_rules }) =>
  report('data', {
    text: data.text,
    author: includes?.users?.[0]?.username,
    tags: matching_rules.map(({ tag }) => tag),
  }),
)
stream.on(ETwitterStreamEvent.Reconnected, async () => {
  report('reconnected')
  await user.v1.tweet('a cat after')
})
await stream.connect()
await user.v1.tweet('a dog')
await user.v1.tweet('a cat before')
