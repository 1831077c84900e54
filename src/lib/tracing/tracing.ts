/**
 * Traces of the work of a server, as spans. Parts get a `Tracing | undefined`; undefined costs nothing
 * (docs/decisions/0130-traces.md). Attributes never contain secrets: no values of parameters, headers or queries.
 */

export type SpanAttributes = Readonly<Record<string, string | number | boolean>>

/** A unit of work. */
export interface Span {
  set(attributes: SpanAttributes): void
  /** Marks the work as failed. @param type a class of errors with few values, such as the name of an error or a status */
  fail(type: string): void
}

export interface SpanOptions {
  /** The role of this process: it serves a client (`server`), calls a server (`client`), or neither (`internal`). */
  readonly kind: 'server' | 'client' | 'internal'
  readonly attributes?: SpanAttributes
  /**
   * `current`: the span of the caller, if there is one. `none`: a new trace. Headers: the span that a client has named, as in
   * `traceparent`.
   */
  readonly parent: 'current' | 'none' | { readonly headers: Readonly<Record<string, unknown>> }
  /** Spans of the callers that share this work. */
  readonly links?: readonly SpanLink[]
}

/** A span that others refer to. */
export interface SpanLink {
  readonly traceId: string
  readonly spanId: string
  readonly traceFlags: number
}

export interface Tracing {
  /** The current span if it is recorded and has not ended; work outside of such a span is not traced in detail. */
  current(): SpanLink | undefined
  /** Does `work` in a new span, which ends with it. An error of the work marks the span, and is thrown. */
  run<T>(name: string, options: SpanOptions, work: (span: Span) => Promise<T>): Promise<T>
  /** Returns `work` as a function that runs in the span that is current now, wherever it is called. */
  bind<A extends unknown[], T>(work: (...args: A) => T): (...args: A) => T
}
