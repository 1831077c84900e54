/** Runs programs in Go, Java and R that call API v1.1, API v2 and streams with unmodified libraries. */
import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { slowTest as test } from '../../../test/support/part.ts'
import { CLIENT_ENGINES } from '../../support/installation.ts'
import { byFirst, first, idsOf } from '../support/facts.ts'
import { folderOf, needing, sourceOf } from '../support/installs.ts'
import { type Stage, setStage } from '../support/stage.ts'
import { expected, expectedMore, expectedMoreJava, expectedMoreV2, type Results } from './expected.ts'

/** Milliseconds between two posts. For programs that read the sample, there is no pause between posts. */
const POST_EVERY_MS = 200

/** Number of posts that this process has written. It makes each text different. */
let written = 0

/**
 * Runs a program with `input` as JSON. Until the program ends, writes posts that match its stream.
 * @param everyMs milliseconds between two posts
 */
async function run(
  t: TestContext,
  stage: Stage,
  program: readonly [string, ...string[]],
  environment: object,
  input: object,
  everyMs = POST_EVERY_MS,
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
  while (!ended) {
    written += 1
    const status = encodeURIComponent(`a gopher ${written}`)
    await stage.as(stage.network.cy, 'POST', `/1.1/statuses/update.json?status=${status}`)
    await Promise.race([end, sleep(everyMs)])
  }
  const [stdout, stderr, code] = await output
  assert.equal(code, 0, stderr)
  return JSON.parse(stdout.slice(stdout.indexOf('{'))) as Results
}

/** The programs, in the order in which they use the server. */
const PROGRAMS = [
  ['dghubble/go-twitter: v1.1 and statuses/filter.json', 'go-twitter', runGoTwitter],
  ['g8rswimmer/go-twitter: API v2 and its filtered stream', 'go-twitter-v2', runGoTwitterV2],
  ['twitter4j: v1.1 and statuses/filter.json', 'twitter4j', runTwitter4j],
  ['rtweet: v1.1', 'rtweet', runRtweet],
  ['hbc: statuses/filter.json and statuses/sample.json, delimited by lengths', 'hbc', runHbc],
] as const

for (const engine of CLIENT_ENGINES) {
  test(`programs in Go, Java and R get the expected results on ${engine}`, async (t) => {
    const stage = await setStage(t, engine)
    for (const [title, client, program] of PROGRAMS)
      await t.test(title, needing(client), (subtest) => program(subtest, stage))
  })
}

async function runGoTwitter(t: TestContext, stage: Stage): Promise<void> {
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
  const program = [join(folderOf('go-twitter'), 'client')] as const
  const { stream, sample, ...results } = await run(t, stage, program, {}, input, 0)
  for (const text of [stream, sample]) assert.match(String(text), /^a gopher \d+$/)
  assert.deepEqual(results, {
    ...expected(network),
    update: 'written in Go',
    list: 'Go',
    message: 'hello from Go',
    ...expectedMore(network),
  })
}

async function runGoTwitterV2(t: TestContext, stage: Stage): Promise<void> {
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
  const { stream, sample, ...results } = await run(t, stage, program, {}, input, 0)
  for (const text of [stream, sample]) assert.match(String(text), /^a gopher \d+$/)
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
    ...expectedMoreV2(stage.network),
  })
}

/** Options of a Java program that trusts the certificate of the server. */
async function trusting({ place, environment }: Stage, client: string): Promise<string> {
  const store = join(place.data, `${client}.p12`)
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

async function runTwitter4j(t: TestContext, stage: Stage): Promise<void> {
  const { network, environment } = stage
  const { app, ada, bob, star, thread, blocked } = network
  const { hostname, port } = new URL(String(environment['HTTPS_PROXY']))
  const options = `-Dhttps.proxyHost=${hostname} -Dhttps.proxyPort=${port} ${await trusting(stage, 'twitter4j')}`
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
    ...expectedMoreJava(network),
  })
}

async function runHbc(t: TestContext, stage: Stage): Promise<void> {
  const { app, ada, cy } = stage.network
  const { access_token: token, access_token_secret: secret } = ada.token
  const keys = [app.consumer_key, app.consumer_secret, token, secret]
  const program = javaProgram('hbc', 'Hbc', stage.server.url, ...keys, cy.id)
  const environment = { JAVA_TOOL_OPTIONS: await trusting(stage, 'hbc') }
  // Only one post in a hundred is in the sample, so posts follow each other without a pause.
  const results = await run(t, stage, program, environment, {}, 0)
  for (const name of ['track', 'follow', 'sample']) {
    const { text: shown, user } = results[name] as { text: string; user: { id_str: string } }
    assert.match(shown, /^a gopher \d+$/, name)
    assert.equal(user.id_str, cy.id, name)
  }
}

async function runRtweet(t: TestContext, stage: Stage): Promise<void> {
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
    recipient: bob.id,
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
    memberships: ['R'],
    'own lists': ['R'],
    followed: [200],
    connections: ['following'],
    friendship: ['TRUE'],
    unfollowed: [200],
    blocked: [200],
    unblocked: [200],
    muted: [200],
    'trends of the world': [true],
    message: [200],
    messages: [true],
    'rate limits': [900],
  })
}
