/** Serves requests: one function runs all steps of a request in order. */
import type { IncomingMessage } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ExpectedError } from '../lib/expected-error.ts'
import { type BodyReader, isForm, MAX_FORM_BYTES } from './body.ts'
import {
  type Answer,
  type CallerFacts,
  EdgeError,
  type Endpoint,
  type Family,
  RateLimited,
  type WindowSpec,
} from './endpoint.ts'
import {
  type AnsweredRequest,
  bothObservers,
  type Exchange,
  type Exchanges,
  type RequestRecorder,
} from './exchange.ts'
import { pathOf, queryOf, readForm } from './form.ts'
import { type DatedRequest, factsOf, headOf, type RequestFacts } from './head.ts'
import { type HeaderList, headerList, pushHeaders, withRetryAfter } from './headers.ts'
import { readBytes, readJson, readMultipart } from './late-bodies.ts'
import type { MultipartReader } from './multipart.ts'
import { parseParams } from './params.ts'
import { type ChargeResult, chargeCall, chargedHeaders, type RateLimiting } from './rate-limit/charge.ts'
import type { RequestOrigin } from './request-origin.ts'
import { isHead, type Sender, send } from './send.ts'

export interface Edge<Caller extends CallerFacts, Services> extends Sender, RateLimiting {
  readonly services: Services
  readonly bodies: BodyReader
  readonly multipart: MultipartReader
  /** Authenticates the caller. @throws an error that the family renders */
  authenticate(request: RequestFacts, endpoint: Endpoint<Caller, Services>): Promise<Caller>
  /** The error for a caller that may not use this endpoint; undefined for other callers. */
  lackingRight(caller: Caller, endpoint: Endpoint<Caller, Services>, day: string): Error | undefined
  /** Lifecycle of an endpoint, from the table of versions; undefined for an endpoint that is not in the table. */
  lifecycleOf(endpoint: Endpoint<Caller, Services>): Lifecycle | undefined
  /** The rate windows of an endpoint by day; undefined for an endpoint whose window never changes. */
  windowsByDay(endpoint: Endpoint<Caller, Services>): WindowsByDay | undefined
  /** The error for a retired path; undefined for other paths. */
  retired(method: string, path: string, day: string): Error | undefined
  /** Scheme, host and address as the client used them. */
  originOf(request: IncomingMessage): RequestOrigin
  /**
   * The API days of a request.
   * @param path the declared path of the endpoint, or the requested path if there is no endpoint
   * @throws {EdgeError} `api-date-invalid`
   */
  daysFor(path: string, request: DatedRequest): RequestDays | Promise<RequestDays>
  /** The error to send while the server accepts no requests; undefined while it accepts requests. */
  unavailable(): Error | undefined
  /** The error for an endpoint that only other nodes serve; undefined for endpoints of this node. */
  elsewhere(family: string, endpoint: Endpoint<Caller, Services>): Error | undefined
  /** Number of concurrent requests, and its maximum. The pipeline updates the number. */
  readonly load: { running: number; readonly max: number }
  /** Returns the function that records the responses of one endpoint in the metrics. */
  observer(observed: ResponseLabels): ObserveResponse
  /** Observes every request in test mode; undefined in other modes. */
  readonly exchanges: Exchanges<Caller> | undefined
  /** Records requests for the owners of apps. */
  readonly recorder: RequestRecorder<Caller> | undefined
}

/** The API days of a request, in ISO format. */
export interface RequestDays {
  /** The day that determines which paths exist. */
  readonly path: string
  /** The day that determines the fields of objects. */
  readonly objects: string
  /** True on days whose API has header names in mixed case. */
  readonly hasMixedNames: boolean
  /** The current day, which determines which paths exist. The day can change while a stream is open. */
  current(): string
}

/** The state of an endpoint on a day, from the table of versions. */
export interface Version {
  /** Headers that announce a deprecation. */
  readonly signals: HeaderList
  /** The error for the retired endpoint; undefined while the endpoint is served. */
  readonly gone: Error | undefined
}

/** Evaluated for every request, because the day changes. @param path the requested path @param day an ISO day */
export type Lifecycle = (path: string, day: string) => Version

/** @param day an ISO day */
export type WindowsByDay = (day: string) => WindowSpec | undefined

/** Labels of the metrics that count responses. */
export interface ResponseLabels {
  readonly family: string
  readonly method: string
  /** The pattern of the path. If the label were the requested path, clients could create any number of metrics. */
  readonly path: string
}

type ObserveResponse = (status: number, milliseconds: number) => void

/** A family, with values that are computed once for all requests. */
export interface PreparedFamily<Caller extends CallerFacts, Services> {
  readonly family: Family<Caller, Services>
  readonly headers: HeaderList
  /** Records responses to requests without an endpoint. */
  readonly observeNone: ObserveResponse
}

/** An endpoint, with values that are computed once for all requests. */
export interface PreparedEndpoint<Caller extends CallerFacts, Services>
  extends PreparedFamily<Caller, Services> {
  readonly endpoint: Endpoint<Caller, Services>
  readonly lifecycle: Lifecycle | undefined
  readonly windowOn: WindowsByDay | undefined
  readonly elsewhere: Error | undefined
  readonly observe: ObserveResponse
}

export function prepareFamily<Caller extends CallerFacts, Services>(
  edge: Edge<Caller, Services>,
  family: Family<Caller, Services>,
): PreparedFamily<Caller, Services> {
  return {
    family,
    headers: headerList(family.headers),
    observeNone: edge.observer({ family: family.name, method: 'any', path: 'none' }),
  }
}

export function prepareEndpoint<Caller extends CallerFacts, Services>(
  edge: Edge<Caller, Services>,
  prepared: PreparedFamily<Caller, Services>,
  endpoint: Endpoint<Caller, Services>,
): PreparedEndpoint<Caller, Services> {
  const { method, paths } = endpoint
  return {
    ...prepared,
    endpoint,
    lifecycle: edge.lifecycleOf(endpoint),
    windowOn: edge.windowsByDay(endpoint),
    elsewhere: edge.elsewhere(prepared.family.name, endpoint),
    observe: edge.observer({ family: prepared.family.name, method, path: paths[0] }),
  }
}

/** The results of the finished steps of a request. The results stay available when a later step refuses the request. */
interface Progress<Caller extends CallerFacts> {
  readonly started: number
  readonly exchange: Exchange<Caller> | undefined
  readonly messages: AnsweredRequest<Caller>['messages']
  /** Headers of this response, in addition to the headers of all responses. */
  readonly own: string[]
  days: RequestDays | undefined
  caller: Caller | undefined
  decision: ChargeResult
  error: unknown
}

/**
 * Serves one request, in these steps: server checks → admission by the family → retirement → form body → authentication
 * → rights → rate window → parameters → other bodies → handler → headers. An error of any step gets a response in the
 * format of the family, with the headers of the previous steps. This function awaits all steps itself, because each
 * further async function would cost a promise per request.
 * @param pathParams parameters in the path, decoded
 */
export async function serve<Caller extends CallerFacts, Services>(
  edge: Edge<Caller, Services>,
  prepared: PreparedEndpoint<Caller, Services>,
  request: FastifyRequest,
  reply: FastifyReply,
  pathParams: Readonly<Record<string, string>>,
): Promise<void> {
  const { family, endpoint, windowOn } = prepared
  const progress = begin(edge, prepared, request)
  const { own, exchange } = progress
  let answer: Answer
  edge.load.running += 1
  try {
    const target = request.raw.url ?? '/'
    const path = pathOf(target)
    const outer = requireServable(edge, request, own)
    if (prepared.elsewhere !== undefined) throw prepared.elsewhere
    if (family.admit !== undefined) await family.admit(edge.services, path, outer.address)
    const head = headOf(request, outer, target)
    const days = await edge.daysFor(endpoint.paths[0], head)
    progress.days = days
    requireNotRetired(prepared.lifecycle?.(path, days.path), own)
    const form = takesForm(endpoint, head.contentType)
      ? await edge.bodies.text(request.raw, endpoint.multipart?.maxFormBytes ?? MAX_FORM_BYTES)
      : undefined
    const caller = await edge.authenticate(factsOf(request, head, form), endpoint)
    progress.caller = caller
    const accessLevel = shownLevel(family, caller)
    if (accessLevel !== undefined) own.push('x-access-level', accessLevel)
    const lacking = edge.lackingRight(caller, endpoint, days.path)
    const limited = windowOn === undefined ? endpoint : { ...endpoint, window: windowOn(days.path) }
    const isChargedHere = limited.window?.isChargedByHandler !== true
    const decision = await chargeCall(edge, family, limited, caller, isChargedHere && lacking === undefined)
    progress.decision = decision
    if (exchange !== undefined) await exchange.called(caller)
    if (lacking !== undefined) throw lacking
    if (isChargedHere) requireAllowed(decision)
    const sent = readForm(queryOf(target), form, pathParams)
    const params = parseParams(endpoint.params, sent)
    answer = await endpoint.handle({
      params,
      json: endpoint.body && (await readJson(edge.bodies, request, endpoint.body)),
      bytes: endpoint.body && (await readBytes(edge.bodies, request, endpoint.body)),
      caller,
      services: edge.services,
      path,
      outer: { ...outer, apiDate: days.objects },
      authorization: head.authorization,
      sent,
      multipart: () => readMultipart(edge.multipart, request, endpoint.multipart, caller),
      charge: async (window = limited.window) => {
        progress.decision = await chargeCall(edge, family, { ...endpoint, window }, caller, true)
        requireAllowed(progress.decision)
      },
      header: head.header,
      currentDay: days.current,
    })
  } catch (reason) {
    progress.error = exchange === undefined ? reason : await exchange.failed(reason)
    answer = refusal(edge, family, progress.error, request)
  } finally {
    edge.load.running -= 1
  }
  await sendAnswer(edge, prepared, request, reply, progress, answer)
}

function begin<Caller extends CallerFacts, Services>(
  edge: Edge<Caller, Services>,
  { family, endpoint }: PreparedEndpoint<Caller, Services>,
  request: FastifyRequest,
): Progress<Caller> {
  const facts = { transaction: request.id, family, endpoint: endpoint.paths[0] }
  return {
    started: edge.clock.monotonic(),
    exchange: edge.exchanges?.begin(request.raw, facts),
    messages: edge.recorder?.begin(request.raw),
    own: [],
    days: undefined,
    caller: undefined,
    decision: undefined,
    error: undefined,
  }
}

/** @throws the error for a retired endpoint */
function requireNotRetired(version: Version | undefined, own: string[]): void {
  if (version === undefined) return
  pushHeaders(own, version.signals)
  if (version.gone !== undefined) throw version.gone
}

/** True if the body is read as a form. An endpoint that accepts bytes reads even a form as bytes. */
function takesForm({ body }: Pick<Endpoint<never, never>, 'body'>, contentType: string | undefined): boolean {
  return isForm(contentType) && body?.kind !== 'bytes'
}

/** Completes the headers, records the request and sends the response. */
function sendAnswer<Caller extends CallerFacts, Services>(
  edge: Edge<Caller, Services>,
  { family, endpoint, headers, observe }: PreparedEndpoint<Caller, Services>,
  request: FastifyRequest,
  reply: FastifyReply,
  progress: Progress<Caller>,
  handled: Answer,
): Promise<void> {
  const { own, exchange, messages, days, caller, error } = progress
  let answer = handled
  let { decision } = progress
  if (exchange !== undefined) ({ answer, decision } = exchange.answered(answer, decision))
  pushHeaders(own, chargedHeaders(decision))
  const milliseconds = edge.clock.monotonic() - progress.started
  own.push('x-response-time', String(Math.round(milliseconds)))
  const { status, body } = answer
  observe(status, milliseconds)
  edge.recorder?.answered({
    transaction: request.id,
    method: request.method,
    target: request.raw.url ?? '/',
    family: family.name,
    endpoint: endpoint.paths[0],
    status,
    milliseconds,
    caller,
    error,
    body,
    charge: decision,
    messages,
  })
  const observer = bothObservers(messages, exchange)
  const sending = { family: headers, own, hasMixedNames: days?.hasMixedNames, exchange: observer }
  return send(edge, request, reply, answer, sending)
}

/** The value of `x-access-level` to send; the family limits it to a maximum (spec/v2.md#headers-and-windows). */
function shownLevel(
  { maxAccessLevel }: Pick<Family<CallerFacts, unknown>, 'maxAccessLevel'>,
  { accessLevel }: CallerFacts,
): string | undefined {
  return accessLevel === undefined || accessLevel === 'read' ? accessLevel : (maxAccessLevel ?? accessLevel)
}

/** Responds to a request without an endpoint: the path is retired or unknown, or the request is invalid. */
export async function serveNone<Caller extends CallerFacts, Services>(
  edge: Edge<Caller, Services>,
  { family, headers, observeNone }: PreparedFamily<Caller, Services>,
  request: FastifyRequest,
  reply: FastifyReply,
  fault: unknown,
): Promise<void> {
  const started = edge.clock.monotonic()
  const path = pathOf(request.raw.url ?? '/')
  const own: string[] = []
  const { id: transaction } = request
  const exchange = edge.exchanges?.begin(request.raw, { transaction, family, endpoint: undefined })
  let error = fault
  let days: RequestDays | undefined
  try {
    const outer = requireServable(edge, request, own)
    if (family.admit !== undefined) await family.admit(edge.services, path, outer.address)
    days = await edge.daysFor(path, headOf(request, outer, request.raw.url ?? '/'))
    error = edge.retired(isHead(request) ? 'GET' : request.method, path, days.path) ?? fault
  } catch (reason) {
    error = reason
  }
  if (exchange !== undefined) error = await exchange.failed(error)
  const refused = refusal(edge, family, error, request)
  const answer = exchange?.answered(refused, undefined).answer ?? refused
  const milliseconds = edge.clock.monotonic() - started
  own.push('x-response-time', String(Math.round(milliseconds)))
  observeNone(answer.status, milliseconds)
  const sending = { family: headers, own, hasMixedNames: days?.hasMixedNames, exchange }
  await send(edge, request, reply, answer, sending)
}

/** All refusals share one error object per owner, because a client that ignores its limit causes many refusals. */
const RATE_LIMITED = {
  caller: new RateLimited('caller'),
  user: new RateLimited('user'),
  app: new RateLimited('app'),
} as const

/** @throws {RateLimited} */
function requireAllowed(charge: ChargeResult): void {
  if (charge?.allowed === false) throw RATE_LIMITED[charge.of ?? 'caller']
}

/** Maximum concurrent requests of a process; the limit prevents a slow database from exhausting the memory. */
export const MAX_CONCURRENT_REQUESTS = 10_000

/** Value of `strict-transport-security`; the age is in seconds (spec/http.md#response-headers). */
const STRICT_TRANSPORT = 'max-age=631138519'

/**
 * @throws an error while the server accepts no requests or is overloaded, and for plain HTTP where the server requires
 *   TLS
 */
function requireServable<Caller extends CallerFacts, Services>(
  edge: Edge<Caller, Services>,
  { raw }: FastifyRequest,
  own: string[],
): RequestOrigin {
  const outer = edge.originOf(raw)
  if (outer.scheme === 'https') own.push('strict-transport-security', STRICT_TRANSPORT)
  const unavailable = edge.unavailable()
  if (unavailable !== undefined) throw unavailable
  if (edge.load.running > edge.load.max) throw new EdgeError('over-capacity', 'too many requests at once')
  if (!outer.isSecureEnough) throw new EdgeError('tls-required', 'plain HTTP from a network without leave')
  return outer
}

/** Renders an error and logs it. Failures of the server are logged at a higher level than refusals. */
function refusal<Caller extends CallerFacts, Services>(
  edge: Edge<Caller, Services>,
  family: Family<Caller, Services>,
  error: unknown,
  request: FastifyRequest,
): Answer {
  const path = pathOf(request.raw.url ?? '/')
  const rendered = family.renderError(error, { path, accept: request.headers.accept })
  const answer = withRetryAfter(rendered, error)
  const isFailure = answer.status >= 500 && !(error instanceof ExpectedError) && error !== edge.unavailable()
  const { logger } = edge
  if (isFailure || logger.isLevelEnabled('debug')) {
    const facts = { transaction: request.id, family: family.name, path, status: answer.status }
    if (isFailure) logger.error({ ...facts, err: error }, 'a request failed')
    else logger.debug({ ...facts, reason: String(error) }, 'a request was refused')
  }
  return answer
}
