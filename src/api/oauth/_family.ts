/**
 * The family of the signed OAuth 1.0a steps. A success response is form-encoded text; clients ignore its content type.
 * An error has the JSON format of v1.1 (spec/oauth.md#step-bodies).
 */
import { type TSchema, Type } from 'typebox'
import type { Caller } from '../../auth/caller.ts'
import type { Answer, AuthKind, Endpoint, Family } from '../../http/endpoint.ts'
import type { ParamSpec } from '../../http/params.ts'
import type { EndpointDeclaration } from '../_endpoint.ts'
import type { Services } from '../_services.ts'
import type { DeclaredV11Error } from '../1.1/_errors.ts'
import {
  renderV11Entry,
  renderV11Error,
  V11_DOCUMENTED,
  V11_ERROR_BODY,
  v11Endpoint,
} from '../1.1/_family.ts'

interface LegDeclaration<Spec extends ParamSpec, Kind extends AuthKind>
  extends Pick<
    EndpointDeclaration<Kind, Spec, never, never>,
    'method' | 'paths' | 'summary' | 'answers' | 'auth' | 'params' | 'handle'
  > {
  readonly errors: readonly DeclaredV11Error[]
}

/** Declares a signed step of OAuth 1.0a, without a rate limit. */
export function legEndpoint<Spec extends ParamSpec, const Kind extends AuthKind>(
  declaration: LegDeclaration<Spec, Kind>,
): Endpoint<Caller, Services> {
  return { ...v11Endpoint(declaration), window: undefined }
}

export function oauthFamily(endpoints: readonly Endpoint<Caller, Services>[]): Family<Caller, Services> {
  return {
    name: 'oauth',
    owns: (path) => /^\/oauth(\/|$)/.test(path),
    endpoints,
    headers: {
      'content-type': 'text/html;charset=utf-8',
      'cache-control': 'no-cache, no-store, must-revalidate, pre-check=0, post-check=0',
      pragma: 'no-cache',
      expires: 'Tue, 31 Mar 1981 05:00:00 GMT',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'x-xss-protection': '0',
    },
    windowBy: 'token',
    renderError: (error, call) => asJson(renderV11Error(error, call)),
    description: {
      text: 'OAuth 1.0a endpoints that apps sign. Success is form-encoded text; errors are v1.1 JSON.',
      errorBody: V11_ERROR_BODY,
      renderEntry: (entry) => asJson(renderV11Entry(entry)),
      errors: V11_DOCUMENTED,
    },
  }
}

function asJson(answer: Answer): Answer {
  return { ...answer, headers: { 'content-type': 'application/json;charset=utf-8' } }
}

/** The schema of a form-encoded response. @param fields the description of each key */
export function formSchema(fields: Readonly<Record<string, string>>): TSchema {
  const properties = Object.entries(fields).map(([name, description]) => [name, Type.String({ description })])
  return Type.String({
    contentMediaType: 'application/x-www-form-urlencoded',
    contentSchema: Type.Object(Object.fromEntries(properties)),
    examples: [
      Object.keys(fields)
        .map((name) => `${name}=…`)
        .join('&'),
    ],
  })
}

/** A form-encoded response. */
export function formAnswer(values: Readonly<Record<string, string>>): Answer {
  return { status: 200, body: new URLSearchParams(values).toString() }
}
