/** Runs the three steps of OAuth 1.0a against a server in the process of the test. */
import type { TestContext } from 'node:test'
import { createUser } from '../../../src/domain/accounts/create-user.ts'
import type { User } from '../../../src/domain/accounts/user.ts'
import { type CreateAppInput, type CreatedApp, createApp } from '../../../src/domain/apps/create-app.ts'
import { formOn, PageVisitor, type SeenPage } from '../http/page-visitor.ts'
import { type Credential, formBody, type SignedOptions, signedFetch } from '../http/signed-request.ts'
import { startTestServer, type TestServer, type TestServerOptions } from '../server.ts'
import { createOneUser } from '../users.ts'

export const PASSWORD = 'correct horse battery'
export const CALLBACK = 'https://app.example/cb'

/** A server with an app that has one callback, and a user who can sign in. */
export class OAuthFlow {
  readonly server: TestServer
  readonly app: CreatedApp
  readonly user: User

  private constructor(server: TestServer, app: CreatedApp, user: User) {
    this.server = server
    this.app = app
    this.user = user
  }

  static async begin(
    t: Pick<TestContext, 'after'>,
    options: TestServerOptions & { readonly app?: Partial<CreateAppInput> } = {},
  ): Promise<OAuthFlow> {
    const server = await startTestServer(t, options)
    const app = await makeApp(server, options.app)
    const user = await makeUser(server, `u${server.context.random(5).toString('hex')}`)
    return new OAuthFlow(server, app, user)
  }

  get consumer(): Credential {
    return { key: this.app.consumerKey, secret: this.app.consumerSecret }
  }

  /** A new browser without cookies. */
  visitor(): PageVisitor {
    return new PageVisitor(this.server.url)
  }

  /** Sends a request that the app signs. The path may have a query. */
  signed(path: string, options: Partial<SignedOptions> = {}): Promise<Response> {
    const timestamp = Math.floor(this.server.context.clock.now() / 1000)
    return signedFetch(`${this.server.url}${path}`, { consumer: this.consumer, timestamp, ...options })
  }

  /** The first step: requests a request token. */
  async requestToken(callback = CALLBACK, options: Partial<SignedOptions> = {}): Promise<Credential> {
    const response = await this.signed('/oauth/request_token', {
      oauth: { oauth_callback: callback },
      ...options,
    })
    const { oauth_token: key = '', oauth_token_secret: secret = '' } = await formBody(response)
    return { key, secret }
  }

  /** Requests the page of the second step. */
  authorizePage(
    visitor: PageVisitor,
    token: Credential,
    query = '',
    path = '/oauth/authorize',
  ): Promise<SeenPage> {
    return visitor.get(`${path}?oauth_token=${token.key}${query}`)
  }

  /** The second step: the response after the user has approved. */
  async approve(visitor: PageVisitor, token: Credential): Promise<SeenPage> {
    const page = await this.authorizePage(visitor, token)
    const form = formOn(page)
    const isKnown = !('session[password]' in form.fields)
    const typed = isKnown ? {} : PageVisitor.typed(this.user.screenName, PASSWORD)
    return visitor.post(form, { ...typed, allow: 'true' })
  }

  /** The second step in a new browser. @returns the verifier */
  async verifier(token: Credential): Promise<string> {
    const { location, html } = await this.approve(this.visitor(), token)
    const pin = /<code class="pin">(\d+)<\/code>/.exec(html)?.[1]
    return pin ?? new URL(location ?? '').searchParams.get('oauth_verifier') ?? ''
  }

  /** The last step: exchanges the verifier for a token. */
  exchange(token: Credential, verifier: string): Promise<Response> {
    return this.signed('/oauth/access_token', { token, oauth: { oauth_verifier: verifier } })
  }

  /** All three steps. Returns the token of the user. */
  async accessToken(): Promise<Credential> {
    const token = await this.requestToken()
    const response = await this.exchange(token, await this.verifier(token))
    const { oauth_token: key = '', oauth_token_secret: secret = '' } = await formBody(response)
    return { key, secret }
  }
}

export function makeUser({ context }: TestServer, screenName: string): Promise<User> {
  return createUser(context, { screenName, email: `${screenName}@example.org`, password: PASSWORD })
}

export async function makeApp(
  { context }: TestServer,
  input: Partial<CreateAppInput> = {},
): Promise<CreatedApp> {
  const owner = await createOneUser(context)
  return createApp(context, {
    name: 'Dancing app',
    ownerId: owner.id,
    permissions: 'read-write',
    callbackUrls: [CALLBACK],
    ...input,
  })
}

/** The status, code and message of a v1.1 error, as one value. */
export async function errorOf(response: Response): Promise<[status: number, code: number, message: string]> {
  const { errors } = (await response.json()) as { errors: [{ code: number; message: string }] }
  return [response.status, errors[0].code, errors[0].message]
}
