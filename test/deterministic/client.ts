/** Sends calls over one connection, and reads responses and streams as bytes. */
import { createHash } from 'node:crypto'
import { Agent, type IncomingMessage, request } from 'node:http'
import { constants, gunzipSync } from 'node:zlib'

/** A call that the test can send again. */
export interface RecordedCall {
  readonly method: string
  /** Path and query. */
  readonly target: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
}

/**
 * Name of the server in requests. The name is constant, so that links in responses do not contain the port.
 */
export const HOST = 'api.example.org'

/** Longer bodies are compared by their hash. */
const MAX_BODY_BYTES = 65_536

/** This header differs between runs, because its value is measured by the clock of the machine. */
const MEASURED = 'x-response-time'

export class Client {
  readonly #url: string
  // Only one connection is used, because every response contains the name of its connection.
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 })

  constructor(url: string) {
    this.#url = url
  }

  /** Sends a call. @returns status, headers in order, and body */
  async send(call: RecordedCall): Promise<string> {
    const response = await this.#open(call, this.#agent)
    const pieces: Buffer[] = []
    for await (const piece of response) pieces.push(piece as Buffer)
    const body = Buffer.concat(pieces)
    const text =
      body.length > MAX_BODY_BYTES ? createHash('sha256').update(body).digest('hex') : body.toString('latin1')
    return `${head(response)}\n\n${text}`
  }

  /** Opens a stream on a separate connection. */
  async stream(call: RecordedCall): Promise<OpenStream> {
    return new OpenStream(await this.#open(call, new Agent()))
  }

  close(): void {
    this.#agent.destroy()
  }

  #open({ method, target, headers, body }: RecordedCall, agent: Agent): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      const sent = request(`${this.#url}${target}`, {
        ...{ method, agent },
        headers: {
          host: HOST,
          ...headers,
          ...(body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }),
        },
      })
      sent.on('response', resolve).on('error', reject).end(body)
    })
  }
}

export class OpenStream {
  readonly #response: IncomingMessage
  readonly #pieces: Buffer[] = []
  #bytes = 0

  constructor(response: IncomingMessage) {
    this.#response = response
    response.on('error', () => undefined)
    response.on('data', (piece: Buffer) => {
      this.#pieces.push(piece)
      this.#bytes += piece.length
    })
  }

  /** Number of bytes received so far. */
  get bytes(): number {
    return this.#bytes
  }

  /**
   * The head and the decompressed body that were received so far. The test compares the decompressed body,
   * because the gzip blocks depend on which messages were written together.
   */
  get text(): string {
    const sent = Buffer.concat(this.#pieces)
    const isPacked = this.#response.headers['content-encoding'] === 'gzip'
    const body = isPacked ? gunzipSync(sent, { finishFlush: constants.Z_SYNC_FLUSH }) : sent
    return `${head(this.#response)}\n\n${body.toString('latin1')}`
  }

  close(): void {
    this.#response.destroy()
  }
}

function head({ statusCode, rawHeaders }: IncomingMessage): string {
  const lines: string[] = [String(statusCode)]
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (rawHeaders[at] !== MEASURED) lines.push(`${rawHeaders[at]}: ${rawHeaders[at + 1]}`)
  return lines.join('\n')
}
