/** The path parameter that must name the user of the call (spec/v2.md#callers). */
import { Problem } from '../_problems.ts'

/**
 * The id of the user of the call.
 * @param callerId the user of the call; null for an app, whose calls the endpoint does not accept
 * @param value value of the path parameter, in digits
 * @throws {Problem} `invalidRequest` when the parameter names another user
 */
export function requireSelf(callerId: bigint | null, value: string, parameter = 'id'): bigint {
  if (callerId !== null && BigInt(value) === callerId) return callerId
  const message = `The \`${parameter}\` query parameter value [${value}] must be the same as the authenticating user [${callerId}]`
  throw new Problem('invalidRequest', undefined, [{ parameters: { [parameter]: [value] }, message }])
}
