/** Waits until a durable reader has read the whole log. */
import { query } from '../../src/db/query.ts'
import type { Reader } from '../../src/db/store.ts'
import { logHead } from '../../src/events/log-head.ts'

const positionOf = query<{ name: string }>()((k, p) =>
  k.selectFrom('consumers').select('position').where('name', '=', p('name')),
)

/** Returns when the reader of that name has dealt with every event that was committed before the call. */
export async function consumed(reader: Reader, name: string): Promise<void> {
  const { head } = await logHead(reader)
  for (;;) {
    const row = await reader.first(positionOf, { name })
    if (row !== undefined && row.position >= head) return
    await new Promise((resolve) => setTimeout(resolve, 2))
  }
}
