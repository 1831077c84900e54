/** A receiver of OTLP over HTTP that replaces a collector. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gunzipSync } from 'node:zlib'
import type { Hooks } from '../engines.ts'

export interface ReceivedSpan {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  /** The kind of the span: 1 internal, 2 server, 3 client. */
  readonly kind: number
  readonly attributes: Readonly<Record<string, unknown>>
  readonly links: readonly { readonly traceId: string; readonly spanId: string }[]
  /** Status code of the span; 2 for a failure. */
  readonly status: number | undefined
}

export interface OtlpReceiver {
  readonly url: string
  /** Spans that were sent as JSON. Spans that were sent as protobuf are only in `bodies`. */
  readonly spans: ReceivedSpan[]
  readonly resources: Readonly<Record<string, unknown>>[]
  /** All received bodies. */
  readonly bodies: Buffer[]
  readonly contentTypes: Set<string>
  /** The status of later responses. */
  status: number
  /** Resolves with the first span that matches. */
  span(isWanted: (span: ReceivedSpan) => boolean): Promise<ReceivedSpan>
  /** Resolves when a body has been received. */
  body(): Promise<Buffer>
}

interface Attribute {
  readonly key: string
  readonly value: Readonly<Record<string, unknown>>
}

interface Sent {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] }
    readonly scopeSpans: readonly {
      readonly spans: readonly (Omit<ReceivedSpan, 'attributes' | 'links' | 'status'> & {
        readonly attributes: readonly Attribute[]
        readonly links?: ReceivedSpan['links']
        readonly status?: { readonly code?: number }
      })[]
    }[]
  }[]
}

/** Starts a receiver. The receiver ends at the end of the test. */
export async function startOtlpReceiver(t: Hooks): Promise<OtlpReceiver> {
  let arrived = Promise.withResolvers<void>()
  const until = async <T>(find: () => T | undefined): Promise<T> => {
    for (;;) {
      const found = find()
      if (found !== undefined) return found
      await arrived.promise
    }
  }
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const sent = Buffer.concat(chunks)
    const body = request.headers['content-encoding'] === 'gzip' ? gunzipSync(sent) : sent
    const type = request.headers['content-type'] ?? ''
    receiver.bodies.push(body)
    receiver.contentTypes.add(`${request.url} ${type}`)
    if (type === 'application/json') take(receiver, JSON.parse(body.toString()) as Sent)
    response.writeHead(receiver.status, { 'content-type': type }).end(type === 'application/json' ? '{}' : '')
    arrived.resolve()
    arrived = Promise.withResolvers()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  const receiver: OtlpReceiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans: [],
    resources: [],
    bodies: [],
    contentTypes: new Set(),
    status: 200,
    span: (isWanted) => until(() => receiver.spans.find(isWanted)),
    body: () => until(() => receiver.bodies[0]),
  }
  return receiver
}

function take(receiver: OtlpReceiver, { resourceSpans }: Sent): void {
  for (const { resource, scopeSpans } of resourceSpans) {
    receiver.resources.push(valuesOf(resource.attributes))
    for (const span of scopeSpans.flatMap(({ spans }) => spans)) {
      receiver.spans.push({
        ...span,
        attributes: valuesOf(span.attributes),
        links: span.links ?? [],
        status: span.status?.code,
      })
    }
  }
}

function valuesOf(attributes: readonly Attribute[]): Readonly<Record<string, unknown>> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]))
}
