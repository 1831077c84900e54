/** GET stream/compliance/accounts/:account/publishers/:publisher/:label: one partition of the compliance stream. */
import { type TSchema, Type } from 'typebox'
import { parseBasic } from '../../../../auth/basic.ts'
import { hasStream, type StreamName } from '../../../../domain/console/stream.ts'
import type { Answer } from '../../../../http/endpoint.ts'
import type { Param, ParamSpec } from '../../../../http/params.ts'
import { acceptsGzip } from '../../../../http/send.ts'
import { documentedDisconnects } from '../../../../streams/compliance/closing.ts'
import type { Admitted } from '../../../../streams/runtime.ts'
import { defineEndpoint, type EndpointCall } from '../../../_endpoint.ts'
import { TooManyTries } from '../../../_password-checks.ts'
import type { Services } from '../../../_services.ts'
import { countConnection, requireConnectsLeft } from '../_connects.ts'
import { STREAM_ERRORS, StreamError } from '../_errors.ts'
import { asksToResume, readStart } from '../_request.ts'

const PATH = '/stream/compliance/accounts/:account_name/publishers/:publisher/:stream_label.json'

/**
 * A parameter whose text is not parsed. This endpoint reads its parameters itself, because it checks the parts of a
 * request in an order that differs from other endpoints.
 */
function asSent(schema: TSchema): Param<string | undefined> {
  return { schema, parse: (text) => text }
}

const PARAMS = {
  account_name: asSent(Type.String({ description: 'The console account.' })),
  publisher: asSent(Type.String({ description: 'A publisher of the account, such as `twitter`.' })),
  stream_label: asSent(Type.String({ description: 'A label of the account, such as `prod`.' })),
  partition: asSent(
    Type.Integer({ minimum: 1, maximum: 8, description: 'Each partition has an eighth of the users.' }),
  ),
  resume_after: asSent(
    Type.Optional(
      Type.String({
        pattern: '^\\d{1,19}$',
        description:
          'Begin after this position. A line with the key `gap` reports messages that are no longer stored.',
      }),
    ),
  ),
  backfill_minutes: asSent(
    Type.Optional(Type.Integer({ minimum: 1, maximum: 5, description: 'Begin this many minutes ago.' })),
  ),
  positions: asSent(
    Type.Optional(
      Type.Boolean({
        default: false,
        description: 'Report the progress of the stream by lines with the key `position`.',
      }),
    ),
  ),
} satisfies ParamSpec

type StreamCall = EndpointCall<'none', typeof PARAMS>

/**
 * Seconds after which a client with the maximum number of connections may try again
 * (spec/compliance-stream.md#client-reconnection).
 */
const CONNECTIONS_RETRY = 60

export const complianceStream = defineEndpoint({
  method: 'GET',
  paths: [PATH],
  summary:
    'One partition of the compliance stream, for users of the console account (Basic authentication, e-mail address ' +
    'and password): lines of JSON without end, in one gzip member.',
  // The endpoint authenticates clients itself, with the credentials of console users, because it checks the parts
  // of a request in an order that differs from other endpoints.
  auth: ['none'],
  writes: false,
  window: undefined,
  isEndless: true,
  params: PARAMS,
  answers: [{ description: 'Messages as they occur, each a JSON object and a line break.' }],
  errors: [
    STREAM_ERRORS.invalidPartition,
    STREAM_ERRORS.invalidResume,
    STREAM_ERRORS.invalidBackfill,
    STREAM_ERRORS.invalidPositions,
    STREAM_ERRORS.invalidCredentials,
    STREAM_ERRORS.unknownStream,
    STREAM_ERRORS.compressionRequired,
    STREAM_ERRORS.tooManyRequests,
    STREAM_ERRORS.tooManyConnections,
    STREAM_ERRORS.tooManyTries,
  ],
  async handle(call) {
    const { services, sent } = call
    const [accountName, publisher, label] = ['account_name', 'publisher', 'stream_label'].map(
      (name) => sent.get(name)?.[0] ?? '',
    ) as [string, string, string]
    const stream = { accountName, publisher, label }
    const email = await requireUser(call, accountName)
    await requireConnectsLeft(services, accountName)
    await requireStream(services, stream)
    const start = await readStart(sent, services.compliance, services.clock)
    if (!acceptsGzip(call.header('accept-encoding'))) throw new StreamError('compressionRequired')
    const admitted = services.compliance.admit(
      { account: accountName, publisher, label, email, address: call.outer.address },
      start,
    )
    if (admitted === undefined) throw new StreamError('tooManyConnections', CONNECTIONS_RETRY)
    try {
      // The stream may have been removed before the hub had this connection, so the stream is checked again.
      await requireStream(services, stream)
      await countConnection(services, accountName)
    } catch (error) {
      admitted.release()
      throw error
    }
    const disconnects = documentedDisconnects(() => services.clock.now())
    return { ...streamAnswer(admitted, asksToResume(sent)), disconnects }
  },
})

/**
 * Authenticates a console user of the account in the URL, before the rest of the URL is checked.
 * @returns the e-mail address
 * @throws {StreamError} `invalidCredentials`, `tooManyTries`
 */
async function requireUser(
  { services, authorization, outer }: StreamCall,
  accountName: string,
): Promise<string> {
  const [header, ...more] = authorization
  const credentials = header === undefined || more.length > 0 ? undefined : parseBasic(header)
  if (credentials === undefined) throw new StreamError('invalidCredentials')
  const { name: email, password } = credentials
  const { address } = outer
  const user = await services.streamPasswords
    .verify(services, services.passwordChecks, { accountName, email, password, address })
    .catch((error: unknown) => {
      throw error instanceof TooManyTries ? new StreamError('tooManyTries', error.retryAfter) : error
    })
  if (user === undefined) throw new StreamError('invalidCredentials')
  return user.email
}

/** @throws {StreamError} `unknownStream` */
async function requireStream({ store }: Services, stream: StreamName): Promise<void> {
  if (!(await hasStream(store, stream))) throw new StreamError('unknownStream')
}

/**
 * The response with the stream.
 * @param tellsPosition true to send the position in the header `aviary-position`
 */
function streamAnswer({ position, body }: Admitted, tellsPosition: boolean): Answer {
  return {
    status: 200,
    body: undefined,
    stream: body,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'content-encoding': 'gzip',
      ...(tellsPosition ? { 'aviary-position': String(position) } : {}),
    },
  }
}
