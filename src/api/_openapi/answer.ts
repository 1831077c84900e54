/** The answer that carries an API document, made when it is first asked for. */
import { Type } from 'typebox'
import { cachedAnswer } from '../../http/cached-body.ts'
import type { Answer, Call } from '../../http/endpoint.ts'
import { programVersion } from '../../lib/package/program-version.ts'
import type { Services } from '../_services.ts'
import { openApiDocument } from './document.ts'

/** As much of a document as there is to say here. */
export const DOCUMENT = Type.Object(
  { openapi: Type.String({ pattern: '^3\\.1\\.' }) },
  { additionalProperties: true },
)

/** @param family the family that the document is about; all of them when left out */
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
