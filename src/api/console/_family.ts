/**
 * The family of the console's API, and the declaration of its endpoints (spec/console.md#console-api). Callers have a
 * session. Requests and responses are JSON, with ids as strings.
 */
import { Type } from 'typebox'
import type { Caller } from '../../auth/caller.ts'
import type { AuthKind, Family, MultipartSpec } from '../../http/endpoint.ts'
import { type Answer, documentedErrors } from '../../http/endpoint.ts'
import type { ParamSpec } from '../../http/params.ts'
import {
  type ApiEndpoint,
  type BodyKind,
  defineEndpoint,
  type EndpointCall,
  type EndpointDeclaration,
} from '../_endpoint.ts'
import type { Services } from '../_services.ts'
import { requireOwnOrigin } from './_origin.ts'
import {
  CONSOLE_PROBLEMS,
  CONSOLE_REASONS,
  ConsoleProblem,
  type ConsoleReason,
  consoleEntry,
  renderConsoleProblem,
} from './_problems.ts'

/** A call by a signed-in user of the console. */
export type ConsoleCall<
  Spec extends ParamSpec = Record<never, never>,
  Body extends BodyKind = never,
> = EndpointCall<'console', Spec, Body>

type Required = 'paths' | 'summary' | 'answers' | 'params' | 'body' | 'multipart' | 'handle'

/** The declaration of an endpoint of the console. */
export interface ConsoleDeclaration<
  Kind extends AuthKind,
  Spec extends ParamSpec,
  Body extends BodyKind,
  Files extends MultipartSpec,
> extends Pick<EndpointDeclaration<Kind, Spec, Body, Files>, Required>,
    Partial<Pick<EndpointDeclaration<Kind, Spec, Body, Files>, 'auth' | 'method' | 'window' | 'isEndless'>> {
  /**
   * Problems in addition to those that every endpoint has: ended sessions, requests from other sites,
   * unreadable requests.
   */
  readonly errors?: readonly ConsoleReason[]
}

/**
 * Declares an endpoint of the console. Default method: GET. Default callers: signed-in users. With another method, the
 * endpoint refuses requests that do not come from the console’s own pages.
 */
export function consoleEndpoint<
  Spec extends ParamSpec,
  const Kind extends AuthKind = 'console',
  const Body extends BodyKind = never,
  Files extends MultipartSpec = never,
>(declaration: ConsoleDeclaration<Kind, Spec, Body, Files>): ApiEndpoint {
  const { method = 'GET', errors = [], handle, ...rest } = declaration
  const own: readonly ConsoleReason[] = method === 'GET' ? [] : ['foreign-origin']
  return defineEndpoint<Kind, Spec, Body, Files>({
    // The cast is correct, because `SIGNED_IN` is used only if `Kind` has its default. TypeScript cannot prove
    // this.
    auth: SIGNED_IN as readonly Kind[],
    // Access levels of tokens do not apply to the console.
    writes: false,
    window: undefined,
    ...rest,
    method,
    errors: [...own, ...errors].map(consoleEntry),
    async handle(call) {
      if (method !== 'GET') requireOwnOrigin(call)
      return handle(call)
    },
  })
}

const SIGNED_IN: readonly AuthKind[] = ['console']

/** A JSON response. 64-bit integers become strings, because JavaScript in browsers rounds them. */
export function jsonAnswer(
  value: unknown,
  { status = 200, headers }: Pick<Partial<Answer>, 'status' | 'headers'> = {},
): Answer {
  const body = JSON.stringify(value, (_name, each: unknown) =>
    typeof each === 'bigint' ? String(each) : each,
  )
  return { status, body, ...(headers === undefined ? {} : { headers }) }
}

/** The response without a body to a successful request. */
export function doneAnswer(headers?: Answer['headers']): Answer {
  return { status: 204, body: undefined, ...(headers === undefined ? {} : { headers }) }
}

/** The declaration of {@link doneAnswer}. */
export const DONE = { status: 204, description: 'Done.' } as const

export function consoleFamily(endpoints: readonly ApiEndpoint[]): Family<Caller, Services> {
  return {
    name: 'console',
    owns: (path) => path === '/console/api' || path.startsWith('/console/api/'),
    endpoints,
    headers: HEADERS,
    windowBy: 'token',
    renderError: renderConsoleProblem,
    description: {
      text: 'The API of the console. Callers have a session; writing calls must come from the console’s own pages.',
      errorBody: ERROR_BODY,
      renderEntry: ({ code }) => renderConsoleProblem(new ConsoleProblem(reasonOf(code))),
      errors: documentedErrors(CONSOLE_PROBLEMS, (reason) => new ConsoleProblem(reason), 'without codes'),
    },
  }
}

function reasonOf(code: number | string): ConsoleReason {
  return CONSOLE_REASONS.find((reason) => reason === code) ?? 'failure'
}

const HEADERS = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
}

const ERROR_BODY = Type.Object(
  {
    status: Type.Integer(),
    reason: Type.String({ description: 'For programs, such as `app-not-found`.' }),
    message: Type.String({ description: 'For people: the problem, and the next step.' }),
    field: Type.Optional(Type.String({ description: 'The member of the body that is at fault.' })),
  },
  { title: 'ConsoleProblem' },
)
