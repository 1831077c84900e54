/** Starts a server with an app in a project, and users who write direct messages with API v2. */
import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import type { Engine } from '../../../src/db/query.ts'
import { setAcceptsAnyone } from '../../../src/domain/messages/message-settings.ts'
import { ask, type Credentials, createTestApp } from '../api-client.ts'
import type { Hooks } from '../engines.ts'
import { startTestServer } from '../server.ts'
import { createProjectApp, postJson, type RuleAnswer } from '../streams/rule-suite.ts'
import { createOneUser } from '../users.ts'

export interface DmUser {
  readonly id: bigint
  readonly as: Credentials
}

export async function dmStage(t: Hooks, engine: Engine = 'sqlite') {
  const server = await startTestServer(t, { engine, settings: { limits: 'off' } })
  const { context, url } = server
  const app = await createProjectApp(context)
  const person = async (): Promise<DmUser> => {
    const { id } = await createOneUser(context)
    await setAcceptsAnyone(context, { userId: id, acceptsAnyone: true })
    return { id, as: await app.asUser(id) }
  }
  const call = async (method: string, path: string, by: DmUser): Promise<RuleAnswer> => {
    const { status, headers, text } = await ask(`${url}${path}`, by.as, method)
    return { status, headers, body: JSON.parse(text) }
  }
  const get = (path: string, by: DmUser) => call('GET', path, by)
  const post = (path: string, by: DmUser, body: unknown) => postJson(`${url}${path}`, by.as, body)
  /** Sends a message to a user. @returns the id of the event */
  const send = async (from: DmUser, to: DmUser, text: string): Promise<string> => {
    const { status, body } = await post(`/2/dm_conversations/with/${to.id}/messages`, from, { text })
    assert.equal(status, 201, JSON.stringify(body))
    return body.data.dm_event_id
  }
  /** Creates a group. @returns the ids of the conversation and of its first message */
  const group = async (creator: DmUser, others: readonly DmUser[], text: string) => {
    const { status, body } = await post('/2/dm_conversations', creator, {
      conversation_type: 'Group',
      participant_ids: others.map(({ id }) => String(id)),
      message: { text },
    })
    assert.equal(status, 201, JSON.stringify(body))
    return { groupId: body.data.dm_conversation_id as string, eventId: body.data.dm_event_id as string }
  }
  /** The texts of the events on a page. */
  const texts = async (path: string, by: DmUser): Promise<(string | undefined)[]> => {
    const { status, body } = await get(path, by)
    assert.equal(status, 200, JSON.stringify(body))
    return (body.data ?? []).map(
      (event: { text?: string; event_type: string }) => event.text ?? event.event_type,
    )
  }
  /** The user, with credentials for an app without a project. */
  const unenrolled = async (id: bigint): Promise<DmUser> => ({
    id,
    as: await (await createTestApp(context)).asUser(id),
  })
  return { ...server, app, person, call, get, post, send, group, texts, unenrolled }
}

export type DmStage = Awaited<ReturnType<typeof dmStage>>

/** A call about direct messages, for the errors that all such calls have. */
export interface DmCall {
  readonly method: 'GET' | 'POST' | 'DELETE'
  readonly path: string
  readonly body?: unknown
}

/** Declares tests of the errors that all calls about direct messages have. */
export async function dmErrors(t: TestContext, stage: DmStage, by: DmUser, { method, path, body }: DmCall) {
  const send = (user: DmUser, query = '') =>
    body === undefined
      ? stage.call(method, `${path}${query}`, user)
      : stage.post(`${path}${query}`, user, body)
  await t.test('400/2 an unknown parameter', async () => {
    const { status, body: answer } = await send(by, '?q=1')
    assert.deepEqual([status, answer.title], [400, 'Invalid Request'])
  })
  await t.test('403/3 an app without a project', async () => {
    const { status, body: answer } = await send(await stage.unenrolled(by.id))
    assert.deepEqual([status, answer.title], [403, 'Client Forbidden'])
  })
  await t.test('an app without a user is refused', async () => {
    const { status } = await send({ id: 0n, as: stage.app.asApp })
    assert.equal(status, 403)
  })
}
