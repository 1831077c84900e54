// The filtered stream of twitter-api-v2, with its own reconnection.
import { TwitterApi } from 'twitter-api-v2'

const client = new TwitterApi(process.env.GRADE_BEARER_TOKEN)
const stream = await client.v2.searchStream({ autoConnect: false })
await stream.connect({ autoReconnect: true, autoReconnectRetries: 'unlimited' })
await new Promise(() => {})
