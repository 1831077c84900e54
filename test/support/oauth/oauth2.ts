/** Gets OAuth 2.0 tokens of users for tests: without a browser, or with the complete flow over HTTP. */
import { createHash } from 'node:crypto'
import type { TestContext } from 'node:test'
import type { User } from '../../../src/domain/accounts/user.ts'
import type { CreateAppInput, CreatedApp } from '../../../src/domain/apps/create-app.ts'
import {
  type ClientCredentials,
  type ClientType,
  setClientType,
} from '../../../src/domain/apps/oauth2/client.ts'
import { exchangeCode, issueCode } from '../../../src/domain/apps/oauth2/codes.ts'
import type { IssuedTokens } from '../../../src/domain/apps/oauth2/grants.ts'
import { joinOwnProject } from '../../../src/domain/apps/projects/own-project.ts'
import type { Context } from '../../../src/domain/context.ts'
import { SCOPES } from '../../../src/lib/scopes.ts'
import { formOn, PageVisitor, type SeenPage } from '../http/page-visitor.ts'
import { startTestServer, type TestServer, type TestServerOptions } from '../server.ts'
import { CALLBACK, makeApp, makeUser, PASSWORD } from './oauth-flow.ts'

export const VERIFIER = 'a-verifier-of-more-than-forty-three-characters~'

export function s256(verifier: string): string {
  return createHash('sha256').update(verifier).digest('base64url')
}

/**
 * Issues tokens of a user for an app, as if the user had approved the app.
 * @param scope default: all scopes
 */
export async function userTokens(
  context: Context,
  { appId, userId, scope = SCOPES.join(' ') }: { appId: bigint; userId: bigint; scope?: string },
): Promise<IssuedTokens> {
  const challenge = { method: 'plain', value: VERIFIER } as const
  const code = await issueCode(context, { appId, userId, redirectUri: CALLBACK, scope, challenge })
  return exchangeCode(context, { appId, code, redirectUri: CALLBACK, verifier: VERIFIER })
}

/** A response of a token endpoint. */
export interface TokenAnswer {
  readonly status: number
  readonly headers: Headers
  readonly body: Readonly<Record<string, unknown>>
}

type Parameters = Readonly<Record<string, string>>

/** A server with a client and a user who can sign in. */
export class OAuth2Flow {
  readonly server: TestServer
  readonly app: CreatedApp
  readonly client: ClientCredentials
  readonly user: User
  readonly path: string
  /** A browser of the user, who is signed in after the first approval. */
  readonly #browser: PageVisitor

  private constructor(
    server: TestServer,
    app: CreatedApp,
    client: ClientCredentials,
    user: User,
    path: string,
  ) {
    this.server = server
    this.app = app
    this.client = client
    this.user = user
    this.path = path
    this.#browser = this.visitor()
  }

  static async begin(
    t: Pick<TestContext, 'after'>,
    {
      type = 'public',
      path = '/i/oauth2/authorize',
      app: input,
      ...options
    }: TestServerOptions & { type?: ClientType; path?: string; app?: Partial<CreateAppInput> } = {},
  ): Promise<OAuth2Flow> {
    const server = await startTestServer(t, options)
    const app = await makeApp(server, input)
    await joinOwnProject(server.context, app.appId)
    const client = await setClientType(server.context, app.appId, type)
    const user = await makeUser(server, `u${server.context.random(5).toString('hex')}`)
    return new OAuth2Flow(server, app, client, user, path)
  }

  /** Uses the same server and user with another app. */
  async withApp(type: ClientType, input: Partial<CreateAppInput> = {}): Promise<OAuth2Flow> {
    const app = await makeApp(this.server, input)
    await joinOwnProject(this.context, app.appId)
    const client = await setClientType(this.server.context, app.appId, type)
    return new OAuth2Flow(this.server, app, client, this.user, this.path)
  }

  get context(): Context {
    return this.server.context
  }

  visitor(): PageVisitor {
    return new PageVisitor(this.server.url)
  }

  /** The parameters of a valid request. A change to an empty text removes a parameter. */
  parameters(changes: Parameters = {}): Record<string, string> {
    const all = {
      response_type: 'code',
      client_id: this.client.clientId,
      redirect_uri: CALLBACK,
      scope: 'tweet.read users.read offline.access',
      state: 'a state',
      code_challenge: s256(VERIFIER),
      code_challenge_method: 'S256',
      ...changes,
    }
    return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ''))
  }

  /** The consent page, or a redirect. */
  page(changes: Parameters = {}, visitor = this.visitor()): Promise<SeenPage> {
    return visitor.get(`${this.path}?${new URLSearchParams(this.parameters(changes))}`)
  }

  /** Approves in a browser. @returns the redirect */
  async approve(changes: Parameters = {}, visitor = this.visitor()): Promise<SeenPage> {
    const form = formOn(await this.page(changes, visitor))
    const isKnown = !('session[password]' in form.fields)
    const typed = isKnown ? {} : PageVisitor.typed(this.user.screenName, PASSWORD)
    return visitor.post(form, { ...typed, allow: 'true' })
  }

  /** Approves in the browser of the user. @returns the code */
  async code(changes: Parameters = {}): Promise<string> {
    const { location } = await this.approve(changes, this.#browser)
    return new URL(location ?? '').searchParams.get('code') ?? ''
  }

  /** Posts a form to an endpoint as this client. A change to an empty text removes a parameter. */
  async post(path: string, values: Parameters, headers: Parameters = this.basic()): Promise<TokenAnswer> {
    const all = { client_id: this.client.clientId, ...values }
    const body = new URLSearchParams(Object.entries(all).filter(([, value]) => value !== ''))
    return this.send(path, { headers, body })
  }

  /** Sends any request to an endpoint. */
  async send(path: string, init: RequestInit): Promise<TokenAnswer> {
    const response = await fetch(`${this.server.url}${path}`, { method: 'POST', ...init })
    const body = (await response.json()) as TokenAnswer['body']
    return { status: response.status, headers: response.headers, body }
  }

  /**
   * The header with the Basic credentials of a confidential client. Empty for a public client, which has
   * none.
   */
  basic(secret = this.client.clientSecret): Record<string, string> {
    if (secret === undefined) return {}
    return { authorization: `Basic ${btoa(`${this.client.clientId}:${secret}`)}` }
  }

  exchange(code: string, changes: Parameters = {}): Promise<TokenAnswer> {
    return this.post('/2/oauth2/token', {
      grant_type: 'authorization_code',
      code,
      redirect_uri: CALLBACK,
      code_verifier: VERIFIER,
      ...changes,
    })
  }

  refresh(refreshToken: unknown, changes: Parameters = {}): Promise<TokenAnswer> {
    return this.post('/2/oauth2/token', {
      grant_type: 'refresh_token',
      refresh_token: String(refreshToken),
      ...changes,
    })
  }

  /** Runs all steps of the flow. Returns the token response. */
  async tokens(changes: Parameters = {}): Promise<Readonly<Record<string, unknown>>> {
    return (await this.exchange(await this.code(changes))).body
  }

  /** Sends a request with an access token. */
  async call(path: string, accessToken: unknown, init: RequestInit = {}): Promise<Response> {
    return fetch(`${this.server.url}${path}`, {
      ...init,
      headers: { ...(init.headers as Parameters), authorization: `Bearer ${accessToken}` },
    })
  }

  /** The status of a call with an access token. */
  async status(path: string, accessToken: unknown): Promise<number> {
    const response = await this.call(path, accessToken)
    await response.arrayBuffer()
    return response.status
  }
}
