/** Revokes tokens and suspends users, and sends requests to each node after the promised time. */

import { isStoreFailure } from '../../src/db/errors.ts'
import { changeUserState } from '../../src/domain/accounts/change-user-state.ts'
import { issueToken, revokeToken } from '../../src/domain/apps/tokens.ts'
import { type Credentials, signature } from '../support/api-client.ts'
import { createOneUser } from '../support/users.ts'
import type { Stage } from './stage.ts'
import { send } from './writers.ts'

/**
 * Milliseconds after which a revocation or suspension must have an effect on every node
 * (docs/decisions/0056-bounded-staleness.md).
 */
const WITHIN_MS = 1_000
/**
 * Maximum milliseconds to wait for a response. A node that is stopped responds later, and the loop does not wait for
 * it.
 */
const ANSWER_MS = 2_000
const RETRY_MS = 200

export class Revocations {
  readonly #stage: Stage
  #isStopped = false
  count = 0
  suspensions = 0
  readonly problems: string[] = []

  constructor(stage: Stage) {
    this.#stage = stage
  }

  async run(): Promise<void> {
    for (let turn = 0; !this.#isStopped; turn += 1) {
      try {
        if (turn % 2 === 0) await this.#revoke()
        else await this.#suspend()
      } catch (error) {
        // A command fails while the database fails over, because the runtime does not retry commands.
        if (!isStoreFailure(error)) throw error
        await pause(RETRY_MS)
      }
    }
  }

  stop(): void {
    this.#isStopped = true
  }

  async #revoke(): Promise<void> {
    const { as, accessToken } = await this.#userWithToken()
    if (!(await this.#isAccepted(as))) return
    await revokeToken(this.#stage.context, accessToken)
    await this.#refusedByAll(as, 'accepts a token that was revoked')
    this.count += 1
  }

  async #suspend(): Promise<void> {
    const { as, userId } = await this.#userWithToken()
    if (!(await this.#isAccepted(as))) return
    await changeUserState(this.#stage.context, { userId, action: 'suspend' })
    await this.#refusedByAll(as, 'answers a user who was suspended')
    this.suspensions += 1
  }

  async #userWithToken() {
    const { context, app } = this.#stage
    const { id: userId } = await createOneUser(context)
    const { accessToken, accessTokenSecret } = await issueToken(context, { appId: app.appId, userId })
    const consumer = { key: app.consumerKey, secret: app.consumerSecret }
    const as = signature(consumer, { key: accessToken, secret: accessTokenSecret }, Date.now)
    return { userId, accessToken, as }
  }

  /** True if a node accepts the credentials now; otherwise a later refusal would prove nothing. */
  async #isAccepted(as: Credentials): Promise<boolean> {
    return (await this.#askAll(as)).some(({ status }) => status === 200)
  }

  async #refusedByAll(as: Credentials, wrong: string): Promise<void> {
    await pause(WITHIN_MS)
    const accepted = (await this.#askAll(as)).filter(({ status }) => status === 200)
    for (const { name } of accepted) this.problems.push(`${name} ${wrong} ${WITHIN_MS / 1_000} s before`)
  }

  #askAll(as: Credentials) {
    return Promise.all(
      this.#stage.nodes.map(async ({ name, url: base }) => {
        const url = `${base}/1.1/account/verify_credentials.json`
        const answer = send(url, as('GET', url))
        const { status } = await Promise.race([answer, pause(ANSWER_MS).then(() => ({ status: 0 }))])
        return { name, status }
      }),
    )
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
