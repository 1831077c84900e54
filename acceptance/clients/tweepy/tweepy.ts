/** Runs tweepy in a separate process and creates the objects that cases call. */
import type { TestContext } from 'node:test'
import type { Call } from '../support/cases.ts'
import { ClientProcess } from '../support/client-process.ts'
import { allow } from '../support/consent.ts'
import { type InstallName, pythonDriver } from '../support/installs.ts'
import { CALLBACK, type Member } from '../support/network.ts'
import type { Stage } from '../support/stage.ts'

/** Scopes of the OAuth 2.0 token that cases use. */
const SCOPES = [
  ...['tweet.read', 'tweet.write', 'users.read', 'bookmark.read', 'bookmark.write'],
  ...['space.read', 'offline.access'],
]

export class Tweepy {
  readonly #process: ClientProcess
  readonly #stage: Stage

  private constructor(process: ClientProcess, stage: Stage) {
    this.#process = process
    this.#stage = stage
  }

  static async start(t: TestContext, stage: Stage, install: InstallName = 'tweepy'): Promise<Tweepy> {
    return new Tweepy(ClientProcess.start(t, pythonDriver(install), stage.environment), stage)
  }

  /** Sends a request to the driver. */
  request(request: object): Promise<unknown> {
    return this.#process.request(request)
  }

  async methods(className: string): Promise<readonly string[]> {
    return (await this.request({ do: 'methods', class: className })) as string[]
  }

  /** @param main name of the object that cases call by default */
  call(main: string, { on, call, args, kwargs, list }: Call): Promise<unknown> {
    return this.request({ do: 'call', on: on ?? main, method: call, args, kwargs, list })
  }

  /** Creates `client` for ada and the app, `bob` for bob, and `oauth2` for ada with an OAuth 2.0 token. */
  async createClients(): Promise<void> {
    const { app, ada, bob } = this.#stage.network
    for (const [as, member] of [
      ['client', ada],
      ['bob', bob],
    ] as const) {
      const kwargs = { bearer_token: app.bearer_token, ...this.#keysOf(member) }
      await this.request({ do: 'create', as, class: 'tweepy.Client', kwargs })
    }
    const bearer = { bearer_token: await this.oauth2Token() }
    await this.request({ do: 'create', as: 'oauth2', class: 'tweepy.Client', kwargs: bearer })
  }

  /** Creates two clients of v1.1: `api` acts for ada, and `bob` for bob. */
  async createApis(): Promise<void> {
    const { ada, bob } = this.#stage.network
    for (const [as, member] of [
      ['api', ada],
      ['bob', bob],
    ] as const) {
      const kwargs = this.#keysOf(member)
      await this.request({ do: 'create', as: `auth-${as}`, class: 'tweepy.OAuth1UserHandler', kwargs })
      await this.request({ do: 'create', as, class: 'tweepy.API', args: [{ $: `auth-${as}` }] })
    }
  }

  /** Gets a token for ada with the library's own OAuth 2.0 flow with PKCE. */
  async oauth2Token(): Promise<string> {
    const { client_id, client_secret } = await this.#stage.oauth2App()
    const kwargs = { client_id, client_secret, redirect_uri: CALLBACK, scope: SCOPES }
    await this.request({ do: 'create', as: 'handler', class: 'tweepy.OAuth2UserHandler', kwargs })
    const url = await this.request({ do: 'call', on: 'handler', method: 'get_authorization_url' })
    const back = await allow(this.#stage, String(url), this.#stage.network.ada)
    const token = await this.request({ do: 'call', on: 'handler', method: 'fetch_token', args: [back] })
    return String((token as Record<string, unknown>)['access_token'])
  }

  #keysOf({ token }: Member) {
    const { app } = this.#stage.network
    return {
      consumer_key: app.consumer_key,
      consumer_secret: app.consumer_secret,
      access_token: token.access_token,
      access_token_secret: token.access_token_secret,
    }
  }
}
