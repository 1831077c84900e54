/** Clients in Go, Java and R, unmodified, by programs that call the libraries: API v1.1, API v2 and streams. */
import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { TestContext } from 'node:test'
import { promisify } from 'node:util'
import { slowTest as test } from '../../../test/support/part.ts'
import { byFirst, first, idsOf } from '../support/facts.ts'
import { folderOf, needing, sourceOf } from '../support/installs.ts'
import type { Network } from '../support/network.ts'
import { type Stage, setStage } from '../support/stage.ts'

type Results = Record<string, unknown>

/** Results that both programs report, in the spelling of each language's JSON. */
function expected(network: Network): Results {
  const { ada, star, starFollowers, thread, bob } = network
  return {
    'user timeline': idsOf(byFirst(network)),
    'home timeline': [thread.reposts[1], thread.quotes[1]?.id, thread.replies[1]?.id, thread.root.id],
    'mention timeline': [thread.replies[0]?.id],
    search: idsOf(byFirst(network)),
    show: thread.root.text,
    lookup: [thread.root.id],
    retweets: thread.reposts,
    favorite: true,
    unfavorite: false,
    destroy: true,
    'verify credentials': ada.name,
    user: star.id,
    users: [ada.name, star.name],
    friends: [bob.name],
    followers: starFollowers.length,
    friendship: false,
    'rate limits': 900,
    'list members': [first(network)],
    'list timeline': idsOf(byFirst(network)).slice(0, 3),
    'list destroyed': true,
    'trends available': 1,
    trends: 1,
  }
}

/** Runs a program with `input` as JSON; posts with the word of its stream are written until it ends. */
async function run(
  t: TestContext,
  stage: Stage,
  program: readonly [string, ...string[]],
  environment: object,
  input: object,
): Promise<Results> {
  const [file, ...words] = program
  const child = spawn(file, words, {
    env: { PATH: process.env['PATH'] ?? '', ...stage.environment, ...environment },
    stdio: 'pipe',
  })
  t.after(() => child.kill('SIGKILL'))
  child.stdin.end(JSON.stringify(input))
  let ended = false
  const end = new Promise<number | null>((resolve) => child.once('exit', resolve)).finally(() => {
    ended = true
  })
  const output = Promise.all([text(child.stdout), text(child.stderr), end])
  for (let number = 0; !ended; number += 1) {
    const status = encodeURIComponent(`a gopher ${number}`)
    await stage.as(stage.network.cy, 'POST', `/1.1/statuses/update.json?status=${status}`)
    await Promise.race([end, new Promise((resolve) => setTimeout(resolve, 200))])
  }
  const [stdout, stderr, code] = await output
  assert.equal(code, 0, stderr)
  return JSON.parse(stdout.slice(stdout.indexOf('{'))) as Results
}

test('dghubble/go-twitter: v1.1 and statuses/filter.json', needing('go-twitter'), async (t) => {
  const stage = await setStage(t, 'sqlite')
  const { network } = stage
  const { app, ada, bob, star, thread } = network
  const input = {
    Key: app.consumer_key,
    Secret: app.consumer_secret,
    AccessToken: ada.token.access_token,
    AccessSecret: ada.token.access_token_secret,
    Author: first(network),
    Star: star.name,
    Self: ada.name,
    Root: thread.root.id,
    RecipientID: bob.id,
    Woeid: 1,
  }
  const { stream, ...results } = await run(t, stage, [join(folderOf('go-twitter'), 'client')], {}, input)
  assert.match(String(stream), /^a gopher \d+$/)
  assert.deepEqual(results, {
    ...expected(network),
    update: 'written in Go',
    list: 'Go',
    message: 'hello from Go',
  })
})

test('g8rswimmer/go-twitter: API v2 and its filtered stream', needing('go-twitter-v2'), async (t) => {
  const stage = await setStage(t, 'sqlite')
  const { app, ada, bob, authors, thread } = stage.network
  const [author] = authors
  const input = {
    Key: app.consumer_key,
    Secret: app.consumer_secret,
    AccessToken: ada.token.access_token,
    AccessSecret: ada.token.access_token_secret,
    Bearer: app.bearer_token,
    Author: author?.name,
    AuthorID: author?.id,
    Root: thread.root.id,
    Self: ada.id,
    Other: bob.id,
  }
  const program = [join(folderOf('go-twitter-v2'), 'client')] as const
  const { stream, ...results } = await run(t, stage, program, {}, input)
  assert.match(String(stream), /^a gopher \d+$/)
  const posts = idsOf(byFirst(stage.network))
  assert.equal(author?.name, first(stage.network))
  assert.deepEqual(results, {
    lookup: thread.root.text,
    'included author': bob.name,
    user: author?.id,
    timeline: posts,
    search: posts,
    counts: posts.length,
    quotes: idsOf(thread.quotes),
    reposters: thread.reposters.length,
    'liking users': 3,
    me: ada.name,
    create: 'written in Go',
    like: true,
    unlike: false,
    repost: true,
    'undo repost': false,
    delete: true,
    follow: true,
    mute: true,
    unmute: false,
    list: 'Go',
    'add member': true,
    members: bob.id,
    pin: true,
    'delete list': true,
    rule: 'go',
    'rules deleted': 1,
  })
})

/** Options of a Java program that trusts the certificate of the server. */
async function trusting({ place, environment }: Stage): Promise<string> {
  const store = join(place.data, 'trusted.p12')
  await promisify(execFile)('keytool', [
    ...['-importcert', '-noprompt', '-alias', 'aviary', '-file', String(environment['SSL_CERT_FILE'])],
    ...['-keystore', store, '-storepass', 'password', '-storetype', 'PKCS12'],
  ])
  return `-Djavax.net.ssl.trustStore=${store} -Djavax.net.ssl.trustStorePassword=password`
}

/** A compiled Java program with its libraries. */
function javaProgram(name: 'twitter4j' | 'hbc', main: string, ...words: string[]) {
  const folder = folderOf(name)
  return ['java', '-cp', `${join(folder, 'classes')}:${join(folder, 'lib', '*')}`, main, ...words] as const
}

test('twitter4j: v1.1 and statuses/filter.json', needing('twitter4j'), async (t) => {
  const stage = await setStage(t, 'sqlite')
  const { network, environment } = stage
  const { app, ada, bob, star, thread, blocked } = network
  const { hostname, port } = new URL(String(environment['HTTPS_PROXY']))
  const options = `-Dhttps.proxyHost=${hostname} -Dhttps.proxyPort=${port} ${await trusting(stage)}`
  const input = {
    key: app.consumer_key,
    secret: app.consumer_secret,
    accessToken: ada.token.access_token,
    accessSecret: ada.token.access_token_secret,
    author: first(network),
    star: star.name,
    self: ada.name,
    root: thread.root.id,
    recipient: bob.id,
  }
  const { stream, ...results } = await run(
    t,
    stage,
    javaProgram('twitter4j', 'Client'),
    { JAVA_TOOL_OPTIONS: options },
    input,
  )
  assert.match(String(stream), /^a gopher \d+$/)
  assert.deepEqual(results, {
    ...expected(network),
    update: 'written in Java',
    list: 'Java',
    message: 'hello from Java',
    'saved search': 'birds',
    'saved searches': 1,
    blocks: [blocked.name],
    place: 'Nepal',
    languages: true,
  })
})

test('hbc: statuses/filter.json, delimited by lengths', needing('hbc'), async (t) => {
  const stage = await setStage(t, 'sqlite')
  const { app, ada, cy } = stage.network
  const { access_token: token, access_token_secret: secret } = ada.token
  const keys = [app.consumer_key, app.consumer_secret, token, secret]
  const program = javaProgram('hbc', 'Hbc', stage.server.url, ...keys, cy.id)
  const results = await run(t, stage, program, { JAVA_TOOL_OPTIONS: await trusting(stage) }, {})
  for (const name of ['track', 'follow']) {
    const { text: written, user } = results[name] as { text: string; user: { id_str: string } }
    assert.match(written, /^a gopher \d+$/, name)
    assert.equal(user.id_str, cy.id, name)
  }
})

test('rtweet: v1.1', needing('rtweet'), async (t) => {
  const stage = await setStage(t, 'sqlite')
  const { network } = stage
  const { app, ada, cy, star, starFollowers, thread, bob } = network
  const input = {
    key: app.consumer_key,
    secret: app.consumer_secret,
    accessToken: ada.token.access_token,
    accessSecret: ada.token.access_token_secret,
    author: first(network),
    star: star.name,
    self: ada.name,
    cy: cy.name,
    root: thread.root.id,
  }
  const results = await run(t, stage, ['Rscript', sourceOf('r/client.R')], {}, input)
  assert.deepEqual(results, {
    'user timeline': idsOf(byFirst(network)),
    'home timeline': [thread.reposts[1], thread.quotes[1]?.id, thread.replies[1]?.id, thread.root.id],
    'mention timeline': [thread.replies[0]?.id],
    search: idsOf(byFirst(network)),
    show: [thread.root.text],
    retweets: thread.reposts,
    retweeters: thread.reposters,
    favorites: [thread.root.id],
    user: [star.id],
    users: [ada.name, star.name],
    'search users': [first(network)],
    friends: [bob.id],
    followers: [starFollowers.length],
    trends: [1],
    update: ['written in R'],
    liked: [200],
    destroyed: [200],
    'list members': [first(network)],
    'list timeline': idsOf(byFirst(network)).slice(0, 3),
    'rate limits': [900],
  })
})
