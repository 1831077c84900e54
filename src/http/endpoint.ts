/** What an endpoint declares about itself: everything but its behaviour is data, in one object. */
import type { TSchema } from 'typebox'
import { ExpectedError } from '../lib/expected-error.ts'
import type { StagedFile } from '../lib/files/staging.ts'
import type { JsonPieces, JsonValue } from '../lib/json.ts'
import type { Sent } from './form.ts'
import type { ParamSpec, ParamValues } from './params.ts'
import type { RequestContext } from './request-context.ts'
import type { StreamBody } from './stream-response.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/**
 * How a caller may show who it is: a user's OAuth signature, an app's bearer token, an app's signature without a
 * token or with a request token (the first and last of the three legs), an app's key and secret by Basic, or not
 * at all.
 */
export type AuthKind = 'user' | 'app' | 'consumer' | 'request-token' | 'basic' | 'none'

/** What the edge must know of whoever calls; src/auth knows the rest. */
export interface CallerFacts {
  readonly kind: AuthKind
  /** Names the caller's own budget: the user token, or the app. Undefined for nobody. */
  readonly windowKey: string | undefined
  /** Names the app's budget. */
  readonly appKey: string | undefined
  /** Names the budget of the user by all its tokens; left out where there is no user. */
  readonly userKey?: string
  /** Sent as `x-access-level`. */
  readonly accessLevel: string | undefined
}

/**
 * Requests granted per window, by kind of caller: 0 for a kind that the endpoint does not take, as the documented
 * tables have it; a kind that is left out is not limited.
 */
export interface WindowSpec {
  readonly user?: number
  readonly app?: number
  /** Length of the window; 900 when left out. */
  readonly seconds?: number
  /**
   * Requests of all its users together that an app is granted in the same time, for budgets that are not of one user
   * alone.
   */
  readonly ofApp?: number
  /** Whose budget it is: each token's, or a user's by all tokens. The token's when left out. */
  readonly per?: 'token' | 'user'
  /** Whether the handler takes from it by `charge`, because some calls are free; else every call takes one. */
  readonly isChargedByHandler?: boolean
  /** The budget's name when several endpoints share one; the endpoint's own path when left out. */
  readonly budget?: string
  /**
   * The method with whose requests it is counted, where a path does the same by several; its own when left out.
   */
  readonly countedAs?: Method
}

/** What a handler gives back. */
export interface Answer {
  readonly status: number
  /** Text as it goes on the wire; undefined for no body. */
  readonly body: string | undefined
  /** The body where it is bytes already, in place of `body`. */
  readonly bytes?: Uint8Array
  /** The body where it is JSON that is not joined yet, in place of `body`. */
  readonly pieces?: JsonPieces
  /** Whether the bytes are compressed in themselves, so that gzip would only cost. */
  readonly isDense?: boolean
  /** The same body under gzip, where it is held ready for everybody. */
  readonly gzipped?: Uint8Array
  /** Writes the body bit by bit, for as long as it takes, in place of `body`. It is always run, and must settle. */
  readonly stream?: StreamBody
  /** Bytes that `stream` writes, where that is known before. */
  readonly streamLength?: number
  readonly headers?: Readonly<Record<string, string>>
}

/** A body that is no form: it is read after authentication, and no signature covers it. */
export interface BodySpec {
  /**
   * `json`: of the content type `application/json`; anything else, and nothing at all, is a bad request. `bytes`: whatever
   * the content type says.
   */
  readonly kind: 'json' | 'bytes'
  /** How many bytes; JSON has a bound of its own. */
  readonly largest?: number
  /** What it is, for the API document; the handler reads it, and refuses what is wrong. */
  readonly schema: TSchema
}

/** A body of the type `multipart/form-data`, or a form that holds as much; files in it are written to disk. */
export interface MultipartSpec {
  /** The parts that are files, by name, and how their bytes are written. */
  readonly files: Readonly<Record<string, 'binary' | 'base64'>>
  /** Bytes of one file. */
  readonly largest: number
  /** Bytes of a form, which is held in memory and covered by the signature. */
  readonly formLargest: number
}

/** What came in such a body. */
export interface MultipartBody {
  readonly fields: Sent
  /** By the name of the part; of a name that was sent twice the first. */
  readonly files: ReadonlyMap<string, StagedFile>
  /** Removes the files that nobody has moved away. */
  discard(): Promise<void>
}

/** A good answer as the API document has it; tests hold real answers against it, nothing is made by it. */
export interface SuccessResponse {
  /** 200 when left out. */
  readonly status?: number
  /** When it is given, or what is in it; the words of the status when left out. */
  readonly description?: string
  /** The body. When left out, 200 carries anything of its type, and others carry nothing. */
  readonly schema?: TSchema
  /** Content type of the body; that of the family when left out. */
  readonly type?: string
}

/** An error as a family's table has it. */
export interface ErrorEntry {
  readonly code: number
  readonly status: number
  readonly message: string
}

export interface Call<Caller, Services, Params> {
  readonly params: Params
  readonly caller: Caller
  readonly services: Services
  /** The path that was asked, for the bodies that repeat it. */
  readonly path: string
  /** The request as its client saw it, and the day whose API answers it. */
  readonly outer: RequestContext
  /** The body of an endpoint that declares one of the kind `json`; undefined for others. */
  readonly json: JsonValue | undefined
  /** The body of an endpoint that takes bytes. */
  readonly bytes: Buffer | undefined
  /** Every `authorization` header, for endpoints that look at it themselves. */
  readonly authorization: readonly string[]
  /** Everything that was sent in the query, the form and the path. */
  readonly sent: Sent
  /**
   * Takes one call from the window of an endpoint that leaves that to its handler.
   * @param window in place of the declared one, for an endpoint whose calls are of several kinds
   * @throws {EdgeError} `rate-limited`
   */
  charge(window?: WindowSpec): Promise<void>
  /**
   * Reads the body of an endpoint that declares `multipart`; undefined when it is of another type. Its parameters are
   * not in `params`. Whoever calls it discards what it gives.
   * @throws {EdgeError}
   */
  multipart(): Promise<MultipartBody | undefined>
  /** A request header by its lower-case name, for pages that people look at: they depend on cookies and origin. */
  header(name: string): string | undefined
}

export interface Endpoint<Caller extends CallerFacts, Services, Spec extends ParamSpec = ParamSpec> {
  readonly method: Method
  /** Spellings of the URL, each a path with `:parameters`. The first gives the file its place. */
  readonly paths: readonly [string, ...string[]]
  /** One sentence for the API document. */
  readonly summary: string
  readonly auth: readonly AuthKind[]
  /** Whether the call changes what belongs to a user, and so needs a token with the right to write. */
  readonly writes: boolean
  /** Whether it is about direct messages, and so needs a token with the right to them; false when left out. */
  readonly isAboutMessages?: boolean
  readonly window: WindowSpec | undefined
  readonly params: Spec
  /** The body that it takes besides parameters, which then come in the query; none when left out. */
  readonly body?: BodySpec
  /** What it takes of files; none when left out. Its other parameters may come in the same body. */
  readonly multipart?: MultipartSpec
  /** Whether its answer goes on until somebody hangs up: HEAD, which answers as GET does, would have no end to tell of. */
  readonly isEndless?: boolean
  /** What it answers when all is well, for the API document: one answer, 200, when left out. */
  readonly answers?: readonly SuccessResponse[]
  /** What it may answer besides what every endpoint of its family may. */
  readonly errors: readonly ErrorEntry[]
  /** A property, not a method: so the compiler refuses a handler that takes fewer kinds of callers than there are. */
  readonly handle: (call: Call<Caller, Services, ParamValues<Spec>>) => Promise<Answer>
}

/** What the API document says of a family. */
export interface FamilyDescription {
  /** What is common to its endpoints, in Markdown. */
  readonly text: string
  /** The bodies of its errors. */
  readonly errorBody: TSchema
  /** The answer that tells of an error that an endpoint declares, as it stands in the table. */
  renderEntry(entry: ErrorEntry): Answer
}

/** A dialect: the paths it owns and how it speaks when something goes wrong. */
export interface Family<Caller extends CallerFacts, Services> {
  readonly name: string
  /** Whether a path is this family's, known or not. */
  owns(path: string): boolean
  readonly endpoints: readonly Endpoint<Caller, Services>[]
  /** Content type and caching of its answers. */
  readonly headers: Readonly<Record<string, string>>
  /** Whose budget a call is charged to: each token's own, or the app's whatever the token. */
  readonly windowBy: 'token' | 'app'
  /** The answer that tells of `error`; never throws, and gives nothing away about what is not for the caller. */
  renderError(error: unknown, call: { readonly path: string }): Answer
  readonly description: FamilyDescription
  /**
   * Asked of every request, also of one that no endpoint takes or that cannot be read, before all else but whether it
   * may be served at all: for what is counted whatever becomes of it.
   * @param path as it was sent @param address that the request came from @throws an error that the family renders
   */
  admit?(services: Services, path: string, address: string): Promise<void>
  /** Why a path that it owns and no endpoint has is refused, when it is not simply unknown. */
  whyUnknown?(path: string): EdgeReason | undefined
}

/** Reasons of the edge itself, which each family words in its own way. */
export class EdgeError extends ExpectedError {
  override readonly name = 'EdgeError'
  readonly reason: EdgeReason

  constructor(reason: EdgeReason, message: string, options?: ErrorOptions) {
    super(message, options)
    this.reason = reason
  }
}

/** A body that cannot be read as what its endpoint takes: families that list faults make one of it. */
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
  | 'unacceptable-format'
  | 'tls-required'
  | 'version-inactive'
  | 'endpoint-retired'
  | 'over-capacity'
