/**
 * Records the work of a server as spans (units of a trace). Parts of the server get a `Tracing | undefined`. With
 * undefined, nothing is recorded, and recording costs nothing (docs/decisions/0130-traces.md). Attributes never contain
 * secrets, because they have no values of parameters, headers or queries.
 */

export type SpanAttributes = Readonly<Record<string, string | number | boolean>>

/** A unit of work. */
export interface Span {
  set(attributes: SpanAttributes): void
  /**
   * Marks the work as failed. @param type a kind of error with few possible values, such as an error name or a status
   */
  fail(type: string): void
}

export interface SpanOptions {
  /**
   * The role of this process in the work: it serves a client (`server`), calls a server (`client`), or does neither
   * (`internal`).
   */
  readonly kind: 'server' | 'client' | 'internal'
  readonly attributes?: SpanAttributes
  /**
   * `current` is the span of the caller, if the caller has one. `none` begins a new trace. With headers, the parent is
   * the span that the client named in them, for example in `traceparent`.
   */
  readonly parent: 'current' | 'none' | { readonly headers: Readonly<Record<string, unknown>> }
  /** Spans of the callers that share this work. */
  readonly links?: readonly SpanLink[]
}

/** A reference to a span. */
export interface SpanLink {
  readonly traceId: string
  readonly spanId: string
  readonly traceFlags: number
}

export interface Tracing {
  /** The current span, if it is recorded and has not ended. Work outside such a span is not traced in detail. */
  current(): SpanLink | undefined
  /**
   * Runs `work` in a new span that ends with the work. An error of the work marks the span as failed, and is thrown to
   * the caller.
   */
  run<T>(name: string, options: SpanOptions, work: (span: Span) => Promise<T>): Promise<T>
  /** Returns a function that always runs `work` in the span that is current now. */
  bind<A extends unknown[], T>(work: (...args: A) => T): (...args: A) => T
}
