/** Checks the path parameter that must be the id of the calling user (spec/v2.md#callers). */
import { Problem } from '../_problems.ts'

/**
 * The id of the calling user.
 * @param callerId the calling user; null for an app, which the endpoint does not accept
 * @param value the value of the path parameter, as digits
 * @throws {Problem} `invalidRequest` when the parameter names another user
 */
export function requireSelf(callerId: bigint | null, value: string, parameter = 'id'): bigint {
  if (callerId !== null && BigInt(value) === callerId) return callerId
  const message = `The \`${parameter}\` query parameter value [${value}] must be the same as the authenticating user [${callerId}]`
  throw new Problem('invalidRequest', undefined, [{ parameters: { [parameter]: [value] }, message }])
}
