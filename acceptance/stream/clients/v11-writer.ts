/** Writes three posts. Two of them match the filter of v11-reader.ts. */
import { text } from 'node:stream/consumers'
import { TwitterApi } from 'twitter-api-v2'
import type { World } from './world.ts'

const world = JSON.parse(await text(process.stdin)) as World
const { v1 } = new TwitterApi({
  appKey: world.key,
  appSecret: world.secret,
  accessToken: world.accessToken,
  accessSecret: world.accessSecret,
})
for (const words of ['a cat', 'a bird', 'no #dogs']) await v1.tweet(words)
