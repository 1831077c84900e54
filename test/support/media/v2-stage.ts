/** Starts a server, and creates a user who uploads with API v2. */
import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { joinOwnProject } from '../../../src/domain/apps/projects/own-project.ts'
import { type Credentials, createTestApp } from '../api-client.ts'
import type { Answered } from '../v2-lookup/stage.ts'
import { MediaStage, type Uploader } from './stage.ts'

type Options = Parameters<typeof MediaStage.open>[1]
type Fields = Readonly<Record<string, string | number | Buffer>>

export class MediaV2Stage {
  readonly stage: MediaStage
  readonly me: Uploader

  private constructor(stage: MediaStage, me: Uploader) {
    this.stage = stage
    this.me = me
  }

  static async open(t: TestContext, options: Options = {}): Promise<MediaV2Stage> {
    const stage = await MediaStage.open(t, options)
    await joinOwnProject(stage.context, stage.app.appId)
    return new MediaV2Stage(stage, await stage.person())
  }

  /** Sends a JSON body, or a request without a body. */
  json(path: string, body?: unknown, as: Credentials = this.me.as, method = 'POST'): Promise<Answered> {
    const headers = body === undefined ? {} : { 'content-type': 'application/json' }
    return this.#send(method, path, as, {
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  }

  /** Sends fields as multipart. A buffer becomes a file. */
  multipart(path: string, fields: Fields, as: Credentials = this.me.as): Promise<Answered> {
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) {
      if (Buffer.isBuffer(value)) form.append(name, new Blob([new Uint8Array(value)]), 'a.bin')
      else form.append(name, String(value))
    }
    return this.#send('POST', path, as, { body: form })
  }

  /** Begins an upload. Returns its id. */
  async begun(total_bytes: number, more: object = {}): Promise<string> {
    const { status, body } = await this.json('/2/media/upload/initialize', { total_bytes, ...more })
    assert.equal(status, 200, JSON.stringify(body))
    return body.data.id
  }

  async #send(method: string, path: string, as: Credentials, init: RequestInit): Promise<Answered> {
    const url = `${this.stage.server.url}${path}`
    const headers = { ...init.headers, authorization: as(method, url) }
    const response = await fetch(url, { ...init, method, headers })
    return { status: response.status, headers: response.headers, body: await response.json() }
  }
}

/** Asserts the status and the message of a refused upload. */
export function assertRefused({ status, body }: Answered, expected: number, message: string): void {
  assert.equal(status, expected, JSON.stringify(body))
  if (expected === 400) assert.deepEqual(body.errors, [{ message }])
  else assert.equal(body.detail, message)
}

/** Tests the response that an app without a project gets. */
export async function notEnrolledTest(
  { stage, me }: MediaV2Stage,
  send: (as: Credentials) => Promise<Answered>,
): Promise<void> {
  const alone = await createTestApp(stage.context)
  const { status, body } = await send(await alone.asUser(me.id))
  assert.equal(status, 403)
  assert.match(body.type, /client-forbidden$/)
}
