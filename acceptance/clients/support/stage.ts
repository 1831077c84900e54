/**
 * Starts a server with the network under the public names, and makes the environment in which clients find
 * this server.
 */
import { request } from 'node:https'
import { text } from 'node:stream/consumers'
import type { TestContext } from 'node:test'
import { testCertificate } from '../../../test/support/processes/certificates.ts'
import { aviary, type RunningServer, serve } from '../../support/aviary.ts'
import type { Engine, Installation } from '../../support/installation.ts'
import { type ClientEnvironment, PUBLIC_NAMES, startProxy } from '../../support/public-names.ts'
import { signed } from '../../support/signature.ts'
import type { Member, Network } from './network.ts'
import { installNetwork } from './template.ts'

export interface Stage {
  readonly place: Installation
  readonly network: Network
  readonly server: RunningServer
  readonly environment: ClientEnvironment
  /**
   * Sends a request with the token of a user, to create objects that a client then reads.
   * @throws when the status is not 2xx
   */
  as(member: Member, method: string, path: string, body?: object): Promise<unknown>
  /** Makes the app a confidential client of OAuth 2.0. Later calls return the same app. */
  oauth2App(): Promise<OAuth2App>
}

export interface OAuth2App {
  readonly client_id: string
  readonly client_secret: string
}

/** Milliseconds between two checks of the search index. */
const LOOK_MS = 50

/**
 * Starts a server with the network, and a proxy for clients. Both stop with the test.
 * @param flags further flags of `serve`
 */
export async function setStage(t: TestContext, engine: Engine, ...flags: string[]): Promise<Stage> {
  const { place, network } = await installNetwork(t, engine)
  const { certFile, keyFile, cert } = await testCertificate(t, PUBLIC_NAMES)
  const tls = ['--tls-cert', certFile, '--tls-key', keyFile]
  const base = ['--base-url', 'https://api.twitter.com', '--limits', 'off']
  const server = await serve(t, place, ...tls, ...base, ...flags)
  const proxy = await startProxy(t, Number(new URL(server.url).port))
  let client: Promise<OAuth2App> | undefined
  const stage: Stage = {
    place,
    network,
    server,
    environment: {
      ...{ SSL_CERT_FILE: certFile, REQUESTS_CA_BUNDLE: certFile, CURL_CA_BUNDLE: certFile },
      NODE_EXTRA_CA_CERTS: certFile,
      NODE_USE_ENV_PROXY: '1',
      ...{ HTTPS_PROXY: proxy, https_proxy: proxy },
      HOME: place.data,
      PYTHONDONTWRITEBYTECODE: '1',
    },
    as: (member, method, path, body) => send(server, cert, network, member, method, path, body),
    oauth2App() {
      client ??= createClient(place, network)
      return client
    },
  }
  await untilSearched(stage)
  await enliven(stage)
  return stage
}

/**
 * Makes changes that import files cannot contain: likes of the thread's first post by ada, bob and cy in this
 * order, and a block.
 */
async function enliven({ as, network }: Stage): Promise<void> {
  const { ada, bob, cy, thread, blocked } = network
  for (const member of [ada, bob, cy])
    await as(member, 'POST', `/1.1/favorites/create.json?id=${thread.root.id}`)
  await as(ada, 'POST', `/1.1/blocks/create.json?user_id=${blocked.id}`)
}

async function createClient(place: Installation, { app }: Network): Promise<OAuth2App> {
  const words = ['app', 'update', app.app_id, '--oauth2', 'confidential']
  const { client_id: id, client_secret: secret } = await aviary(place, ...words)
  return { client_id: String(id), client_secret: String(secret) }
}

async function send(
  { url }: RunningServer,
  ca: string,
  { app }: Network,
  member: Member,
  method: string,
  path: string,
  body?: object,
): Promise<unknown> {
  const target = `${url}${path}`
  const headers: Record<string, string> = { authorization: signed(app, member.token, method, target) }
  if (body !== undefined) headers['content-type'] = 'application/json'
  const outgoing = request(target, { method, headers, ca, rejectUnauthorized: true })
  outgoing.end(body === undefined ? undefined : JSON.stringify(body))
  const [status, answer] = await new Promise<[number, string]>((resolve, reject) => {
    outgoing.once('error', reject).once('response', (response) => {
      text(response).then((all) => resolve([response.statusCode ?? 0, all]), reject)
    })
  })
  if (status < 200 || status > 299) throw new Error(`${method} ${path}: ${status} ${answer}`)
  return answer === '' ? undefined : JSON.parse(answer)
}

/**
 * Waits for the search index. Imported posts are indexed in order after their commit, and the thread is last.
 */
async function untilSearched({ as, network }: Stage): Promise<void> {
  const { bob, ada, thread } = network
  for (;;) {
    const page = (await as(
      ada,
      'GET',
      `/2/tweets/search/recent?query=${encodeURIComponent(`from:${bob.name}`)}`,
    )) as {
      readonly data?: readonly { readonly id: string }[]
    }
    if (page.data?.some(({ id }) => id === thread.root.id) === true) return
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
  }
}
