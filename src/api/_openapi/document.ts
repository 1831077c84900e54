/**
 * The OpenAPI 3.1 document of all public endpoints. It is generated only from the declarations of the endpoints
 * (docs/decisions/0010-openapi-and-reference-page.md).
 */
import type { Caller } from '../../auth/caller.ts'
import type { AuthKind, Family } from '../../http/endpoint.ts'
import type { Services } from '../_services.ts'
import { Components, type Json } from './components.ts'
import { operationOf } from './operation.ts'
import { templateOf } from './parameters.ts'
import { RATE_LIMIT_HEADERS } from './responses.ts'
import { securitySchemes } from './security.ts'

export interface DocumentInfo {
  readonly title: string
  /** Version of the program, which is the version of the document. */
  readonly version: string
}

const DESCRIPTION =
  'Ids are 64-bit numbers; clients that round numbers use the `_str` fields. Rate limits are those of the setting ' +
  '`limits=documented`; response headers contain the remaining requests. Errors use the format of their API family.'

/** The server URL of the document: the host from which the document was fetched. */
const HERE = [{ url: '/', description: 'The server of this document.' }]

/** Returns the document of all endpoints of `families`, with all their paths. */
export function openApiDocument(families: readonly Family<Caller, Services>[], info: DocumentInfo): Json {
  const components = new Components()
  const paths: Record<string, Record<string, Json>> = {}
  for (const family of families) {
    for (const endpoint of family.endpoints.toSorted(byPath)) {
      for (const path of endpoint.paths) {
        const template = templateOf(path)
        const operation = operationOf(family, endpoint, path, components)
        paths[template] = { ...paths[template], [endpoint.method.toLowerCase()]: operation }
      }
    }
  }
  return {
    openapi: '3.1.1',
    info: {
      ...info,
      description: DESCRIPTION,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: HERE,
    tags: families
      .filter(({ endpoints }) => endpoints.length > 0)
      .map(({ name, description }) => ({ name, description: description.text })),
    paths,
    components: {
      ...components.toJSON(),
      headers: RATE_LIMIT_HEADERS,
      securitySchemes: securitySchemes(kindsOf(families)),
    },
  }
}

function byPath(a: { readonly paths: readonly [string, ...string[]] }, b: typeof a): number {
  return a.paths[0] < b.paths[0] ? -1 : Number(a.paths[0] > b.paths[0])
}

function kindsOf(families: readonly Family<Caller, Services>[]): ReadonlySet<AuthKind> {
  return new Set(families.flatMap(({ endpoints }) => endpoints.flatMap(({ auth }) => auth)))
}
