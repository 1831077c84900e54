/** Defines types for endpoint declarations, handler results and API families. */
import type { TSchema } from 'typebox'
import { ExpectedError } from '../lib/expected-error.ts'
import type { StagedFile } from '../lib/files/staging.ts'
import type { JsonPieces, JsonValue } from '../lib/json.ts'
import type { ScopeRequirement } from '../lib/scopes.ts'
import type { Sent } from './form.ts'
import type { ParamSpec, ParamValues } from './params.ts'
import type { RequestContext } from './request-context.ts'
import type { StreamBody } from './stream-response.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/**
 * Kinds of authentication:
 * - `user`: the OAuth 1.0a signature of a user, or an OAuth 2.0 token of a user if the endpoint declares `scopes`.
 * - `app`: the bearer token of an app.
 * - `consumer`: the signature of an app without a token, for the first step of three-legged OAuth.
 * - `request-token`: the signature of an app with a request token, for the last step of three-legged OAuth.
 * - `basic`: the key and secret of an app, by HTTP Basic authentication.
 * - `console`: a session of the console.
 * - `none`: no authentication.
 */
export type AuthKind = 'user' | 'app' | 'consumer' | 'request-token' | 'basic' | 'console' | 'none'

/** Facts about a caller that the HTTP layer needs. The types of src/auth add further facts. */
export interface CallerFacts {
  readonly kind: AuthKind
  /**
   * Key of the rate limit budget of the caller. The key identifies the user token, or the app for a caller without a
   * user. Undefined for anonymous callers.
   */
  readonly windowKey: string | undefined
  /** Key of the budget that all tokens of the app share. */
  readonly appKey: string | undefined
  /** Key of the budget that all tokens of one user and one app share; absent for callers without a user. */
  readonly pairKey?: string
  /** Key of the budget that all tokens of the user share; absent for callers without a user. */
  readonly userKey?: string
  /** Sent as `x-access-level`. */
  readonly accessLevel: string | undefined
}

/**
 * The rate window of an endpoint: requests per window, by kind of caller. As in the documented tables, 0 means that the
 * endpoint does not accept this kind of caller. A kind that is absent has no limit.
 */
export interface WindowSpec {
  readonly user?: number
  readonly app?: number
  /** Length of the window in seconds; default 900. */
  readonly seconds?: number
  /**
   * Further budgets, most of which have longer windows. A call is granted only if every budget has enough units left.
   */
  readonly further?: readonly FurtherWindow[]
  /** Maximum requests of an app in a second, in addition to the window; default: no maximum. */
  readonly appPerSecond?: number
  /**
   * Owner of the budget. `user` means one budget for all tokens of a user. Default: the owner that the family declares
   * (`windowBy`).
   */
  readonly per?: WindowOwner | 'user'
  /**
   * True when the handler itself charges calls (`charge`), because some calls are free. By default every call costs one
   * unit.
   */
  readonly isChargedByHandler?: boolean
  /** True when no header shows the limit. */
  readonly isUnlisted?: boolean
  /** Name of a budget that several endpoints share; by default the path of the endpoint. */
  readonly budget?: string
  /**
   * Method under which requests are counted, for a path with several equivalent methods; by default the method of the
   * endpoint.
   */
  readonly countedAs?: Method
}

/** A budget in addition to the window of an endpoint, for example a budget per day. */
export interface FurtherWindow {
  /**
   * Owner of the budget: the owner of the window, the user (all tokens of the user together), or the app (all users of
   * the app together).
   */
  readonly of: 'caller' | 'user' | 'app'
  readonly limit: number
  /** Length of the window in seconds. */
  readonly seconds: number
  /** Name of a budget that several endpoints share; default: a budget for this endpoint only. */
  readonly budget?: string
  /** The first ISO day on which the API has this budget; default: every day. */
  readonly since?: string
  /** True when no header shows the budget, even when the budget is used up. */
  readonly isUnlisted?: boolean
}

/** Result of a handler. */
export interface Answer {
  readonly status: number
  /** Text of the body; undefined for no body. */
  readonly body: string | undefined
  /** Body as bytes, in place of `body`. */
  readonly bytes?: Uint8Array
  /** Body as pieces of JSON text that are joined when the body is sent, in place of `body`. */
  readonly pieces?: JsonPieces
  /** True for bytes that are already compressed, such as images; gzip would not make them smaller. */
  readonly isDense?: boolean
  /** The gzip form of the body, if it is cached. */
  readonly gzipped?: Uint8Array
  /**
   * Writes the body incrementally, in place of `body`. The function is called even if the client gets no body. The
   * promise must settle.
   */
  readonly stream?: StreamBody
  /** Number of bytes that `stream` writes, if it is fixed. */
  readonly streamLength?: number
  /** The documented last messages of an endless stream, by name, in the wire format of this connection. */
  readonly disconnects?: Readonly<Record<string, () => string>>
  readonly headers?: Readonly<Record<string, string>>
}

/** A body that is not a form. It is read after authentication, because no signature covers it. */
export interface BodySpec {
  /**
   * `json`: the content type must be `application/json`; another type or an empty body is a bad request.
   * `optional-json`: a request with another type or an empty body has no JSON. `bytes`: any content type is accepted.
   */
  readonly kind: 'json' | 'optional-json' | 'bytes'
  /** Limit in bytes; default: the limit of ordinary JSON bodies. */
  readonly maxBytes?: number
  /** Schema for the API document only; the handler validates the body. */
  readonly schema: TSchema
}

/**
 * A body of type `multipart/form-data`, or a form body with the same fields. The files of a multipart body are written
 * to disk.
 */
export interface MultipartSpec {
  /** Encoding of each file part, by name. */
  readonly files: Readonly<Record<string, 'binary' | 'base64'>>
  /** Limit of one file, in bytes. */
  readonly maxFileBytes: number
  /** Limit of a form, in bytes; a form is buffered in memory and covered by the signature. */
  readonly maxFormBytes: number
}

/** Content of a multipart body. */
export interface MultipartBody {
  readonly fields: Sent
  /** Files by the name of their part. If several parts have one name, the first part counts. */
  readonly files: ReadonlyMap<string, StagedFile>
  /** Removes the files that the handler has not moved elsewhere. */
  discard(): Promise<void>
}

/** A success response in the API document; tests compare real responses with this declaration. */
export interface SuccessResponse {
  /** Status of the response; default: 200. */
  readonly status?: number
  /** Description of the response; default: the reason phrase of the status. */
  readonly description?: string
  /**
   * Schema of the body. If absent, a response with status 200 may have any body of its content type, and responses with
   * other statuses have no body.
   */
  readonly schema?: TSchema
  /** Content type of the body; default: the content type of the family. */
  readonly type?: string
}

/** An entry of the table of errors of a family. */
export interface ErrorEntry {
  /** A number, or a textual reason in families whose errors have one. */
  readonly code: number | string
  readonly status: number
  readonly message: string
  /** The parameter that the error is about, if an endpoint declares the error for one parameter. */
  readonly subject?: string
}

export interface Call<Caller, Services, Params> {
  readonly params: Params
  readonly caller: Caller
  readonly services: Services
  /** The requested path, for bodies that repeat it. */
  readonly path: string
  /** Scheme and host as the client used them, the IP address of the client, and the day of the API version. */
  readonly outer: RequestContext
  /** The body of an endpoint that declares kind `json`, or JSON for kind `optional-json`; otherwise undefined. */
  readonly json: JsonValue | undefined
  /** The body of an endpoint that declares kind `bytes`. */
  readonly bytes: Buffer | undefined
  /** Every `authorization` header, for endpoints that authenticate callers themselves. */
  readonly authorization: readonly string[]
  /** All parameters of the path, the query and the form. */
  readonly sent: Sent
  /**
   * Charges one call to the window of an endpoint with `isChargedByHandler`.
   * @param window replaces the declared window, for an endpoint with several kinds of calls
   * @throws {RateLimited}
   */
  charge(window?: WindowSpec): Promise<void>
  /**
   * Reads the body of an endpoint that declares `multipart`; undefined for another content type. Its fields are not in
   * `params`. The caller must discard the result.
   * @throws {EdgeError}
   */
  multipart(): Promise<MultipartBody | undefined>
  /** Returns a request header by its lower-case name; for HTML pages, which depend on the cookies and the origin. */
  header(name: string): string | undefined
  /** The current ISO day, which determines the paths that exist. The day can change while a stream is open. */
  currentDay(): string
}

export interface Endpoint<Caller extends CallerFacts, Services, Spec extends ParamSpec = ParamSpec> {
  readonly method: Method
  /** Alternative paths with `:parameters`. The first path determines the location of the endpoint's source file. */
  readonly paths: readonly [string, ...string[]]
  /** A description of the endpoint in one sentence, for the API document. */
  readonly summary: string
  readonly auth: readonly AuthKind[]
  /**
   * Scopes that an OAuth 2.0 user token needs besides `tweet.read` and `users.read` (spec/oauth2.md#scopes). If the
   * list is absent, the endpoint accepts no OAuth 2.0 user token.
   */
  readonly scopes?: readonly ScopeRequirement[] | undefined
  /** True when a call changes data of a user, so that the token needs write permission. */
  readonly writes: boolean
  /** True when the token needs permission for direct messages; default false. */
  readonly isAboutMessages?: boolean
  /** The first ISO day on which the token needs the permission for direct messages; default: every day. */
  readonly messageRightSince?: string
  readonly window: WindowSpec | undefined
  readonly params: Spec
  /**
   * A body other than a form of parameters; default: none. If an endpoint declares this, its parameters are read from
   * the path and the query.
   */
  readonly body?: BodySpec
  /** Accepted files; default: none. Other parameters can be fields of the same body. */
  readonly multipart?: MultipartSpec
  /** True for streams that last until the client or the server disconnects. Such an endpoint does not accept HEAD. */
  readonly isEndless?: boolean
  /** Success responses for the API document; default: one 200. */
  readonly answers?: readonly SuccessResponse[]
  /** Errors of this endpoint, in addition to the errors that every endpoint of the family has. */
  readonly errors: readonly ErrorEntry[]
  /**
   * The handler is a property and not a method, because the compiler checks the parameters of methods less strictly.
   */
  readonly handle: (call: Call<Caller, Services, ParamValues<Spec>>) => Promise<Answer>
}

/** A documented error, which test mode can inject. */
export interface DocumentedError {
  readonly status: number
  /** The numeric code in the response; undefined for families without codes. */
  readonly code: number | undefined
  /** Makes an error that the family renders with this status and code. */
  readonly make: () => Error
}

/** The documented errors of a table of names. @param codes `with codes` if responses contain the codes */
export function documentedErrors<Name extends string>(
  table: Readonly<Record<Name, { readonly status: number; readonly code?: number }>>,
  make: (name: Name) => Error,
  codes: 'with codes' | 'without codes',
): Readonly<Record<string, DocumentedError>> {
  const names = Object.keys(table) as Name[]
  return Object.fromEntries(
    names.map((name) => {
      const { status, code } = table[name]
      return [name, { status, code: codes === 'with codes' ? code : undefined, make: () => make(name) }]
    }),
  )
}

/** A family in the API document. */
export interface FamilyDescription {
  /** Introduction to the endpoints of the family, in Markdown. */
  readonly text: string
  /** Schema of the family's error bodies. */
  readonly errorBody: TSchema
  /** The response for an error of an endpoint's table. */
  renderEntry(entry: ErrorEntry): Answer
  /** Every documented error, by name. */
  readonly errors: Readonly<Record<string, DocumentedError>>
}

/**
 * Owner of the budget of a call: one token (`token`), all tokens of an app (`app`), or all tokens of one user and one
 * app (`pair`). For a caller without a user, `pair` means all tokens of the app.
 */
export type WindowOwner = 'token' | 'app' | 'pair'

/** Facts about a call that the response to an error depends on. */
export interface RefusedCall {
  readonly path: string
  /** The `accept` header of the request. */
  readonly accept?: string | undefined
}

/** An API version or page group: the paths that it owns, its endpoints, and its error format. */
export interface Family<Caller extends CallerFacts, Services> {
  readonly name: string
  /** True for a path of this family, even if no endpoint has that path. */
  owns(path: string): boolean
  readonly endpoints: readonly Endpoint<Caller, Services>[]
  /** Content type and caching headers of the family's responses. */
  readonly headers: Readonly<Record<string, string>>
  readonly windowBy: WindowOwner
  /** The highest `x-access-level` in responses of the family; default: no maximum. */
  readonly maxAccessLevel?: 'read-write'
  /** The response for `error`; never throws, and discloses no internal details. */
  renderError(error: unknown, call: RefusedCall): Answer
  readonly description: FamilyDescription
  /**
   * Enforces limits that count every attempt of a client. The function is called directly after the check that the
   * server is ready for requests, even for unknown paths and for requests that cannot be parsed.
   * @param path path as sent
   * @param address address of the client
   * @throws an error that the family renders
   */
  admit?(services: Services, path: string, address: string): Promise<void>
  /** Reason why a path of this family without an endpoint is refused; undefined for the reason `unknown-path`. */
  whyUnknown?(path: string): EdgeReason | undefined
}

/** Errors of the HTTP layer; each family has its own message for them. */
export class EdgeError extends ExpectedError {
  override readonly name = 'EdgeError'
  readonly reason: EdgeReason

  constructor(reason: EdgeReason, message: string, options?: ErrorOptions) {
    super(message, options)
    this.reason = reason
  }
}

/** A call that exceeds a budget. */
export class RateLimited extends EdgeError {
  /** The owner of the spent budget. */
  readonly of: FurtherWindow['of']

  constructor(of: FurtherWindow['of']) {
    super('rate-limited', `the window of the ${of} is used up`)
    this.of = of
  }
}

/** A body that the endpoint cannot parse. Families whose responses list errors report this error in the list. */
export class BadBody extends EdgeError {
  constructor(message: string, options?: ErrorOptions) {
    super('bad-request', message, options)
  }
}

export type EdgeReason =
  | 'unknown-path'
  | 'bad-request'
  | 'body-too-large'
  | 'request-timeout'
  | 'headers-too-large'
  | 'rate-limited'
  | 'user-context-only'
  | 'app-context-only'
  | 'no-write-permission'
  | 'no-message-permission'
  | 'no-scope'
  | 'unacceptable-format'
  | 'tls-required'
  | 'version-inactive'
  | 'endpoint-retired'
  | 'api-date-invalid'
  | 'over-capacity'
