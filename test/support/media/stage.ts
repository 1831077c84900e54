/** Starts a server, and creates users who upload over HTTP. */
import assert from 'node:assert/strict'
import type { User } from '../../../src/domain/accounts/user.ts'
import type { Context } from '../../../src/domain/context.ts'
import { type TakeForPost, takeForPost } from '../../../src/domain/media/attach.ts'
import type { AttachedMedia } from '../../../src/domain/media/attached.ts'
import { type Credentials, createTestApp, parseExactly, type TestApp } from '../api-client.ts'
import type { Hooks } from '../engines.ts'
import { startTestServer, type TestServer, type TestServerOptions } from '../server.ts'
import { createOneUser } from '../users.ts'

export const UPLOAD_PATH = '/1.1/media/upload.json'

export interface Uploader extends User {
  readonly as: Credentials
}

export interface MediaAnswer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** The body, if it is JSON. */
  readonly body: UploadBody
}

export interface UploadBody {
  readonly media_id: bigint
  readonly media_id_string: string
  readonly [name: string]: unknown
}

type Fields = Readonly<Record<string, string | number | bigint | Buffer>>

export class MediaStage {
  readonly server: TestServer
  readonly context: Context
  readonly app: TestApp

  private constructor(server: TestServer, app: TestApp) {
    this.server = server
    this.context = server.context
    this.app = app
  }

  static async open(t: Hooks, options: TestServerOptions = {}): Promise<MediaStage> {
    const settings = { limits: 'off', ...options.settings }
    const server = await startTestServer(t, options.config === undefined ? { ...options, settings } : options)
    return new MediaStage(server, await createTestApp(server.context))
  }

  async person(): Promise<Uploader> {
    const user = await createOneUser(this.context)
    return { ...user, as: await this.app.asUser(user.id) }
  }

  /** Sends fields as multipart. A buffer becomes a file. */
  upload(fields: Fields, as?: Credentials): Promise<MediaAnswer> {
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) {
      if (Buffer.isBuffer(value)) form.append(name, new Blob([new Uint8Array(value)]), 'picture.bin')
      else form.append(name, String(value))
    }
    return this.send('POST', UPLOAD_PATH, as, form)
  }

  /** Uploads a file in segments of the given size. Returns the response to `FINALIZE`. */
  async inSegments(
    bytes: Buffer,
    as: Credentials,
    segment: number,
    fields: Fields = {},
  ): Promise<MediaAnswer> {
    const begun = await this.upload({ command: 'INIT', total_bytes: bytes.length, ...fields }, as)
    assert.equal(begun.status, 202, begun.text)
    const { media_id } = begun.body
    for (let at = 0; at < bytes.length; at += segment) {
      const media = bytes.subarray(at, at + segment)
      const answer = await this.upload(
        { command: 'APPEND', media_id, segment_index: at / segment, media },
        as,
      )
      assert.equal(answer.status, 204, answer.text)
    }
    return this.upload({ command: 'FINALIZE', media_id }, as)
  }

  /** Makes a simple upload, which must succeed. Returns the id. */
  async uploaded(media: Buffer, as: Credentials, fields: Fields = {}): Promise<bigint> {
    const answer = await this.upload({ media, ...fields }, as)
    assert.equal(answer.status, 200, answer.text)
    return answer.body.media_id
  }

  /** Attaches uploads to a post, and returns the media of the post. */
  take(input: Omit<TakeForPost, 'now' | 'postId'> & { postId?: bigint }): Promise<readonly AttachedMedia[]> {
    const { clock, ids, store } = this.context
    const taken = { postId: ids.next(), ...input, now: clock.now() }
    // No event: no post is created, because these tests need only its media.
    return store.write((tx) => takeForPost(tx, taken))
  }

  /** Sends a signed form. */
  async postForm(
    path: string,
    as: Credentials,
    form: Readonly<Record<string, string>>,
  ): Promise<MediaAnswer> {
    const text = new URLSearchParams(form).toString()
    return this.send('POST', path, (method, url) => as(method, url, form), text, {
      'content-type': 'application/x-www-form-urlencoded',
    })
  }

  get(path: string, as?: Credentials, headers: Record<string, string> = {}): Promise<MediaAnswer> {
    return this.send('GET', path, as, undefined, headers)
  }

  async send(
    method: string,
    path: string,
    as: Credentials | undefined,
    body?: FormData | string,
    headers: Record<string, string> = {},
  ): Promise<MediaAnswer> {
    const url = `${this.server.url}${path}`
    const response = await fetch(url, {
      method,
      headers: { ...headers, ...(as === undefined ? {} : { authorization: as(method, url) }) },
      ...(body === undefined ? {} : { body }),
    })
    const bytes = Buffer.from(await response.arrayBuffer())
    const text = bytes.toString('latin1')
    const isJson =
      response.headers.get('content-type')?.startsWith('application/json') === true && text !== ''
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: (isJson ? parseExactly(text) : {}) as UploadBody,
    }
  }
}
