/** Refuses unknown parameters in Labs and API v2 (spec/errors.md#invalid-parameters). */
import type { Sent } from '../http/form.ts'
import type { ParamSpec } from '../http/params.ts'
import { type ParameterError, Problem } from './_problems.ts'

/** @throws {Problem} `invalidRequest` for parameters that are not declared */
export function refuseUnknownParameters(sent: Sent, declared: ParamSpec): void {
  const names = Object.keys(declared)
  const errors: ParameterError[] = []
  for (const [name, values] of sent) {
    if (names.includes(name)) continue
    errors.push({
      parameters: { [name]: [...values] },
      message: `[${name}] is not one of [${names.join(',')}]`,
    })
  }
  if (errors.length > 0) throw new Problem('invalidRequest', undefined, errors)
}
