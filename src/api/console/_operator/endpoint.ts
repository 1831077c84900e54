/**
 * Declaration of the endpoints below `/console/api/operator/` (spec/console.md#operators): only operators may call
 * them, and their commands are recorded in the audit log.
 */
import type { ConsoleCaller } from '../../../auth/caller.ts'
import type { MultipartSpec } from '../../../http/endpoint.ts'
import type { ParamSpec } from '../../../http/params.ts'
import type { ApiEndpoint, BodyKind } from '../../_endpoint.ts'
import { type ConsoleCall, type ConsoleDeclaration, consoleEndpoint } from '../_family.ts'
import { ConsoleProblem } from '../_problems.ts'

/**
 * Declares an endpoint for operators. `services` of the call has the operator, so that the audit log records the
 * commands that run with it.
 */
export function operatorEndpoint<
  Spec extends ParamSpec,
  const Body extends BodyKind = never,
  Files extends MultipartSpec = never,
>(declaration: Omit<ConsoleDeclaration<'console', Spec, Body, Files>, 'auth'>): ApiEndpoint {
  const { errors = [], handle } = declaration
  return consoleEndpoint<Spec, 'console', Body, Files>({
    ...declaration,
    errors: ['operators-only', ...errors],
    handle(call) {
      requireOperator(call.caller)
      const operator = { actor: call.caller.email }
      return handle({ ...call, services: { ...call.services, operator } })
    },
  })
}

/** A call by an operator. */
export type OperatorCall<
  Spec extends ParamSpec = Record<never, never>,
  Body extends BodyKind = never,
> = ConsoleCall<Spec, Body>

/**
 * Users who are not operators get the same response for all paths and objects.
 * @throws {ConsoleProblem} `operators-only`
 */
function requireOperator({ isOperator }: Pick<ConsoleCaller, 'isOperator'>): void {
  if (!isOperator) throw new ConsoleProblem('operators-only')
}
