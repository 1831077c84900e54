/** Renders the response with an API document. The document is created at the first request. */
import { Type } from 'typebox'
import { cachedAnswer } from '../../http/cached-body.ts'
import type { Answer, Call } from '../../http/endpoint.ts'
import { programVersion } from '../../lib/package/program-version.ts'
import type { Services } from '../_services.ts'
import { openApiDocument } from './document.ts'

/** The schema of an API document. It describes only the outermost members. */
export const DOCUMENT = Type.Object(
  { openapi: Type.String({ pattern: '^3\\.1\\.' }) },
  { additionalProperties: true },
)

/** @param family the family whose endpoints the document has; default: all families */
export async function documentAnswer(
  call: Pick<Call<never, Services, never>, 'services' | 'header'>,
  family?: string,
): Promise<Answer> {
  const { families, cachedBodies } = call.services
  const document = await cachedBodies.get(`openapi ${family ?? 'all'}`, async () => {
    const included = families.filter(({ name }) => family === undefined || name === family)
    const title = family === undefined ? 'Aviary' : `Aviary, ${family}`
    return JSON.stringify(openApiDocument(included, { title, version: programVersion() }))
  })
  return cachedAnswer(document, call)
}
