/** The stored position of a consumer of the log. */
import { query } from '../db/query.ts'
import type { Reader } from '../db/store.ts'

/** The last position that a consumer has processed and saved; undefined for an unknown consumer. */
export async function consumerPosition(
  reader: Pick<Reader, 'first'>,
  name: string,
): Promise<bigint | undefined> {
  return (await reader.first(positionOf, { name }))?.position
}

const positionOf = query<{ name: string }>()((k, p) =>
  k.selectFrom('consumers').select('position').where('name', '=', p('name')),
)
