/**
 * Defines the schemas of fault plans. The parser checks plans against them, and the documentation lists their fields.
 */
import { type Static, type TProperties, Type } from 'typebox'

/** Maximum delay in milliseconds. */
export const MAX_DELAY_MS = 600_000

/** Maximum number of faults in a plan. */
export const MAX_FAULTS = 1_000

const MAX_COUNT = 1_000_000_000

const flag = (description: string) => Type.Literal(true, { description, examples: [true] })

const delay = (description: string) =>
  Type.Integer({ minimum: 0, maximum: MAX_DELAY_MS, description, examples: [1500] })

const rate = (description: string) =>
  Type.Integer({ minimum: 1, maximum: MAX_COUNT, description, examples: [200] })

const HEADER_VALUE = Type.Union([Type.String(), Type.Null()], {
  description: 'a text that replaces the header, or null to remove the header',
})

const closed = <T extends TProperties>(properties: T) =>
  Type.Object(properties, { additionalProperties: false })

/** Effects of a fault on a request. */
export const REQUEST_ACTIONS = closed({
  error: Type.Optional(
    Type.Union([Type.String(), Type.Integer()], {
      description:
        'a documented error in place of the response: its name in the family, its code, an HTTP status, or a name that every family has, such as over-capacity',
      examples: ['over-capacity'],
    }),
  ),
  delay_ms: Type.Optional(delay('milliseconds before the request is handled, 0 to 600,000')),
  cut: Type.Optional(
    Type.Union([Type.Literal('request'), Type.Literal('answer'), Type.Literal('body')], {
      description:
        'when the connection is closed: `request` is before the server handles the request, `answer` is after that and before the head of the response, `body` is inside the body',
      examples: ['answer'],
    }),
  ),
  after_bytes: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: MAX_COUNT,
      description:
        'only with `cut: body`: number of bytes of the body that are sent before the connection is closed; by default half of the body',
      examples: [10],
    }),
  ),
  bytes_per_second: Type.Optional(rate('sends the body slowly: bytes in a second, at least 1')),
  headers: Type.Optional(
    Type.Record(Type.String(), HEADER_VALUE, {
      description: 'response headers: a text replaces the header, null removes it',
      examples: [{ 'x-rate-limit-reset': null }],
    }),
  ),
  body: Type.Optional(
    Type.Union([Type.Literal('truncated'), Type.Literal('corrupt')], {
      description: 'truncated: the first half, with a matching length; corrupt: JSON that cannot be parsed',
      examples: ['truncated'],
    }),
  ),
})

/** Effects of a fault on an open stream. */
export const STREAM_ACTIONS = closed({
  after: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: MAX_COUNT,
      description: 'number of messages before the fault begins; default 0',
      examples: [2],
    }),
  ),
  stall: Type.Optional(flag('true: sends nothing more, neither messages nor keep-alives, and stays open')),
  cut: Type.Optional(flag('true: closes the connection inside the next message')),
  keep_alives: Type.Optional(
    Type.Literal('none', { description: 'none: the stream sends no keep-alives', examples: ['none'] }),
  ),
  duplicate: Type.Optional(flag('true: sends every message twice')),
  reorder: Type.Optional(
    flag('true: swaps messages in pairs; a single one waits for the next message or keep-alive'),
  ),
  gzip: Type.Optional(
    Type.Literal('corrupt', {
      description: 'corrupt: damages the next compressed message; has no effect on streams without gzip',
      examples: ['corrupt'],
    }),
  ),
  bytes_per_second: Type.Optional(rate('sends slowly: bytes in a second, at least 1')),
  disconnect: Type.Optional(
    Type.String({
      description:
        'ends the stream with a documented disconnect message, given by its name (see the list below)',
      examples: ['restart'],
    }),
  ),
})

/** Effects of a fault on a webhook delivery. */
export const WEBHOOK_ACTIONS = closed({
  lost: Type.Optional(flag('true: the delivery counts as accepted and is not sent')),
  copies: Type.Optional(
    Type.Integer({ minimum: 2, maximum: 10, description: 'sends the delivery 2 to 10 times', examples: [2] }),
  ),
  delay_ms: Type.Optional(delay('milliseconds before the delivery is sent, 0 to 600,000')),
  signature: Type.Optional(
    Type.Union([Type.Literal('wrong'), Type.Literal('missing')], {
      description: 'sends the delivery with a wrong signature, or without a signature',
      examples: ['wrong'],
    }),
  ),
})

export const ACTIONS = {
  requests: REQUEST_ACTIONS,
  streams: STREAM_ACTIONS,
  webhooks: WEBHOOK_ACTIONS,
} as const

export type FaultTarget = keyof typeof ACTIONS

const count = (description: string) => Type.Integer({ minimum: 1, maximum: MAX_COUNT, description })

/** Selects calls by their numbers. Only calls that match the other fields of the fault are numbered. */
const CALLS = closed({
  every: Type.Optional(count('every n-th call')),
  from: Type.Optional(count('calls from this number on')),
  to: Type.Optional(count('calls up to this number')),
})

/** The fields of a fault, except `do`. */
export const SELECTION = Type.Object({
  name: Type.Optional(
    Type.String({
      pattern: '^[ -~]{1,100}$',
      description: 'name that the request log shows; default: fault 1, fault 2 …',
      examples: ['limited'],
    }),
  ),
  on: Type.Optional(
    Type.Union([Type.Literal('requests'), Type.Literal('streams'), Type.Literal('webhooks')], {
      description: 'requests (default), streams or webhooks',
      examples: ['streams'],
    }),
  ),
  app: Type.Optional(Type.BigInt({ description: 'id of the app', examples: ['1'] })),
  user: Type.Optional(Type.BigInt({ description: 'id of the user', examples: ['2'] })),
  method: Type.Optional(
    Type.String({ pattern: '^[A-Z]{1,10}$', description: 'method in capitals', examples: ['POST'] }),
  ),
  path: Type.Optional(
    Type.String({
      pattern: '^/[!-~]{0,500}$',
      description:
        'path without a query: * is any text in a segment, and ** is any text; or a declared path such as /2/tweets/:id. For a webhook, the path of its URL. Faults apply to the console only when `path` begins with `/console`',
      examples: ['/2/tweets/*'],
    }),
  ),
  calls: Type.Optional(
    Type.Union([count('the n-th call'), CALLS], {
      description: 'the n-th call, or {every: n}, or {from: n, to: n}, counted among the selected calls',
      examples: [3],
    }),
  ),
  probability: Type.Optional(
    Type.Number({
      minimum: 0,
      maximum: 1,
      description: 'probability from 0 to 1, drawn from the seed of the plan; default 1',
      examples: [0.2],
    }),
  ),
  times: Type.Optional({ ...count('ends after so many hits'), examples: [5] }),
})

/** A fault of a plan. The allowed actions in `do` depend on `on`. */
const FAULT = closed({
  ...SELECTION.properties,
  do: Type.Unsafe<object>(
    Type.Object({}, { description: 'the actions of the fault', examples: [{ error: 'over-capacity' }] }),
  ),
})

/** Fields of a plan. */
export const PLAN = closed({
  seed: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 2 ** 32 - 1,
      description: 'the seed of probabilities; default 0',
      examples: [7],
    }),
  ),
  faults: Type.Array(FAULT, { maxItems: MAX_FAULTS, description: 'a list of up to 1,000 faults' }),
})

export type RequestActions = Static<typeof REQUEST_ACTIONS>
export type StreamActions = Static<typeof STREAM_ACTIONS>
export type WebhookActions = Static<typeof WEBHOOK_ACTIONS>

export type WrittenFault = Static<typeof FAULT>

/** A plan, or a part of one, that matches the schema. Its actions have not been checked yet. */
export type WrittenPlan = Partial<Static<typeof PLAN>>

interface Selection extends Omit<Static<typeof SELECTION>, 'name' | 'on'> {
  readonly name: string
}

/** A checked fault. */
export type Fault =
  | (Selection & { readonly on: 'requests'; readonly do: RequestActions })
  | (Selection & { readonly on: 'streams'; readonly do: StreamActions })
  | (Selection & { readonly on: 'webhooks'; readonly do: WebhookActions })

/** A checked plan. */
export interface FaultPlan {
  readonly seed: number
  readonly faults: readonly Fault[]
}
