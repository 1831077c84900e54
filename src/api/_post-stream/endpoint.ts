/**
 * Declares post streams of Labs and API v2 (spec/post-streams.md#filtered-stream, spec/post-streams.md#sampled-stream).
 */
import { Type } from 'typebox'
import type { RuleProduct } from '../../domain/rules/rule.ts'
import { type Answer, EdgeError } from '../../http/endpoint.ts'
import type { ParamSpec } from '../../http/params.ts'
import { acceptsGzip } from '../../http/send.ts'
import type { Rendering } from '../../streams/posts/streamed-post.ts'
import type { Refused } from '../../streams/posts/streams.ts'
import type { Admitted } from '../../streams/runtime.ts'
import { type ApiEndpoint, defineEndpoint, type EndpointCall } from '../_endpoint.ts'
import { generationOf, requireEnrolment, scopesOf } from '../_enrolment.ts'
import { refuseUnknownParameters } from '../_known-parameters.ts'
import { MONTH_SPENT, Problem, type ProblemBase, problemEntry, TOO_MANY_CONNECTIONS } from '../_problems.ts'
import { documentedDisconnects, streamFormat } from './format.ts'
import { asksToResume, RESUME_PARAMS, readStart } from './params.ts'
import { isOnSince, type NeedsRules, requireRules } from './required-rules.ts'

/** Maximum connection attempts of an app in 15 minutes (spec/limits.md#labs-limits). */
const WINDOW = { user: 0, app: 50 } as const

type StreamCall<Spec extends ParamSpec> = EndpointCall<'app', Spec & typeof RESUME_PARAMS>

interface StreamDeclaration<Spec extends ParamSpec> extends NeedsRules {
  readonly path: string
  readonly summary: string
  readonly product: RuleProduct
  readonly kind: 'filter' | 'sample'
  readonly base: ProblemBase
  /** Parameters of the stream, in addition to the parameters to resume. */
  readonly params: Spec
  rendering(call: StreamCall<Spec>): Rendering
}

export function streamEndpoint<Spec extends ParamSpec>(declaration: StreamDeclaration<Spec>): ApiEndpoint {
  const { path, product, kind, base, needsRulesSince } = declaration
  const params = { ...declaration.params, ...RESUME_PARAMS }
  const capped = kind === 'filter' ? [problemEntry('usageCapExceeded')] : []
  const format = streamFormat(base)
  const disconnects = documentedDisconnects(base)
  return defineEndpoint({
    method: 'GET',
    paths: [path],
    summary: declaration.summary,
    auth: ['app'],
    scopes: scopesOf(product),
    writes: false,
    window: WINDOW,
    isEndless: true,
    params,
    answers: [
      {
        description: 'Posts as they are created, each a JSON object and a line break, without end.',
        schema: Type.String(),
      },
    ],
    errors: [
      problemEntry('invalidRequest'),
      problemEntry('connectionException'),
      problemEntry('clientForbidden'),
      ...capped,
      ...(needsRulesSince === undefined ? [] : [problemEntry('rulesMissing')]),
    ],
    async handle(call) {
      const { services, caller, sent, outer, currentDay } = call
      refuseUnknownParameters(sent, params)
      const limits = await requireEnrolment(services, generationOf(product), caller.app.id)
      if (needsRulesSince !== undefined && isOnSince(outer.apiDate, needsRulesSince)) {
        await requireRules(services.store, { appId: caller.app.id, product })
      }
      const admitted = await services.postStreams.admit({
        product,
        kind,
        appId: caller.app.id,
        limits,
        format,
        rendering: declaration.rendering(call),
        start: await readStart(call.params, services),
        isGzip: acceptsGzip(call.header('accept-encoding')),
        isRetired: () => services.isRetired('GET', path, currentDay()),
      })
      return { ...streamAnswer(requireAdmitted(admitted), call, asksToResume(call.params)), disconnects }
    },
  })
}

/** @throws {Problem} `connectionException`, `usageCapExceeded` @throws {EdgeError} `over-capacity` */
function requireAdmitted(admitted: Admitted | Refused): Admitted {
  if (admitted === 'stopping') throw new EdgeError('over-capacity', 'the server is stopping')
  if (admitted === 'connected-already') {
    const { detail, ...more } = TOO_MANY_CONNECTIONS
    throw new Problem('connectionException', detail, undefined, more)
  }
  if (admitted === 'month-spent') {
    const { detail, ...more } = MONTH_SPENT
    throw new Problem('usageCapExceeded', detail, undefined, more)
  }
  return admitted
}

/**
 * The response with the stream.
 * @param tellsPosition true to send the position in the header `aviary-position`
 */
function streamAnswer(
  { position, body }: Admitted,
  { header }: Pick<StreamCall<ParamSpec>, 'header'>,
  tellsPosition: boolean,
): Answer {
  const isGzip = acceptsGzip(header('accept-encoding'))
  return {
    status: 200,
    body: undefined,
    stream: body,
    headers: {
      ...(isGzip ? { 'content-encoding': 'gzip' } : {}),
      ...(tellsPosition ? { 'aviary-position': String(position) } : {}),
    },
  }
}
