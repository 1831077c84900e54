import { dataOf } from '../../api/client.ts'
import type { components } from '../../api/schema.d.ts'

type Schemas = components['schemas']

/** The body of an answer by the name of its schema: the client loses the types of read-only arrays. */
export async function bodyOf<Name extends keyof Schemas>(
  _schema: Name,
  answer: Promise<{ readonly data?: unknown }>,
): Promise<Schemas[Name]> {
  return (await dataOf(answer)) as Schemas[Name]
}
