/**
 * Creates the credentials of callers: an app that may write, an app that may only read, and tokens of both
 * apps.
 */
import { createApp } from '../../src/domain/apps/create-app.ts'
import { setClientType } from '../../src/domain/apps/oauth2/client.ts'
import { joinOwnProject } from '../../src/domain/apps/projects/own-project.ts'
import { issueToken, revokeToken } from '../../src/domain/apps/tokens.ts'
import type { Context } from '../../src/domain/context.ts'
import { bearer, type Credentials, signature } from '../support/api-client.ts'
import type { Credential } from '../support/http/signed-request.ts'
import { userTokens } from '../support/oauth/oauth2.ts'
import { createOneUser } from '../support/users.ts'
import type { Proof } from './callers.ts'

type App = Awaited<ReturnType<typeof createApp>>

export class Keys {
  readonly #context: Context
  readonly #writer: App
  readonly #reader: App

  private constructor(context: Context, writer: App, reader: App) {
    this.#context = context
    this.#writer = writer
    this.#reader = reader
  }

  static async make(context: Context): Promise<Keys> {
    const { id: ownerId } = await createOneUser(context)
    const app = (permissions: 'read' | 'read-write') =>
      createApp(context, { name: `May ${permissions}`, ownerId, permissions })
    const [writer, reader] = [await app('read-write'), await app('read')]
    for (const { appId } of [writer, reader]) await joinOwnProject(context, appId)
    await setClientType(context, writer.appId, 'public')
    return new Keys(context, writer, reader)
  }

  /** @param userId owner of the token; undefined for credentials without a user */
  async show(proof: Proof, userId: bigint | undefined): Promise<Credentials | undefined> {
    if (proof === 'nothing') return undefined
    if (proof === 'bearer token') return bearer(this.#writer.bearerToken)
    if (proof === 'bearer token that may only read') return bearer(this.#reader.bearerToken)
    if (userId === undefined) throw new Error(`a ${proof} needs a user`)
    if (proof === 'OAuth 2.0 token') {
      const { accessToken } = await userTokens(this.#context, { appId: this.#writer.appId, userId })
      return bearer(accessToken)
    }
    const app = proof === 'token that may only read' ? this.#reader : this.#writer
    const { accessToken: key, accessTokenSecret: secret } = await issueToken(this.#context, {
      appId: app.appId,
      userId,
    })
    if (proof === 'revoked token') await revokeToken(this.#context, key)
    return this.#sign(app, { key, secret: proof === 'wrong signature' ? `${secret}0` : secret })
  }

  #sign({ consumerKey, consumerSecret }: App, token: Credential): Credentials {
    const consumer = { key: consumerKey, secret: consumerSecret }
    return signature(consumer, token, () => this.#context.clock.now())
  }
}
