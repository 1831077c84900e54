/** The JavaScript clients of clients.ts. */
import type { ClientHint } from './client-hint.ts'

const NODE = ['HTTPS_PROXY', 'NODE_EXTRA_CA_CERTS', 'NODE_USE_ENV_PROXY'] as const

export const JAVASCRIPT_CLIENTS: readonly ClientHint[] = [
  {
    name: 'twitter-api-v2',
    title: 'twitter-api-v2',
    language: 'JavaScript',
    code: 'js',
    file: 'try.mjs',
    ways: [
      {
        by: 'address',
        variables: ['NODE_EXTRA_CA_CERTS'],
        note: 'Uploads, sign-in and v1.1 streams use built-in host names: use the proxy for them.',
        code: (url) => {
          const isPlain = url.startsWith('http:')
          return `${isPlain ? "import { Agent } from 'node:http'\n" : ''}import { TwitterApi } from 'twitter-api-v2'

const client = new TwitterApi(process.env.BEARER_TOKEN${isPlain ? ', { httpAgent: new Agent() }' : ''})
client.v1.setPrefix('${url}/1.1/')
client.v2.setPrefix('${url}/2/')
console.log((await client.v2.userByUsername(process.env.SCREEN_NAME)).data.id)`
        },
      },
      {
        by: 'proxy',
        variables: NODE,
        note: 'Node reads `NODE_USE_ENV_PROXY` from version 24.5.',
        code: () => `import { TwitterApi } from 'twitter-api-v2'

const client = new TwitterApi(process.env.BEARER_TOKEN)
console.log((await client.v2.userByUsername(process.env.SCREEN_NAME)).data.id)`,
      },
    ],
  },
  {
    name: 'twitter-api-sdk',
    title: 'twitter-api-sdk',
    language: 'TypeScript',
    code: 'js',
    file: 'try.mjs',
    ways: [
      {
        by: 'address',
        variables: ['NODE_EXTRA_CA_CERTS'],
        note: '`auth.OAuth2User` uses built-in host names: use the proxy for sign-in.',
        code: (url) => `import { Client } from 'twitter-api-sdk'

const client = new Client(process.env.BEARER_TOKEN, { base_url: '${url}' })
console.log((await client.users.findUserByUsername(process.env.SCREEN_NAME)).data.id)`,
      },
    ],
  },
  {
    name: 'twitter',
    title: 'twitter',
    language: 'JavaScript',
    code: 'js',
    file: 'try.mjs',
    ways: [
      {
        by: 'address',
        variables: ['NODE_EXTRA_CA_CERTS'],
        code: (url) => `import Twitter from 'twitter'

const client = new Twitter({
  consumer_key: process.env.CONSUMER_KEY,
  consumer_secret: process.env.CONSUMER_SECRET,
  access_token_key: process.env.ACCESS_TOKEN,
  access_token_secret: process.env.ACCESS_TOKEN_SECRET,
  rest_base: '${url}/1.1',
  stream_base: '${url}/1.1',
  media_base: '${url}/1.1',
})
console.log((await client.get('users/show', { screen_name: process.env.SCREEN_NAME })).id_str)`,
      },
    ],
  },
  {
    name: 'twit',
    title: 'twit',
    language: 'JavaScript',
    code: 'js',
    file: 'try.mjs',
    ways: [
      {
        by: 'proxy',
        variables: ['HTTPS_PROXY', 'NODE_EXTRA_CA_CERTS'],
        code: () => `import Twit from 'twit'

const client = new Twit({
  consumer_key: process.env.CONSUMER_KEY,
  consumer_secret: process.env.CONSUMER_SECRET,
  access_token: process.env.ACCESS_TOKEN,
  access_token_secret: process.env.ACCESS_TOKEN_SECRET,
})
console.log((await client.get('users/show', { screen_name: process.env.SCREEN_NAME })).data.id_str)`,
      },
    ],
  },
  {
    name: 'twitter-webhooks',
    title: 'twitter-webhooks',
    language: 'JavaScript',
    code: 'js',
    file: 'try.mjs',
    ways: [
      {
        by: 'proxy',
        variables: ['HTTPS_PROXY', 'NODE_EXTRA_CA_CERTS'],
        note: 'The server sends deliveries to `serverUrl` and `route`: start it with `--webhook-allow 127.0.0.1` if the program runs on this machine.',
        code: () => `import webhooks from 'twitter-webhooks'

const client = webhooks.userActivity({
  serverUrl: 'http://127.0.0.1:3000',
  route: '/hook',
  consumerKey: process.env.CONSUMER_KEY,
  consumerSecret: process.env.CONSUMER_SECRET,
  accessToken: process.env.ACCESS_TOKEN,
  accessTokenSecret: process.env.ACCESS_TOKEN_SECRET,
  environment: 'dev',
})
console.log(JSON.stringify(await client.getWebhooks()))`,
      },
    ],
  },
  {
    name: 'oauth4webapi',
    title: 'oauth4webapi',
    language: 'JavaScript',
    code: 'js',
    file: 'try.mjs',
    ways: [
      {
        by: 'address',
        variables: ['NODE_EXTRA_CA_CERTS'],
        note: 'Functions for sign-in, such as `authorizationCodeGrantRequest`, take `server` and the same options.',
        code: (url) => {
          const options = url.startsWith('http:') ? '{ [oauth.allowInsecureRequests]: true }' : '{}'
          return `import * as oauth from 'oauth4webapi'

export const server = {
  issuer: '${url}',
  authorization_endpoint: '${url}/i/oauth2/authorize',
  token_endpoint: '${url}/2/oauth2/token',
  revocation_endpoint: '${url}/2/oauth2/revoke',
}
const options = ${options}
const user = new URL('${url}/2/users/by/username/' + process.env.SCREEN_NAME)
const token = process.env.BEARER_TOKEN
const answer = await oauth.protectedResourceRequest(token, 'GET', user, undefined, undefined, options)
console.log((await answer.json()).data.id)`
        },
      },
    ],
  },
]
