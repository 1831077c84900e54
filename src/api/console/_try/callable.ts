/** The part of the API that users of the console can try. */
import type { Caller } from '../../../auth/caller.ts'
import type { Endpoint, Family } from '../../../http/endpoint.ts'
import type { Services } from '../../_services.ts'

/**
 * Names of the families that the console may call. Responses of the other families must not reach a page: they contain
 * tokens and secrets (OAuth), are pages, or depend on passwords of console users.
 */
const CALLABLE: ReadonlySet<string> = new Set(['v1.1', '2', 'labs/1', 'labs/2'])

type AnyFamily = Family<Caller, Services>

export function isCallable({ name }: Pick<AnyFamily, 'name'>): boolean {
  return CALLABLE.has(name)
}

/** True for a path of a family that the console may call, even if no endpoint serves the path. */
export function isCallablePath(families: readonly AnyFamily[], path: string): boolean {
  const owner = families.find((family) => family.owns(path))
  return owner !== undefined && isCallable(owner)
}

/** The endpoint for a method and path; undefined for an unknown path. */
export function calledEndpoint(
  families: readonly AnyFamily[],
  method: string,
  path: string,
): Endpoint<Caller, Services> | undefined {
  return families
    .filter(isCallable)
    .flatMap(({ endpoints }) => endpoints)
    .find((endpoint) => endpoint.method === method && endpoint.paths.some((each) => matches(each, path)))
}

/** @param declared a path with parameters, such as `/2/tweets/:id` */
function matches(declared: string, path: string): boolean {
  const [parts, actual] = [declared.split('/'), path.split('/')]
  return (
    parts.length === actual.length && parts.every((part, at) => part.startsWith(':') || part === actual[at])
  )
}
