/** Sends uploads to the operator's desk, as a client of the protocol tus sends them. */
import assert from 'node:assert/strict'
import { waitUntil } from '../wait-until.ts'
import type { ConsoleClient } from './console.ts'

export const CHUNK_TYPE = 'application/offset+octet-stream'

/** Headers that clients of the protocol send with each request. */
export const TUS = { 'tus-resumable': '1.0.0' } as const

export interface UploadAnswer {
  readonly status: number
  readonly headers: Headers
  /** The parsed body. Undefined without a body. */
  readonly body: ReturnType<typeof JSON.parse>
}

export class UploadClient {
  readonly #url: string
  readonly #client: ConsoleClient

  /**
   * @param url URL of the server
   * @param client console client of an operator
   */
  constructor(url: string, client: ConsoleClient) {
    this.#url = url
    this.#client = client
  }

  /** @param path path on the server, such as the location of an upload */
  async ask(
    method: string,
    path: string,
    headers: Readonly<Record<string, string>> = {},
    body?: Uint8Array<ArrayBuffer>,
  ): Promise<UploadAnswer> {
    const { cookie = '' } = this.#client
    const answer = await fetch(`${this.#url}${path}`, {
      method,
      headers: { origin: this.#url, cookie, ...TUS, ...headers },
      ...(body === undefined ? {} : { body }),
    })
    const text = await answer.text()
    return {
      status: answer.status,
      headers: answer.headers,
      body: text === '' ? undefined : JSON.parse(text),
    }
  }

  create(name: string, length: number | string): Promise<UploadAnswer> {
    return this.ask('POST', '/console/api/operator/uploads', {
      'upload-length': String(length),
      'upload-metadata': `filename ${Buffer.from(name).toString('base64')},filetype dGV4dC9wbGFpbg==`,
    })
  }

  append(path: string, offset: number, chunk: Uint8Array<ArrayBuffer>): Promise<UploadAnswer> {
    const headers = { 'upload-offset': String(offset), 'content-type': CHUNK_TYPE }
    return this.ask('PATCH', path, headers, chunk)
  }

  /** Uploads a small file. @returns its id */
  async upload(name: string, content: string | Uint8Array): Promise<string> {
    const bytes = Uint8Array.from(Buffer.from(content as string))
    const { headers, body } = await this.create(name, bytes.length)
    const { status } = await this.append(headers.get('location') ?? '', 0, bytes)
    assert.equal(status, 204)
    return body.id
  }
}

export const ALL_KINDS = { kind: 'all', dry_run: false, is_protected: false, followee_first: false } as const

/** Starts an import. @returns its id */
export async function startImportOf(
  client: ConsoleClient,
  uploads: readonly string[],
  choices: object = {},
): Promise<string> {
  const { status, body } = await client.post('/operator/imports', { uploads, ...ALL_KINDS, ...choices })
  assert.equal(status, 201, JSON.stringify(body))
  return body.id
}

/** Reads an import from the list of the desk. */
export async function importOf(client: ConsoleClient, id: string): Promise<ReturnType<typeof JSON.parse>> {
  const { body } = await client.get('/operator/imports')
  return body.imports.find((one: { id: string }) => one.id === id)
}

/** Waits until an import has ended. */
export async function endedImport(client: ConsoleClient, id: string): Promise<ReturnType<typeof JSON.parse>> {
  let found = await importOf(client, id)
  await waitUntil(async () => {
    found = await importOf(client, id)
    return found.state !== 'queued' && found.state !== 'running'
  })
  return found
}

/** Makes lines of users for an import. */
export function userLines(count: number, from = 1): string {
  const line = (_: unknown, index: number) => {
    const id = String(from + index)
    const user = { id, name: `User ${id}`, username: `user${id}`, created_at: '2012-01-01T00:00:00.000Z' }
    return `${JSON.stringify({ data: [user] })}\n`
  }
  return Array.from({ length: count }, line).join('')
}
