/** Reads statuses/filter with the stream of `twit` or `twitter`, and reports events as JSON lines. */
import { createRequire } from 'node:module'
import { text } from 'node:stream/consumers'
import type { World } from './world.ts'

interface Post {
  readonly text: string
  readonly user: { readonly screen_name: string }
}

interface Stream {
  on(event: string, listener: (value: Post) => void): void
}

const require = createRequire(import.meta.url)
const [client = 'twit'] = process.argv.slice(2)
const world = JSON.parse(await text(process.stdin)) as World

function report(event: string, facts: object = {}): void {
  process.stdout.write(`${JSON.stringify({ event, ...facts })}\n`)
}

function open(): Stream {
  const Client = require(client) as new (
    options: object,
  ) => { stream(path: string, parameters: object): Stream }
  const keys = { consumer_key: world.key, consumer_secret: world.secret }
  const own =
    client === 'twit'
      ? { access_token: world.accessToken, access_token_secret: world.accessSecret }
      : { access_token_key: world.accessToken, access_token_secret: world.accessSecret }
  return new Client({ ...keys, ...own }).stream('statuses/filter', {
    track: 'cat,#dogs',
    stall_warnings: true,
  })
}

const stream = open()
stream.on(client === 'twit' ? 'tweet' : 'data', (post) => {
  if (post.text !== undefined) report('post', { text: post.text, author: post.user.screen_name })
})
stream.on('delete', () => report('delete'))
stream.on('disconnect', () => report('disconnect'))
for (const event of ['connected', 'response']) stream.on(event, () => report('connected'))
