import { Agent } from 'node:http'
import { connect, likePosts } from './bot.js'

const { env } = process

function clientOf(credentials) {
  const client = connect(credentials, { httpAgent: new Agent() })
  client.v2.setPrefix(`${env.GRADE_URL}/2/`)
  return client
}

const user = clientOf({
  appKey: env.GRADE_CONSUMER_KEY,
  appSecret: env.GRADE_CONSUMER_SECRET,
  accessToken: env.GRADE_ACCESS_TOKEN,
  accessSecret: env.GRADE_ACCESS_TOKEN_SECRET,
})
const { data } = await user.v2.me()
await likePosts(clientOf(env.GRADE_BEARER_TOKEN), user, data.id)
