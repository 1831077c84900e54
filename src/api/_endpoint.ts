/**
 * Declares endpoints of the API. The declaration determines the types of the handler: `auth` determines the caller,
 * `params` the values, and `body` and `multipart` the bodies.
 */
import type { Caller } from '../auth/caller.ts'
import type {
  Answer,
  AuthKind,
  BodySpec,
  Call,
  Endpoint,
  MultipartBody,
  MultipartSpec,
} from '../http/endpoint.ts'
import type { ParamSpec, ParamValues } from '../http/params.ts'
import { InvariantBroken } from '../lib/assert.ts'
import type { JsonValue } from '../lib/json.ts'
import type { Services } from './_services.ts'

/** An endpoint with any kind of caller, parameters and bodies. */
export type ApiEndpoint = Endpoint<Caller, Services>

/** Kinds of bodies that are not forms of parameters. */
export type BodyKind = BodySpec['kind']

/** The type of a caller of some kinds. */
export type CallerOf<Kind extends AuthKind> = Extract<Caller, { readonly kind: Kind }>

interface Bodies<Body extends BodyKind> {
  readonly json: 'json' extends Body
    ? JsonValue
    : 'optional-json' extends Body
      ? JsonValue | undefined
      : undefined
  readonly bytes: 'bytes' extends Body ? Buffer : undefined
}

interface Uploads<Files extends MultipartSpec> {
  readonly multipart: [Files] extends [never] ? undefined : () => Promise<MultipartBody | undefined>
}

/** The argument of a handler. Its type follows from the declaration of the endpoint. */
export type EndpointCall<
  Kind extends AuthKind,
  Spec extends ParamSpec = Record<never, never>,
  Body extends BodyKind = never,
  Files extends MultipartSpec = never,
> = Omit<Call<CallerOf<Kind>, Services, ParamValues<Spec>>, 'json' | 'bytes' | 'multipart'> &
  Bodies<Body> &
  Uploads<Files>

/** The parts of a declaration that do not affect the types of the handler. */
type Facts = Omit<ApiEndpoint, 'auth' | 'params' | 'body' | 'multipart' | 'handle'>

/** An endpoint with the types that follow from its declaration. */
export interface EndpointDeclaration<
  Kind extends AuthKind,
  Spec extends ParamSpec,
  Body extends BodyKind,
  Files extends MultipartSpec,
> extends Facts {
  readonly auth: readonly Kind[]
  readonly params: Spec
  readonly body?: BodySpec & { readonly kind: Body }
  readonly multipart?: Files
  readonly handle: (call: EndpointCall<Kind, Spec, Body, Files>) => Promise<Answer>
}

/**
 * Declares an endpoint. The pipeline uses the same declaration to authenticate and to parse, so a handler gets only
 * callers and bodies of the declared kinds.
 */
export function defineEndpoint<
  const Kind extends AuthKind,
  Spec extends ParamSpec,
  const Body extends BodyKind = never,
  Files extends MultipartSpec = never,
>(declaration: EndpointDeclaration<Kind, Spec, Body, Files>): ApiEndpoint {
  return {
    ...declaration,
    handle(call) {
      if (!fits(call, declaration)) {
        throw new InvariantBroken(
          `${declaration.paths[0]} was called by ${call.caller.kind}, or without its body`,
        )
      }
      return declaration.handle(call)
    },
  }
}

/**
 * True if a call has the caller and the body that the handler needs. The values of `params` need no check, because the
 * pipeline parses them with `declaration.params`.
 */
function fits<
  Kind extends AuthKind,
  Spec extends ParamSpec,
  Body extends BodyKind,
  Files extends MultipartSpec,
>(
  call: Call<Caller, Services, ParamValues<ParamSpec>>,
  { auth, body }: EndpointDeclaration<Kind, Spec, Body, Files>,
): call is Call<Caller, Services, ParamValues<ParamSpec>> & EndpointCall<Kind, Spec, Body, Files> {
  const kinds: readonly AuthKind[] = auth
  return (
    kinds.includes(call.caller.kind) &&
    (body?.kind === 'optional-json' || (call.json !== undefined) === (body?.kind === 'json')) &&
    (call.bytes !== undefined) === (body?.kind === 'bytes')
  )
}
